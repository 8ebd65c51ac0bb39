extension JSONText {
  /// How deep arrays and objects may nest in parsed text.
  public static let nestingDepthMax = 256

  /// Reads one JSON value that fills the whole input (RFC 8259).
  ///
  /// Members keep their order and numbers their digits, which is what a 64-bit integer and an order
  /// of operations need. An object that names a member twice is refused, because readers differ in
  /// which of the two they believe.
  ///
  /// - Throws: where the text is not JSON, not UTF-8, or nested deeper than ``nestingDepthMax``.
  public init(parsing bytes: [UInt8]) throws(DecodingFailure) {
    var parser = JSONParser(bytes)
    self = try parser.document()
  }

  /// The value of an object's member, or nil where there is none or this is no object.
  public func member(_ name: String) -> JSONText? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A recursive-descent parser; the recursion is bounded by `JSONText.nestingDepthMax`.
private struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(DecodingFailure) -> JSONText {
    let result = try value(depth: 0)
    skipSpace()
    guard position == bytes.count else {
      throw DecodingFailure(.trailingBytes(bytes.count - position), at: position)
    }
    return result
  }

  private mutating func value(depth: Int) throws(DecodingFailure) -> JSONText {
    skipSpace()
    guard let first = peek else { throw unexpected("a JSON value") }
    switch first {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected("a JSON value")
    }
  }

  // MARK: Arrays and objects

  private mutating func array(depth: Int) throws(DecodingFailure) -> JSONText {
    try open(depth: depth)
    var elements: [JSONText] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    while true {
      elements.append(try value(depth: depth))
      if take(UInt8(ascii: "]")) { return .array(elements) }
      guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `]`") }
    }
  }

  private mutating func object(depth: Int) throws(DecodingFailure) -> JSONText {
    try open(depth: depth)
    var members: [JSONText.Member] = []
    var names: Set<String> = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      let start = position
      guard peek == UInt8(ascii: "\"") else { throw unexpected("the name of a member") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw .invalidValue("member \"\(name)\" stands twice in one object", at: start)
      }
      guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
      members.append(JSONText.Member(name, try value(depth: depth)))
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `}`") }
    }
  }

  private mutating func open(depth: Int) throws(DecodingFailure) {
    guard depth <= JSONText.nestingDepthMax else {
      throw .limitExceeded(
        "depth of nesting", found: UInt64(depth), limit: UInt64(JSONText.nestingDepthMax),
        at: position)
    }
    position += 1
  }

  // MARK: Words and numbers

  private mutating func word(_ text: String, _ value: JSONText) throws(DecodingFailure) -> JSONText
  {
    guard bytes[position...].starts(with: text.utf8) else { throw unexpected("`\(text)`") }
    position += text.utf8.count
    return value
  }

  private mutating func number() throws(DecodingFailure) -> JSONText {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() throws(DecodingFailure) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    guard position > start else { throw unexpected("a digit") }
  }

  // MARK: Strings

  private mutating func string() throws(DecodingFailure) -> String {
    position += 1
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      position += 1
    }
    // Most strings hold no escape; they are taken as one stretch.
    if peek == UInt8(ascii: "\"") {
      position += 1
      return try text(Array(bytes[start..<position - 1]), at: start)
    }
    return try escapedString(from: start)
  }

  private mutating func escapedString(from start: Int) throws(DecodingFailure) -> String {
    var content = Array(bytes[start..<position])
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(content, at: start)
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20: throw .invalidValue("a control character in a string", at: position - 1)
      default: content.append(byte)
      }
    }
    throw .truncated(needed: 1, available: 0, at: position)
  }

  private mutating func escape(into content: inout [UInt8]) throws(DecodingFailure) {
    guard let byte = peek else { throw .truncated(needed: 1, available: 0, at: position) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"): content.append(contentsOf: String(try scalar()).utf8)
    default: throw .invalidValue("an unknown escape in a string", at: position - 1)
    }
  }

  /// Reads what follows `\u`, a surrogate pair included.
  private mutating func scalar() throws(DecodingFailure) -> Character {
    let start = position - 2
    var code = try hexQuad()
    if (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: "\\u".utf8) {
      position += 2
      let low = try hexQuad()
      guard (0xDC00..<0xE000).contains(low) else {
        throw .invalidValue("half of a surrogate pair", at: start)
      }
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(code) else {
      throw .invalidValue("half of a surrogate pair", at: start)
    }
    return Character(scalar)
  }

  private mutating func hexQuad() throws(DecodingFailure) -> UInt32 {
    guard bytes.count - position >= 4 else {
      throw .truncated(needed: 4, available: bytes.count - position, at: position)
    }
    let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
    guard let pair = Hex.decode(digits) else { throw unexpected("four hexadecimal digits") }
    position += 4
    return UInt32(pair[0]) << 8 | UInt32(pair[1])
  }

  private func text(_ content: [UInt8], at offset: Int) throws(DecodingFailure) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw .invalidValue("a string that is not UTF-8", at: offset)
    }
    return text
  }

  // MARK: The cursor

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private func unexpected(_ expected: String) -> DecodingFailure {
    guard let byte = peek else { return .truncated(needed: 1, available: 0, at: position) }
    let found =
      (0x21..<0x7F).contains(byte)
      ? "`\(Character(Unicode.Scalar(byte)))`" : "byte 0x\(Hex.encode([byte]))"
    return .invalidValue("expected \(expected), found \(found)", at: position)
  }
}
