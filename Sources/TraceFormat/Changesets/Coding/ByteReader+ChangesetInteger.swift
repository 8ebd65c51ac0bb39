// The integers of changesets: base 128, least significant group first, with the sign in bit 6 of
// the last byte and negative numbers as ones' complement (`docs/changesets.md`, "Integers";
// Realm Core: `sync/noinst/integer_codec.hpp`). Over-long forms are accepted as Realm accepts them.

extension ByteReader {
  /// An integer as it is on the wire: -1 is a magnitude of 0 with the sign set.
  struct Magnitude {
    var bits: UInt64
    var isNegative: Bool
  }

  @inline(__always)
  mutating func readInt64() throws(DecodingFailure) -> Int64 {
    let integer = try readMagnitude(valueBits: 63)
    return Int64(bitPattern: integer.isNegative ? ~integer.bits : integer.bits)
  }

  @inline(__always)
  mutating func readInt32() throws(DecodingFailure) -> Int32 {
    let integer = try readMagnitude(valueBits: 31)
    return Int32(truncatingIfNeeded: integer.isNegative ? ~integer.bits : integer.bits)
  }

  /// Reads an unsigned integer. As in Realm, -1 is refused and any other negative number stands
  /// for its two's complement.
  @inline(__always)
  mutating func readUnsigned<T: FixedWidthInteger & UnsignedInteger>(
    _: T.Type = T.self
  ) throws(DecodingFailure) -> T {
    let start = offset
    let integer = try readMagnitude(valueBits: T.bitWidth)
    guard integer.isNegative else { return T(truncatingIfNeeded: integer.bits) }
    guard integer.bits != 0 else {
      throw .invalidValue("expected an unsigned integer, found -1", at: start)
    }
    return T(truncatingIfNeeded: ~integer.bits)
  }

  /// Reads an integer of at most `valueBits` bits besides the sign.
  @inline(__always)
  mutating func readMagnitude(valueBits: Int) throws(DecodingFailure) -> Magnitude {
    guard position < bytes.byteCount else { throw .truncated(needed: 1, available: 0, at: offset) }
    // SAFETY: the guard proves that position lies inside bytes.
    let first = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
    guard first < 0x80 else {
      let (magnitude, size) = try longMagnitude(valueBits: valueBits)
      position &+= size
      return magnitude
    }
    position &+= 1
    return Magnitude(bits: UInt64(first & 0x3F), isNegative: first & 0x40 != 0)
  }

  /// The integer that begins here and how many bytes it has.
  ///
  /// Does not move the reader, which so can stay in registers around the call.
  @inline(never)
  private func longMagnitude(valueBits: Int) throws(DecodingFailure) -> (Magnitude, size: Int) {
    let sizeMax = valueBits / 7 + 1
    let largest = UInt64.max >> UInt64(64 - valueBits)
    var bits: UInt64 = 0
    for index in 0..<min(sizeMax, remaining) {
      // SAFETY: the range ends where the bytes do.
      let byte = unsafe bytes.unsafeLoad(
        fromUncheckedByteOffset: position &+ index, as: UInt8.self)
      let shift = UInt64(truncatingIfNeeded: index &* 7)
      if byte < 0x80 {
        let last = UInt64(byte & 0x3F)
        guard last <= largest &>> shift else { throw tooLarge(valueBits) }
        return (Magnitude(bits: bits | last &<< shift, isNegative: byte & 0x40 != 0), index &+ 1)
      }
      bits |= UInt64(byte & 0x7F) &<< shift
    }
    guard remaining >= sizeMax else {
      throw .truncated(needed: remaining + 1, available: remaining, at: offset)
    }
    throw .invalidValue("expected an integer of at most \(sizeMax) bytes", at: offset)
  }

  private func tooLarge(_ valueBits: Int) -> DecodingFailure {
    .invalidValue("expected an integer of at most \(valueBits) bits", at: offset)
  }

  /// Passes over the next `count` bytes and gives their position.
  @inline(__always)
  mutating func skip(_ count: UInt64) throws(DecodingFailure) -> Int {
    guard count <= UInt64(remaining) else {
      throw .truncated(needed: Int(clamping: count), available: remaining, at: offset)
    }
    defer { position &+= Int(count) }
    return position
  }
}
