/// A bounds-checked cursor over borrowed bytes that knows its offset in the whole input.
///
/// A failed read does not move the cursor.
@usableFromInline package struct ByteReader: ~Escapable {
  @usableFromInline let bytes: RawSpan
  @usableFromInline let base: Int
  @usableFromInline var position = 0

  /// Starts reading at the first byte; `base` is that byte's offset in the whole input.
  @inlinable @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, base: Int = 0) {
    (self.bytes, self.base) = (bytes, base)
  }

  @inlinable package var remaining: Int { bytes.byteCount &- position }
  /// Offset of the next byte in the whole input.
  @inlinable package var offset: Int { base &+ position }
  @inlinable package var isAtEnd: Bool { remaining == 0 }

  /// Reads a fixed-width little-endian integer.
  @inlinable package mutating func read<T: FixedWidthInteger & BitwiseCopyable>(
    _: T.Type = T.self
  ) throws(DecodingFailure) -> T {
    let size = MemoryLayout<T>.size
    guard size <= remaining else {
      throw .truncated(needed: size, available: remaining, at: offset)
    }
    // SAFETY: the guard proves that position ..< position + size lies inside bytes.
    let value = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: T.self)
    position &+= size
    return T(littleEndian: value)
  }

  @inlinable package mutating func readByte() throws(DecodingFailure) -> UInt8 {
    guard position < bytes.byteCount else { throw .truncated(needed: 1, available: 0, at: offset) }
    // SAFETY: the guard proves that position lies inside bytes.
    let value = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
    position &+= 1
    return value
  }

  @inlinable @_lifetime(copy self)
  package mutating func take(_ count: UInt64) throws(DecodingFailure) -> ByteReader {
    guard let size = Int(exactly: count), size <= remaining else {
      throw .truncated(needed: Int(clamping: count), available: remaining, at: offset)
    }
    defer { position &+= size }
    return ByteReader(bytes.extracting(position..<position &+ size), base: offset)
  }

  /// Copies the next `count` bytes, or throws before anything is allocated.
  package mutating func readBytes(_ count: UInt64) throws(DecodingFailure) -> [UInt8] {
    var part = try take(count)
    return part.readRest()
  }

  package mutating func readRest() -> [UInt8] {
    let rest = bytes.extracting(position..<bytes.byteCount)
    position = bytes.byteCount
    // SAFETY: the buffer is read during the call only.
    return unsafe rest.withUnsafeBytes { unsafe [UInt8]($0) }
  }

  /// Ends the reading; throws if bytes are left.
  @inlinable package func finish() throws(DecodingFailure) {
    guard remaining == 0 else { throw DecodingFailure(.trailingBytes(remaining), at: offset) }
  }
}
