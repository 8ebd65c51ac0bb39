/// A pull parser of JSON (RFC 8259) over borrowed bytes.
///
/// It builds nothing by itself: a line of many megabytes costs only the members that are asked for,
/// and what is skipped is still checked for its shape. Numbers keep their digits, because a 64-bit
/// integer does not survive a reader that knows only doubles.
package struct JSONReader: ~Escapable {
  package static let nestingDepthMax = 256

  package enum Kind: String, Hashable, Sendable {
    case object, array, string, number, bool, null
  }

  let bytes: RawSpan
  package internal(set) var position = 0
  /// What should have stood where the reading failed.
  package internal(set) var expectation: String?
  /// Offset of the name that `nextMember` read last.
  private(set) var nameOffset = 0
  /// Where a name that stands twice in its object stood first; nil for every other failure.
  private(set) var firstNameOffset: Int?
  /// The open arrays and objects, outermost first: whether each has had a member yet.
  private var hasMember: [Bool] = []
  /// The names of the members of each, as far as they were read.
  private var names: [JSONMemberNames] = []

  @_lifetime(copy bytes)
  /// Begins at the first byte, behind the mark of UTF-8 where that is first.
  package init(_ bytes: RawSpan) {
    self.bytes = bytes
    if ByteOrderMark.isFirst(in: bytes) { position = ByteOrderMark.bytes.count }
  }

  /// Ends the reading; throws if anything but white space is left.
  package mutating func finish() throws(DecodingFailure) {
    skipSpace()
    guard position == bytes.byteCount else {
      expectation = "the end of the file"
      throw DecodingFailure(.trailingBytes(bytes.byteCount - position), at: position)
    }
  }

  package mutating func nextKind() throws(DecodingFailure) -> Kind {
    skipSpace()
    switch peek ?? 0 {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    default: throw unexpected("a JSON value")
    }
  }

  /// Steps into an object; `nextMember` then gives its members.
  package mutating func enterObject() throws(DecodingFailure) {
    try open(UInt8(ascii: "{"), named: "an object")
  }

  /// Steps into an array; `nextElement` then tells whether an element comes.
  package mutating func enterArray() throws(DecodingFailure) {
    try open(UInt8(ascii: "["), named: "an array")
  }

  /// The name of the next member, whose value must be read or skipped next; nil steps out. Throws also where the object
  /// has had a member of that name.
  package mutating func nextMember() throws(DecodingFailure) -> String? {
    guard try step(closing: UInt8(ascii: "}")) else { return nil }
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("the name of a member") }
    nameOffset = position
    let name = try readString()
    if let first = names[names.count - 1].insert(name, at: nameOffset) {
      firstNameOffset = first
      throw .invalidValue("member \"\(name)\" appears twice in one object", at: nameOffset)
    }
    guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
    return name
  }

  /// Whether another element comes, which must be read or skipped next; false steps out.
  package mutating func nextElement() throws(DecodingFailure) -> Bool {
    try step(closing: UInt8(ascii: "]"))
  }

  private mutating func open(_ bracket: UInt8, named name: String) throws(DecodingFailure) {
    skipSpace()
    guard peek == bracket else { throw unexpected(name) }
    guard hasMember.count < Self.nestingDepthMax else {
      expectation = "arrays and objects to nest at most \(Self.nestingDepthMax) deep"
      throw .limitExceeded(
        "depth of nesting", found: UInt64(hasMember.count + 1),
        limit: UInt64(Self.nestingDepthMax), at: position)
    }
    hasMember.append(false)
    names.append(JSONMemberNames())
    position += 1
  }

  private mutating func step(closing bracket: UInt8) throws(DecodingFailure) -> Bool {
    guard let isLater = hasMember.last else {
      preconditionFailure("a member is asked for outside of any array or object")
    }
    if take(bracket) {
      hasMember.removeLast()
      names.removeLast()
      return false
    }
    if isLater {
      let close = Character(Unicode.Scalar(bracket))
      guard take(UInt8(ascii: ",")) else { throw unexpected("`,` or `\(close)`") }
    }
    hasMember[hasMember.count - 1] = true
    return true
  }

  /// Passes over the next value, however deep, and gives the range of its bytes.
  @discardableResult
  package mutating func skipValue() throws(DecodingFailure) -> Range<Int> {
    let kind = try nextKind()
    let start = position
    switch kind {
    case .object:
      try enterObject()
      while try skipMemberName() { try skipValue() }
    case .array:
      try enterArray()
      while try nextElement() { try skipValue() }
    case .string: try skipString()
    case .number: _ = try readNumber()
    case .bool: _ = try readBool()
    case .null: try readNull()
    }
    return start..<position
  }

  private mutating func skipMemberName() throws(DecodingFailure) -> Bool {
    guard try step(closing: UInt8(ascii: "}")) else { return false }
    skipSpace()
    guard peek == UInt8(ascii: "\"") else { throw unexpected("the name of a member") }
    try skipString()
    guard take(UInt8(ascii: ":")) else { throw unexpected("`:`") }
    return true
  }

  var peek: UInt8? {
    guard position < bytes.byteCount else { return nil }
    // SAFETY: the guard proves that position lies inside bytes.
    return unsafe bytes.unsafeLoad(fromUncheckedByteOffset: position, as: UInt8.self)
  }

  mutating func skipSpace() {
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

  mutating func unexpected(_ expected: String) -> DecodingFailure {
    expectation = expected
    guard let byte = peek else { return .truncated(needed: 1, available: 0, at: position) }
    let found =
      (0x21..<0x7F).contains(byte)
      ? "`\(Character(Unicode.Scalar(byte)))`" : "byte 0x\(Hex.encode([byte]))"
    return .invalidValue("expected \(expected), found \(found)", at: position)
  }
}
