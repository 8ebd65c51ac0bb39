#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension [UInt8] {
  /// The index of the first such byte from an index on. The C library's search is many times
  /// faster than a loop over elements.
  package func firstIndex(ofByte byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    // SAFETY: the search covers `start ..< count`, which lies inside the array.
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
