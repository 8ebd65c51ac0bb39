extension RandomAccessCollection {
  /// Whether both are one array in memory, and so equal without a look at their elements.
  package func isIdentical(to other: Self) -> Bool {
    // SAFETY: the addresses are compared, and nothing is read through them.
    withContiguousStorageIfAvailable { bytes in
      other.withContiguousStorageIfAvailable { otherBytes in
        unsafe bytes.baseAddress == otherBytes.baseAddress && bytes.count == otherBytes.count
      } ?? false
    } ?? false
  }
}
