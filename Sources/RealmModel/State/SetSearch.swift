import TraceFormat

/// Where an element of a set stands.
///
/// A plain binary search, comparison by comparison as Realm does it, because with NaN among the
/// elements there is no order and the way of searching decides what is found.
enum SetSearch {
  static func lowerBound(of value: Cell, in elements: CellList, isMixed: Bool) -> Int {
    isMixed
      ? elements.partitioningIndex { CellOrder.compareMixed($0, value) >= 0 }
      : elements.partitioningIndex { !CellOrder.isTypedLess($0, value) }
  }

  /// Where the element is, or where it belongs.
  static func find(_ value: Cell, in elements: CellList, isMixed: Bool) -> (
    index: Int, isFound: Bool
  ) {
    let index = lowerBound(of: value, in: elements, isMixed: isMixed)
    guard index < elements.count else { return (index, false) }
    let isEqual =
      isMixed
      ? CellOrder.compareMixed(elements[index], value) == 0
      : CellOrder.isTypedEqual(elements[index], value)
    return (index, isEqual)
  }
}
