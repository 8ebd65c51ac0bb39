extension JSONText {
  /// A fact as JSON: a case of an enumeration by its name, with what it carries; a structure by its
  /// members.
  ///
  /// A case that carries nothing is its name, one that carries a value without a label is
  /// `{"name":value}`, any other `{"name":{"label":value}}`. 64-bit numbers are strings. So every
  /// enumeration whose coding the compiler writes has a form that ``JSONNode/fact(_:)`` reads back.
  package init(fact: some Encodable) {
    let encoder = FactEncoder()
    do {
      try fact.encode(to: encoder)
    } catch {
      preconditionFailure("a fact has no part that JSON has no form for: \(error)")
    }
    self = encoder.content.json
  }
}

extension Encoder {
  /// Encodes a value that has a JSON form of its own.
  package func encode(_ json: JSONText) throws {
    if let encoder = self as? FactEncoder {
      encoder.content = .json(json)
    } else {
      var container = singleValueContainer()
      try container.encode(json.text())
    }
  }
}

/// Puts the JSON of one value together.
private final class FactEncoder: Encoder {
  var content = Content.json(.null)
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// What has been encoded so far.
  enum Content {
    case json(JSONText)
    case members([(name: String, encoder: FactEncoder)])
    /// The members of a case, which is a container in the container of its enumeration.
    case payload([(name: String, encoder: FactEncoder)])
    case elements([FactEncoder])

    var json: JSONText {
      switch self {
      case .json(let json): return json
      case .elements(let elements): return .array(elements.map(\.content.json))
      case .payload(let members) where members.count == 1 && members[0].name == FactKey.whole:
        return members[0].encoder.content.json
      case .members(let members), .payload(let members):
        if members.count == 1, case .payload(let payload) = members[0].encoder.content,
          payload.isEmpty
        {
          return .string(members[0].name)
        }
        return .object(members.map { JSONText.Member($0.name, $0.encoder.content.json) })
      }
    }
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    content = .members([])
    return KeyedEncodingContainer(FactMembersEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .elements([])
    return FactElementsEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    FactValueEncoder(encoder: self)
  }

  /// The encoder of a member that is added.
  func member(_ name: String) -> FactEncoder {
    let encoder = FactEncoder()
    switch content {
    case .members(let members): content = .members(members + [(name, encoder)])
    case .payload(let members): content = .payload(members + [(name, encoder)])
    case .json, .elements: content = .members([(name, encoder)])
    }
    return encoder
  }

  /// The encoder of an element that is added.
  func element() -> FactEncoder {
    let encoder = FactEncoder()
    guard case .elements(let elements) = content else {
      content = .elements([encoder])
      return encoder
    }
    content = .elements(elements + [encoder])
    return encoder
  }
}

/// Keys that coding as the compiler writes it has.
enum FactKey {
  /// The key of the only thing that a case carries, if it has no label.
  static let whole = "_0"
}

private struct FactMembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: FactEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { encoder.member(key.stringValue).content = .json(.null) }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try value.encode(to: encoder.member(key.stringValue))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    let nested = encoder.member(key.stringValue)
    nested.content = .payload([])
    return KeyedEncodingContainer(FactMembersEncoder<Nested>(encoder: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.member(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key.stringValue) }
}

private struct FactElementsEncoder: UnkeyedEncodingContainer {
  let encoder: FactEncoder
  var codingPath: [any CodingKey] { [] }
  var count: Int { if case .elements(let elements) = encoder.content { elements.count } else { 0 } }

  func encodeNil() { encoder.element().content = .json(.null) }
  func encode(_ value: some Encodable) throws { try value.encode(to: encoder.element()) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    encoder.element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.element().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.element() }
}

private struct FactValueEncoder: SingleValueEncodingContainer {
  let encoder: FactEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.content = .json(.null) }
  func encode(_ value: Bool) { encoder.content = .json(.bool(value)) }
  func encode(_ value: String) { encoder.content = .json(.string(value)) }
  func encode(_ value: Double) { encoder.content = .json(.number(value.description)) }
  func encode(_ value: Float) { encoder.content = .json(.number(value.description)) }
  func encode(_ value: Int) { encoder.content = .json(.integer(value)) }
  func encode(_ value: Int8) { encoder.content = .json(.integer(Int(value))) }
  func encode(_ value: Int16) { encoder.content = .json(.integer(Int(value))) }
  func encode(_ value: Int32) { encoder.content = .json(.integer(Int(value))) }
  func encode(_ value: UInt8) { encoder.content = .json(.integer(Int(value))) }
  func encode(_ value: UInt16) { encoder.content = .json(.integer(Int(value))) }
  func encode(_ value: UInt32) { encoder.content = .json(.integer(Int(value))) }
  func encode(_ value: Int64) { encoder.content = .json(.wide(value)) }
  func encode(_ value: UInt64) { encoder.content = .json(.wide(value)) }
  func encode(_ value: UInt) { encoder.content = .json(.wide(value)) }
  func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
}
