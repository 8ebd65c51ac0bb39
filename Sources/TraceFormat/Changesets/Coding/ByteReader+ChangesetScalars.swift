extension ByteReader {
  @inline(__always)
  mutating func readGlobalKey() throws(DecodingFailure) -> GlobalKey {
    GlobalKey(high: try readUnsigned(), low: try readUnsigned())
  }

  @inline(__always)
  mutating func readObjectID() throws(DecodingFailure) -> ObjectID {
    let start = try skip(12)
    return ObjectID(high: bigEndian(at: start), low: bigEndian(at: start &+ 8))
  }

  @inline(__always)
  mutating func readUUID() throws(DecodingFailure) -> RealmUUID {
    let start = try skip(16)
    return RealmUUID(high: bigEndian(at: start), low: bigEndian(at: start &+ 8))
  }

  @inline(__always)
  private func bigEndian<T: FixedWidthInteger & BitwiseCopyable>(at position: Int) -> T {
    // SAFETY: the caller has passed over these bytes, so they lie inside.
    T(bigEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: T.self))
  }

  /// Reads a timestamp. Realm checks the nanoseconds only from above, and asserts the rest later.
  @inline(__always)
  mutating func readTimestamp() throws(DecodingFailure) -> Timestamp {
    let seconds = try readInt64()
    let start = offset
    let nanoseconds = try readInt64()
    guard nanoseconds.magnitude < 1_000_000_000 else {
      throw .invalidValue("expected nanoseconds below a second, found \(nanoseconds)", at: start)
    }
    let time = Timestamp(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
    guard time.hasOneSign else {
      throw .invalidValue(
        "expected seconds and nanoseconds of one sign, found \(seconds) and \(nanoseconds)",
        at: start)
    }
    return time
  }

  /// Reads a decimal. Realm puts the parts together unchecked; here none may overflow into another.
  @inline(__always)
  mutating func readDecimal() throws(DecodingFailure) -> Decimal128 {
    let (value, size) = try decimal()
    position &+= size
    return value
  }

  /// The decimal that begins here and how many bytes it has.
  @inline(never)
  private func decimal() throws(DecodingFailure) -> (Decimal128, size: Int) {
    var part = self
    let coefficient = try part.readCoefficient()
    let start = part.offset
    let exponent = try part.readInt32()
    guard Decimal128.exponentRange.contains(Int(exponent)) else {
      throw .invalidValue(
        "expected an exponent from -6176 to 10207, found \(exponent)", at: start)
    }
    let isNegative = try part.readInt32() != 0
    return (
      Decimal128(
        isNegative: isNegative, coefficient: coefficient, biasedExponent: Int(exponent)),
      part.position - position
    )
  }

  /// Reads a coefficient: groups of seven bits, up to the first byte without bit 7.
  private mutating func readCoefficient() throws(DecodingFailure) -> WideNumber {
    let start = offset
    var value: WideNumber = 0
    for index in 0..<17 {
      let byte = try readByte()
      // Beyond 64 bits a shift to the left is one to the right in the other half, and the other way round.
      value.low |= UInt64(byte & 0x7F) << (index * 7)
      value.high |= UInt64(byte & 0x7F) << (index * 7 - 64)
      guard byte < 0x80 else { continue }
      guard value <= Decimal128.coefficientMax else {
        throw .invalidValue("expected a coefficient below 2^113, found \(value)", at: start)
      }
      return value
    }
    throw .invalidValue("expected a coefficient of at most 17 bytes", at: start)
  }
}
