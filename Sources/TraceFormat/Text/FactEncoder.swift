extension JSONText {
  /// A fact as JSON: a case of an enumeration by its name, with what it carries; a structure by its
  /// members, as its table and ``JSONShaped`` have them.
  ///
  /// A case that carries nothing is its name, one that carries a value without a label is
  /// `{"name":value}`, any other `{"name":{"label":value}}`. 64-bit numbers are strings. So every
  /// enumeration whose coding the compiler writes has a form that ``JSONNode/fact(_:)`` reads back.
  package init(fact: some Encodable) {
    do {
      self = try FactEncoder.json(of: fact)
    } catch {
      preconditionFailure("a fact has no part that JSON has no form for: \(error)")
    }
  }

  /// An object whose members are facts, named and ordered as a table's (``JSONShaped``): `gone?` is left out where
  /// it is nil, empty or false. Anything else that is nil is `null`.
  package init(facts: KeyValuePairs<String, any Encodable>) {
    self = .object(
      facts.compactMap { name, fact in
        let key = FactName(name)
        let json = JSONText(fact: fact)
        return key.isOmittedEmpty && json.isEmptyFact ? nil : Member(key.path, json)
      })
  }

  /// Whether a member with a question mark in its table is left out.
  fileprivate var isEmptyFact: Bool {
    self == .null || self == .bool(false) || self == .array([])
  }
}

/// A value that has a JSON form of its own, and not that of its members.
public protocol JSONWritten: Encodable {
  /// The form that it has in a report's facts (`docs/report.md`).
  var json: JSONText { get }
}

extension JSONWritten {
  /// Writes ``json``.
  public func encode(to encoder: any Encoder) throws { try encoder.encode(json) }
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

final class FactEncoder: Encoder, FactCoder {
  typealias Member = (name: String, part: Part)

  enum Part {
    case made(JSONText)
    /// What is still added to.
    case open(FactEncoder)

    fileprivate var json: JSONText {
      switch self {
      case .made(let json): json
      case .open(let encoder): encoder.json
      }
    }
  }

  fileprivate var content: Content
  private var parts: [Member] = []

  fileprivate enum Content {
    case json(JSONText)
    case members
    /// The members of a case, which is a container in the container of its enumeration.
    case payload
    case elements
  }

  private init(_ content: Content) { self.content = content }

  fileprivate static func json<Fact: Encodable>(of value: Fact) throws -> JSONText {
    // Counts need no encoder; the type alone is compared quicker than a value is cast.
    if Fact.self == Int.self, let number = value as? Int { return .integer(number) }
    let encoder = FactEncoder(.json(.null))
    try encoder.encode(value)
    return encoder.json
  }

  fileprivate var json: JSONText {
    switch content {
    case .json(let json): return json
    case .elements: return .array(parts.map(\.part.json))
    case .payload where parts.count == 1 && parts[0].name == FactKey.whole:
      return parts[0].part.json
    case .members, .payload:
      if parts.count == 1, case .open(let payload) = parts[0].part, case .payload = payload.content,
        payload.parts.isEmpty
      {
        return .string(parts[0].name)
      }
      return .object(parts.map { JSONText.Member($0.name, $0.part.json) })
    }
  }

  fileprivate func encode<Fact: Encodable>(_ value: Fact) throws {
    try value.encode(to: self)
    // Nothing else has members that are not in its table, and what is in an optional has added them.
    guard case .members = content, Fact.self is any JSONShaped.Type,
      let shaped = value as? any JSONShaped
    else { return }
    shaped.addDerived(to: &parts)
  }

  func container<Key: CodingKey>(keyedBy _: Key.Type) -> KeyedEncodingContainer<Key> {
    content = .members
    return KeyedEncodingContainer(FactMembersEncoder(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    content = .elements
    return FactElementsEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    FactValueEncoder(encoder: self)
  }

  fileprivate var count: Int { parts.count }

  fileprivate func part(_ name: String = "", _ content: Content = .json(.null)) -> FactEncoder {
    let encoder = FactEncoder(content)
    parts.append((name, .open(encoder)))
    return encoder
  }

  fileprivate func add(_ value: some Encodable, _ name: FactName) throws {
    let json = try Self.json(of: value)
    if name.isOmittedEmpty, json.isEmptyFact { return }
    guard let outer = name.outer else { return parts.append((name.name, .made(json))) }
    guard case .open(let group)? = parts.first(where: { $0.name == outer })?.part else {
      return part(outer, .members).parts.append((name.name, .made(json)))
    }
    group.parts.append((name.name, .made(json)))
  }

  fileprivate func addElement(_ value: some Encodable) throws {
    parts.append(("", .made(try Self.json(of: value))))
  }
}

/// Nothing of a fact depends on where in another it is.
protocol FactCoder {}

extension FactCoder {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
}

/// Keys that coding as the compiler writes it has.
enum FactKey {
  /// The key of the only thing that a case carries, if it has no label.
  static let whole = "_0"
}

private struct FactMembersEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol, FactCoder {
  let encoder: FactEncoder

  func encodeNil(forKey key: Key) { _ = encoder.part(key.stringValue) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try encoder.add(value, FactName(key))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy _: Nested.Type, forKey key: Key)
    -> KeyedEncodingContainer<Nested>
  {
    KeyedEncodingContainer(
      FactMembersEncoder<Nested>(encoder: encoder.part(key.stringValue, .payload)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.part(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.part(key.stringValue) }
}

private struct FactElementsEncoder: UnkeyedEncodingContainer, FactCoder {
  let encoder: FactEncoder
  var count: Int { encoder.count }

  func encodeNil() { _ = encoder.part() }
  func encode(_ value: some Encodable) throws { try encoder.addElement(value) }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type)
    -> KeyedEncodingContainer<Nested>
  {
    encoder.part().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.part().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.part() }
}

private struct FactValueEncoder: SingleValueEncodingContainer, FactCoder {
  let encoder: FactEncoder

  func encodeNil() { encoder.content = .json(.null) }
  func encode(_ value: Bool) { encoder.content = .json(.bool(value)) }
  func encode(_ value: String) { encoder.content = .json(.string(value)) }
  func encode(_ value: some Encodable & BinaryFloatingPoint) {
    encoder.content = .json(.number("\(value)"))
  }
  func encode(_ value: Int) { encoder.content = .json(.integer(value)) }
  func encode<T: Encodable & FixedWidthInteger>(_ value: T) {
    encoder.content = .json(T.bitWidth < 64 ? .integer(Int(value)) : .wide(value))
  }
  func encode(_ value: some Encodable) throws { try encoder.encode(value) }
}
