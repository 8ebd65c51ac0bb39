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

extension RawSpan {
  func hasSameBytes(as other: RawSpan) -> Bool {
    guard byteCount == other.byteCount else { return false }
    // SAFETY: both buffers have as many bytes as are compared.
    return unsafe withUnsafeBytes { mine in
      unsafe other.withUnsafeBytes { its in
        guard let a = mine.baseAddress, let b = its.baseAddress else { return true }
        return unsafe memcmp(a, b, mine.count) == 0
      }
    }
  }
}

extension ArraySlice<UInt8> {
  package func firstIndex(of text: [UInt8]) -> Int? {
    guard let first = text.first else { return startIndex }
    let last = count - text.count
    // SAFETY: each search and comparison begins at `start ... last`, so that it ends inside of the slice.
    return unsafe withUnsafeBytes { bytes in
      unsafe text.withUnsafeBytes { text in
        guard let base = bytes.baseAddress, let other = text.baseAddress else { return nil }
        var start = 0
        while start <= last,
          let found = unsafe memchr(base + start, Int32(first), last - start + 1)
        {
          let offset = unsafe UnsafeRawPointer(found) - base
          if unsafe memcmp(base + offset, other, text.count) == 0 { return startIndex + offset }
          start = offset + 1
        }
        return nil
      }
    }
  }

  package func lastIndex(of text: [UInt8]) -> Int? {
    guard text.count <= count else { return nil }
    guard let first = text.first else { return endIndex }
    var index = endIndex - text.count
    while index >= startIndex {
      if self[index] == first, self[index..<index + text.count].elementsEqual(text) { return index }
      index -= 1
    }
    return nil
  }
}
