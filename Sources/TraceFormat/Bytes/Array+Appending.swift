extension [UInt8] {
  /// Appends a fixed-width integer, least significant byte first.
  @inlinable public mutating func append<T: FixedWidthInteger & BitwiseCopyable>(
    littleEndian value: T
  ) {
    for index in 0..<MemoryLayout<T>.size {
      append(UInt8(truncatingIfNeeded: value >> T(8 * index)))
    }
  }
}
