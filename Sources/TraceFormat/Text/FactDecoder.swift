extension JSONNode {
  /// The fact that ``JSONText/init(fact:)`` wrote here; throws where in it something else was expected. Members that
  /// are not known are refused.
  package func fact<Fact: Decodable>(_: Fact.Type = Fact.self) throws(JSONShapeFailure) -> Fact {
    try fact(isOpen: false)
  }

  /// - Parameter isOpen: whether what is around the fact is (``JSONShaped/isOpen``).
  fileprivate func fact<Fact: Decodable>(isOpen: Bool) throws(JSONShapeFailure) -> Fact {
    let decoder = FactDecoder(self, of: Fact.self, isOpen: isOpen)
    do {
      let fact = try Fact(from: decoder)
      return try decoder.finished(fact)
    } catch let failure as JSONShapeFailure {
      throw failure
    } catch {
      throw unknown(Fact.self)
    }
  }

  /// The compiler's own code found another number of cases than one, or no such word.
  fileprivate func unknown(_ type: Any.Type) -> JSONShapeFailure {
    var words: [String] = []
    if let type = type as? any CaseIterable.Type { words = Self.words(type) }
    return failure(
      expected: words.isEmpty ? "a fact of the kind `\(type)`" : Self.alternatives(words))
  }

  private static func words<Words: CaseIterable>(_: Words.Type) -> [String] {
    Words.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }
}

extension Decodable {
  /// The fact in a file of JSON that is part of the package, and that its tests read.
  package init(embedded bytes: [UInt8]) {
    do {
      self = try JSONNode(JSONText(parsing: bytes)).fact()
    } catch {
      preconditionFailure("a file of the package does not have its form: \(error)")
    }
  }
}

extension Decoder {
  /// What replaces a value that has a JSON form of its own.
  package func jsonNode() throws -> JSONNode {
    if let decoder = self as? FactDecoder { return decoder.node }
    let text = try singleValueContainer().decode(String.self)
    return JSONNode(try JSONText(parsing: Array(text.utf8)))
  }
}

private final class FactDecoder: Decoder, FactCoder {
  let node: JSONNode
  let type: Any.Type
  /// Set where there are members.
  private var shape: (any JSONShaped.Type)?
  private(set) var isOpen: Bool
  /// What was read as the raw value of a word.
  var word: String?

  init(_ node: JSONNode, of type: Any.Type, isOpen: Bool) {
    (self.node, self.type, self.isOpen) = (node, type, isOpen)
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    shape = type as? any JSONShaped.Type
    isOpen = isOpen || shape?.isOpen == true
    if shape == nil, case .string(let name) = node.json {
      return KeyedDecodingContainer(try FactMembersDecoder(node, [(name, nil)], isOpen: isOpen))
    }
    let members = try node.members().filter { shape?.isDerived($0.name) != true }
    return KeyedDecodingContainer(
      try FactMembersDecoder(node, members.map { ($0, $1) }, isOpen: isOpen))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    FactElementsDecoder(node: node, elements: try node.elements(), isOpen: isOpen)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    FactValueDecoder(decoder: self)
  }

  /// What was read, with what the compiler's own code does not look at.
  func finished<Fact>(_ fact: Fact) throws -> Fact {
    if let word, let raw = (fact as? any RawRepresentable)?.rawValue as? String,
      !raw.hasSameBytes(as: word)
    {
      throw node.unknown(type)
    }
    guard shape != nil, var shaped = fact as? any JSONShaped else { return fact }
    try shaped.finish(reading: node)
    return shaped as? Fact ?? fact
  }
}

private struct FactMembersDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol, FactCoder {
  typealias Member = (path: String, value: JSONNode?)

  let node: JSONNode
  /// A name without a value is that of a case that carries nothing.
  private var members: [Member] = []
  private let isOpen: Bool
  var allKeys: [Key] { members.compactMap { Self.key($0.path) } }

  init(_ node: JSONNode, _ members: [Member], isOpen: Bool) throws {
    (self.node, self.isOpen) = (node, isOpen)
    for member in members {
      if Self.key(member.path) != nil {
        self.members.append(member)
      } else if let inner = try Self.group(member) {
        self.members += inner
      } else if !isOpen {
        throw Self.stray(member.path, in: node)
      }
    }
  }

  /// The members of a member that the table names by their paths; nil for another member.
  private static func group(_ member: Member) throws -> [Member]? {
    guard let node = member.value, case .object? = member.value?.json else { return nil }
    let inner = try node.members()
    func path(_ name: String) -> String { "\(member.path).\(name)" }
    guard inner.contains(where: { key(path($0.name)) != nil }) else { return nil }
    if let other = inner.first(where: { key(path($0.name)) == nil }) {
      throw stray(other.name, in: node)
    }
    return inner.map { (path($0.name), $0.node) }
  }

  private static func stray(_ name: String, in node: JSONNode) -> JSONShapeFailure {
    var failure = node.failure(expected: "a name that is known here", found: "`\(name)`")
    failure.member = name
    return failure
  }

  /// What the case of a name carries.
  init(payload: JSONNode?, of node: JSONNode, isOpen: Bool) throws {
    if let payload, Key(stringValue: FactKey.whole) == nil {
      try self.init(payload, payload.members().map { ($0, $1) }, isOpen: isOpen)
    } else {
      try self.init(payload ?? node, payload.map { [(FactKey.whole, $0)] } ?? [], isOpen: isOpen)
    }
  }

  /// The key of a path; the compiler's own code would take look-alikes for it too.
  private static func key(_ path: String) -> Key? {
    func known(_ text: String) -> Key? {
      Key(stringValue: text).flatMap { $0.stringValue.hasSameBytes(as: text) ? $0 : nil }
    }
    return known(path) ?? known(path + "?")
  }

  private func member(_ key: Key) -> Member? {
    let path = FactName(key).path
    return members.first { $0.path.hasSameBytes(as: path) }
  }

  private func value(_ key: Key) throws -> JSONNode {
    guard let value = member(key)?.value else {
      throw node.failure(expected: "a member `\(FactName(key).path)`", found: "none")
    }
    return value
  }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  // What is nil has no member; null is a value of Realm's. Tables have null for what is not known.
  func decodeNil(forKey key: Key) -> Bool { isOpen && member(key)?.value?.json == .null }

  func decode<T: Decodable>(_: T.Type, forKey key: Key) throws -> T {
    if member(key) == nil, FactName(key).isOmittedEmpty {
      return try JSONNode(T.self == Bool.self ? .bool(false) : .array([]), path: node.path).fact()
    }
    return try value(key).fact(isOpen: isOpen)
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    KeyedDecodingContainer(
      try FactMembersDecoder<Nested>(payload: member(key)?.value, of: node, isOpen: isOpen))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(value(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder(node) }
  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(try value(key)) }

  private func decoder(_ node: JSONNode) -> FactDecoder {
    FactDecoder(node, of: Any.self, isOpen: isOpen)
  }
}

private struct FactElementsDecoder: UnkeyedDecodingContainer, FactCoder {
  let node: JSONNode
  let elements: [JSONNode]
  let isOpen: Bool
  var count: Int? { elements.count }
  private(set) var currentIndex = 0
  var isAtEnd: Bool { currentIndex >= elements.count }

  private mutating func next() throws -> JSONNode {
    guard !isAtEnd else { throw node.failure(expected: "another element", found: "none") }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  func decodeNil() -> Bool { false }
  mutating func decode<T: Decodable>(_: T.Type) throws -> T { try next().fact(isOpen: isOpen) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try nextDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try nextDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try nextDecoder() }

  private mutating func nextDecoder() throws -> FactDecoder {
    FactDecoder(try next(), of: Any.self, isOpen: isOpen)
  }
}

private struct FactValueDecoder: SingleValueDecodingContainer, FactCoder {
  let decoder: FactDecoder
  private var node: JSONNode { decoder.node }

  func decodeNil() -> Bool { node.json == .null }
  func decode(_: Bool.Type) throws -> Bool { try node.bool() }
  func decode(_: String.Type) throws -> String {
    let text = try node.string()
    decoder.word = text
    return text
  }
  func decode<T: Decodable & BinaryFloatingPoint>(_: T.Type) throws -> T {
    throw node.failure(expected: "no fraction")
  }
  // A number of things, or an index: 32 bits at most, so that sums of some of them are numbers too.
  func decode(_: Int.Type) throws -> Int { Int(try node.integer(UInt32.self)) }
  func decode<T: Decodable & FixedWidthInteger>(_: T.Type) throws -> T {
    try T.bitWidth < 64 ? node.integer() : node.wide()
  }
  func decode<T: Decodable>(_: T.Type) throws -> T { try node.fact(isOpen: decoder.isOpen) }
}
