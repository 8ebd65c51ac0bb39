/// Reads the head of a message: a type word and fields, each after one space, and a line feed.
///
/// Integers are decimal digits, with a sign for signed fields only (Realm Core:
/// `sync/noinst/protocol_codec.hpp`, `HeaderLineParser`).
struct HeadReader: ~Escapable {
  private var reader: ByteReader
  let type: String

  @_lifetime(copy head)
  init(_ head: RawSpan) throws(DecodingFailure) {
    var reader = ByteReader(head)
    let word = try Self.token(&reader)
    guard !word.isEmpty, word.allSatisfy({ Self.isTypeLetter($0) }) else {
      throw .invalidValue("expected the type of a message", at: 0)
    }
    type = String(decoding: word, as: UTF8.self)
    self.reader = reader
  }

  /// Offset of the next byte: the space before the next field, or the line feed.
  var offset: Int { reader.offset }

  mutating func unsigned(_ field: StaticString) throws(DecodingFailure) -> UInt64 {
    try integer(field)
  }

  mutating func signed(_ field: StaticString) throws(DecodingFailure) -> Int64 {
    try integer(field)
  }

  mutating func code(_ field: StaticString) throws(DecodingFailure) -> Int32 {
    try integer(field)
  }

  /// A boolean: 0 is false, every other number is true.
  mutating func flag(_ field: StaticString) throws(DecodingFailure) -> Bool {
    let number: Int64 = try integer(field)
    return number != 0
  }

  mutating func fraction(_ field: StaticString) throws(DecodingFailure) -> Double {
    let (text, start) = try nextField(field)
    guard let value = Double(text) else { throw invalid(field, "a number", text, start) }
    return value
  }

  /// Ends the head: what is left must be the line feed.
  mutating func finish() throws(DecodingFailure) {
    let start = reader.offset
    guard try reader.readByte() == UInt8(ascii: "\n") else {
      throw .invalidValue("expected the end of the head, found another field", at: start)
    }
    try reader.finish()
  }

  private mutating func integer<T: FixedWidthInteger>(
    _ field: StaticString
  ) throws(DecodingFailure) -> T {
    let (text, start) = try nextField(field)
    // `T(_:)` would accept a plus sign, which the protocol does not know.
    guard text.first != "+", let value = T(text) else {
      let sign = T.isSigned ? "a signed" : "an unsigned"
      throw invalid(field, "\(sign) integer of \(T.bitWidth) bits", text, start)
    }
    return value
  }

  private mutating func nextField(
    _ field: StaticString
  ) throws(DecodingFailure) -> (String, Int) {
    let start = reader.offset
    guard try reader.readByte() == UInt8(ascii: " ") else {
      throw .invalidValue("the head ends before its field `\(field)`", at: start)
    }
    let token = try Self.token(&reader)
    return (String(decoding: token, as: UTF8.self), start + 1)
  }

  private func invalid(
    _ field: StaticString, _ expected: String, _ found: String, _ offset: Int
  ) -> DecodingFailure {
    .invalidValue("field `\(field)`: expected \(expected), found `\(found.prefix(40))`", at: offset)
  }

  /// Reads up to the next space or line feed, which stays unread.
  private static func token(_ reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
    var ahead = reader
    var size: UInt64 = 0
    while !endsToken(try ahead.readByte()) { size += 1 }
    return try reader.readBytes(size)
  }

  private static func endsToken(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
  }

  private static func isTypeLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
  }
}
