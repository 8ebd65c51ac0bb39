extension JSONText {
  /// How deep arrays and objects may nest in parsed text.
  public static let nestingDepthMax = JSONReader.nestingDepthMax

  /// Reads one JSON value that fills the whole input (RFC 8259).
  ///
  /// Members keep their order and numbers their digits, which is what a 64-bit integer and an order
  /// of operations need. An object that names a member twice is refused, because readers differ in
  /// which of the two they believe.
  ///
  /// - Throws: where the text is not JSON, not UTF-8, or nested deeper than ``nestingDepthMax``.
  public init(parsing bytes: [UInt8]) throws(DecodingFailure) {
    var reader = JSONReader(bytes.rawBytes)
    self = try Self.read(&reader)
    try reader.finish()
  }

  /// The value of an object's member, or nil where there is none or this is no object.
  public func member(_ name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.isNamed(name) }?.value
  }

  /// Reads the next value; the recursion is bounded by the reader's limit on nesting.
  private static func read(_ reader: inout JSONReader) throws(DecodingFailure) -> JSONText {
    switch try reader.nextKind() {
    case .object: try readObject(&reader)
    case .array: try readArray(&reader)
    case .string: .string(try reader.readString())
    case .number: .number(try reader.readNumber())
    case .bool: .bool(try reader.readBool())
    case .null: try readNull(&reader)
    }
  }

  private static func readNull(_ reader: inout JSONReader) throws(DecodingFailure) -> JSONText {
    try reader.readNull()
    return .null
  }

  private static func readArray(_ reader: inout JSONReader) throws(DecodingFailure) -> JSONText {
    var elements: [JSONText] = []
    try reader.enterArray()
    while try reader.nextElement() { elements.append(try read(&reader)) }
    return .array(elements)
  }

  private static func readObject(_ reader: inout JSONReader) throws(DecodingFailure) -> JSONText {
    var members: [JSONText.Member] = []
    try reader.enterObject()
    while let name = try reader.nextMember() {
      members.append(JSONText.Member(name, try read(&reader)))
    }
    return .object(members)
  }
}
