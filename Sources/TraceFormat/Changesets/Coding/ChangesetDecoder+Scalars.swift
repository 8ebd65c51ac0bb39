extension ChangesetDecoder {
  mutating func readGlobalKey() throws(DecodingFailure) -> GlobalKey {
    GlobalKey(high: try reader.readUnsigned(), low: try reader.readUnsigned())
  }

  mutating func readObjectID() throws(DecodingFailure) -> ObjectID {
    var part = try reader.take(12)
    return ObjectID(
      high: UInt64(bigEndian: try part.read()), low: UInt32(bigEndian: try part.read()))
  }

  mutating func readUUID() throws(DecodingFailure) -> RealmUUID {
    var part = try reader.take(16)
    return RealmUUID(
      high: UInt64(bigEndian: try part.read()), low: UInt64(bigEndian: try part.read()))
  }

  /// Reads a timestamp. Realm checks the nanoseconds only from above, and asserts the rest later.
  mutating func readTimestamp() throws(DecodingFailure) -> Timestamp {
    let seconds = try reader.readInt64()
    let start = reader.offset
    let nanoseconds = try reader.readInt64()
    guard nanoseconds.magnitude < 1_000_000_000 else {
      throw .invalidValue("expected nanoseconds below a second, found \(nanoseconds)", at: start)
    }
    guard seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0) else {
      throw .invalidValue(
        "expected seconds and nanoseconds of one sign, found \(seconds) and \(nanoseconds)",
        at: start)
    }
    return Timestamp(seconds: seconds, nanoseconds: Int32(nanoseconds))
  }

  /// Reads a decimal. Realm puts the parts together unchecked; here none may overflow into another.
  mutating func readDecimal() throws(DecodingFailure) -> Decimal128 {
    let coefficient = try readCoefficient()
    let start = reader.offset
    let exponent = try reader.readInt32()
    guard Decimal128.exponentRange.contains(Int(exponent)) else {
      throw .invalidValue(
        "expected an exponent from -6176 to 10207, found \(exponent)", at: start)
    }
    let isNegative = try reader.readInt32() != 0
    return Decimal128(
      isNegative: isNegative, coefficient: coefficient, biasedExponent: Int(exponent))
  }

  /// Reads a coefficient: groups of seven bits, up to the first byte without bit 7.
  private mutating func readCoefficient() throws(DecodingFailure) -> UInt128 {
    let start = reader.offset
    var value: UInt128 = 0
    for index in 0..<17 {
      let byte = try reader.readByte()
      value |= UInt128(byte & 0x7F) << UInt128(index * 7)
      guard byte < 0x80 else { continue }
      guard value <= Decimal128.coefficientMax else {
        throw .invalidValue("expected a coefficient below 2^113, found \(value)", at: start)
      }
      return value
    }
    throw .invalidValue("expected a coefficient of at most 17 bytes", at: start)
  }
}
