extension RandomAccessCollection where Index == Int {
  /// The first index whose element the predicate is true of, where it is true of all after that one
  /// too; `endIndex` where it is true of none. Halves as Realm Core's searches do, which decides what is found in what is
  /// in no order.
  @inlinable
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
