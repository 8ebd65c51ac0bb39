extension ContiguousArray {
  /// Whether both are one array in memory, and so equal without a look at their elements.
  func isIdentical(to other: Self) -> Bool {
    // SAFETY: the addresses are compared, and nothing is read through them.
    unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { otherBytes in
        unsafe bytes.baseAddress == otherBytes.baseAddress && bytes.count == otherBytes.count
      }
    }
  }
}

extension Array {
  /// Whether both are one array in memory, and so equal without a look at their elements.
  package func isIdentical(to other: Self) -> Bool {
    // SAFETY: the addresses are compared, and nothing is read through them.
    unsafe withUnsafeBufferPointer { bytes in
      unsafe other.withUnsafeBufferPointer { otherBytes in
        unsafe bytes.baseAddress == otherBytes.baseAddress && bytes.count == otherBytes.count
      }
    }
  }
}
