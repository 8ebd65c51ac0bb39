/// Reads the head of a message: a type word and fields, each after one space, and a line feed.
///
/// Integers are decimal digits, with a sign for signed fields only (Realm Core:
/// `sync/noinst/protocol_codec.hpp`, `HeaderLineParser`).
struct HeadReader: ~Escapable {
  private var reader: ByteReader
  let type: String
  /// The sizes of the parts of the body, in their order.
  private(set) var sizes: [UInt64] = []

  @_lifetime(copy head)
  init(_ head: RawSpan) throws(DecodingFailure) {
    var reader = ByteReader(head)
    let word = try Self.token(&reader)
    guard !word.isEmpty, word.allSatisfy({ $0.isASCIILower || $0 == UInt8(ascii: "_") }) else {
      throw .invalidValue("expected the type of a message", at: 0)
    }
    type = String(decoding: word, as: UTF8.self)
    self.reader = reader
  }

  /// Ends the head: what is left must be the line feed.
  mutating func finish() throws(DecodingFailure) {
    let start = reader.offset
    guard try reader.readByte() == UInt8(ascii: "\n") else {
      throw .invalidValue("expected the end of the head, found another field", at: start)
    }
    try reader.finish()
  }

  mutating func integer<T: FixedWidthInteger>(
    _ field: StaticString, _: T.Type = T.self
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
}

extension HeadReader: FieldVisitor {
  mutating func unsigned(_ value: inout UInt64, _ name: FieldName, _ meaning: NumberField)
    throws(DecodingFailure)
  {
    value = try integer(name.wire)
  }

  mutating func signed(_ value: inout Int64, _ name: FieldName, _ meaning: NumberField)
    throws(DecodingFailure)
  {
    value = try integer(name.wire)
  }

  mutating func errorCode(_ code: inout Int32) throws(DecodingFailure) {
    code = try integer("error_code")
  }

  /// A boolean: 0 is false, every other number is true.
  mutating func flag(_ value: inout Bool, _ name: FieldName) throws(DecodingFailure) {
    value = try integer(name.wire, Int64.self) != 0
  }

  mutating func batchState(_ state: inout Download.BatchState) throws(DecodingFailure) {
    let offset = reader.offset + 1
    let number = try integer("batch_state", Int64.self)
    guard let known = Download.BatchState(rawValue: number) else {
      throw .invalidValue("field `batch_state`: expected 0, 1 or 2, found \(number)", at: offset)
    }
    state = known
  }

  mutating func progressEstimate(_ estimate: inout Double) throws(DecodingFailure) {
    let (text, start) = try nextField("progress_estimate")
    guard let value = Double(text) else {
      throw invalid("progress_estimate", "a number", text, start)
    }
    estimate = value
  }

  mutating func bodySize(_ size: inout BodySize) throws(DecodingFailure) {
    try flag(&size.isCompressed, "is_body_compressed")
    size.uncompressed = try integer("uncompressed_body_size")
    size.compressed = try integer("compressed_body_size")
  }

  mutating func size(of part: [UInt8], _ name: StaticString) throws(DecodingFailure) {
    sizes.append(try integer(name))
  }

  // `BodyReader` reads these.
  func text(_ bytes: inout [UInt8], _ member: String, _ meaning: TextField) {}
  func json(_ bytes: inout [UInt8], _ member: String, _ body: JSONBody) {}
  func entries<Entry: ChangesetEntry>(
    _ entries: inout [Entry], _ size: BodySize, isBinding: Bool
  ) {}
}
