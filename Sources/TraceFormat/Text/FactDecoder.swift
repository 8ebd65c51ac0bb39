extension JSONNode {
  /// The fact that ``JSONText/init(fact:)`` wrote here.
  ///
  /// - Throws: where in it something else was expected; members that are not known are refused.
  package func fact<Fact: Decodable>(_: Fact.Type = Fact.self) throws(JSONShapeFailure) -> Fact {
    do {
      return try Fact(from: FactDecoder(node: self))
    } catch let failure as JSONShapeFailure {
      throw failure
    } catch {
      // The compiler's own code found another number of cases than one, or no such word.
      throw failure(expected: "a fact of the kind `\(Fact.self)`")
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

/// Reads one value of JSON.
private struct FactDecoder: Decoder {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy _: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if case .string(let name) = node.json {
      return KeyedDecodingContainer(try FactMembersDecoder(node, [(name, nil)]))
    }
    return KeyedDecodingContainer(try FactMembersDecoder(node, node.members().map { ($0, $1) }))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    FactElementsDecoder(node: node, elements: try node.elements())
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    FactValueDecoder(node: node)
  }
}

private struct FactMembersDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let node: JSONNode
  /// A name without a value is that of a case that carries nothing.
  let members: [(name: String, value: JSONNode?)]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.compactMap { Self.key($0.name) } }

  init(_ node: JSONNode, _ members: [(name: String, value: JSONNode?)]) throws {
    if let stray = members.first(where: { Self.key($0.name) == nil }) {
      throw node.failure(expected: "a name that is known here", found: "`\(stray.name)`")
    }
    (self.node, self.members) = (node, members)
  }

  /// What the case of a name carries.
  init(payload: JSONNode?, of node: JSONNode) throws {
    if let payload, Key(stringValue: FactKey.whole) == nil {
      try self.init(payload, payload.members().map { ($0, $1) })
    } else {
      try self.init(payload ?? node, payload.map { [(FactKey.whole, $0)] } ?? [])
    }
  }

  /// The key of a name; the compiler's own code would take look-alikes for it too.
  private static func key(_ name: String) -> Key? {
    Key(stringValue: name).flatMap { $0.stringValue.hasSameBytes(as: name) ? $0 : nil }
  }

  private func member(_ key: Key) -> (name: String, value: JSONNode?)? {
    members.first { $0.name.hasSameBytes(as: key.stringValue) }
  }

  private func value(_ key: Key) throws -> JSONNode {
    guard let value = member(key)?.value else {
      throw node.failure(expected: "a member `\(key.stringValue)`", found: "none")
    }
    return value
  }

  func contains(_ key: Key) -> Bool { member(key) != nil }

  // What is nil has no member; null is a value of Realm's.
  func decodeNil(forKey _: Key) -> Bool { false }

  func decode<T: Decodable>(_: T.Type, forKey key: Key) throws -> T {
    try value(key).fact()
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey key: Key) throws
    -> KeyedDecodingContainer<Nested>
  {
    KeyedDecodingContainer(
      try FactMembersDecoder<Nested>(payload: member(key)?.value, of: node))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try FactDecoder(node: value(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { FactDecoder(node: node) }
  func superDecoder(forKey key: Key) throws -> any Decoder { FactDecoder(node: try value(key)) }
}

private struct FactElementsDecoder: UnkeyedDecodingContainer {
  let node: JSONNode
  let elements: [JSONNode]
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  private(set) var currentIndex = 0
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(node: JSONNode, elements: [JSONNode]) {
    (self.node, self.elements) = (node, elements)
  }

  private mutating func next() throws -> JSONNode {
    guard !isAtEnd else { throw node.failure(expected: "another element", found: "none") }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  func decodeNil() -> Bool { false }
  mutating func decode<T: Decodable>(_: T.Type) throws -> T { try next().fact() }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws
    -> KeyedDecodingContainer<Nested>
  {
    try FactDecoder(node: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try FactDecoder(node: next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { FactDecoder(node: try next()) }
}

private struct FactValueDecoder: SingleValueDecodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { node.json == .null }
  func decode(_: Bool.Type) throws -> Bool { try node.bool() }
  func decode(_: String.Type) throws -> String { try node.string() }
  func decode(_: Double.Type) throws -> Double { throw unwritten }
  func decode(_: Float.Type) throws -> Float { throw unwritten }
  func decode(_: Int.Type) throws -> Int { try node.integer() }
  func decode(_: Int8.Type) throws -> Int8 { try node.integer() }
  func decode(_: Int16.Type) throws -> Int16 { try node.integer() }
  func decode(_: Int32.Type) throws -> Int32 { try node.integer() }
  func decode(_: UInt8.Type) throws -> UInt8 { try node.integer() }
  func decode(_: UInt16.Type) throws -> UInt16 { try node.integer() }
  func decode(_: UInt32.Type) throws -> UInt32 { try node.integer() }
  func decode(_: Int64.Type) throws -> Int64 { try node.wide() }
  func decode(_: UInt64.Type) throws -> UInt64 { try node.wide() }
  func decode(_: UInt.Type) throws -> UInt { try node.wide() }
  func decode<T: Decodable>(_: T.Type) throws -> T { try node.fact() }

  private var unwritten: JSONShapeFailure { node.failure(expected: "no fraction") }
}
