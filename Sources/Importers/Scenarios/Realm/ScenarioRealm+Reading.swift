internal import RealmModel
internal import TraceFormat

/// Values read as the schema wants them. The Realm does it, because a link must lead to an object
/// that exists at this point of the session.
extension ScenarioRealm {
  func value(_ node: JSONNode, as property: PropertySchema) throws(JSONShapeFailure) -> Value {
    switch property.collection {
    case .list: return .list(try elements(node, of: property.element))
    case .set:
      return .set(
        try node.elements().map { node throws(JSONShapeFailure) in
          try setElement(node, property.element)
        })
    case .dictionary: return .dictionary(try entries(node, of: property.element))
    case .single: break
    }
    if node.json == .null {
      guard property.isOptional else {
        throw node.failure(expected: "a value of type \(property.typeName)")
      }
      return .null
    }
    if let target = property.target { return try object(node, of: target) }
    guard property.type != .mixed else { return try mixed(node) }
    return try ScenarioLiteral.scalar(node, property.type)
  }

  private func elements(
    _ node: JSONNode, of element: PropertySchema
  ) throws(JSONShapeFailure) -> [Value] {
    try node.elements().map { node throws(JSONShapeFailure) in try value(node, as: element) }
  }

  /// Reads an element of a set: a set of Mixed holds everything but lists and dictionaries.
  func setElement(_ node: JSONNode, _ element: PropertySchema) throws(JSONShapeFailure) -> Value {
    switch try value(node, as: element) {
    case .list, .dictionary:
      throw node.failure(
        expected: "a value other than a list or a dictionary, which no set can hold")
    case let value: return value
    }
  }

  private func entries(
    _ node: JSONNode, of element: PropertySchema
  ) throws(JSONShapeFailure) -> [Value.Entry] {
    try node.namedMembers().map { key, entry throws(JSONShapeFailure) in
      try Self.check(dictionaryKey: key, entry)
      return Value.Entry(key: key, value: try value(entry, as: element))
    }.sorted { $0.key < $1.key }
  }

  static func check(dictionaryKey key: RealmString, _ node: JSONNode) throws(JSONShapeFailure) {
    guard key.bytes.first != UInt8(ascii: "$"), !key.bytes.contains(UInt8(ascii: ".")) else {
      throw node.failure(
        expected: "a key that does not begin with `$` and has no `.`", found: "`\(key)`")
    }
  }

  private func mixed(_ node: JSONNode) throws(JSONShapeFailure) -> Value {
    switch node.json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(RealmString(text))
    case .number(let digits):
      let isInteger = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
      return try ScenarioLiteral.plain(node, isInteger ? .int : .double)
    case .array: return .list(try elements(node, of: .mixed))
    case .object: return try taggedMixed(node)
    }
  }

  private func taggedMixed(_ node: JSONNode) throws(JSONShapeFailure) -> Value {
    guard let (tag, content) = node.tagged else {
      return .dictionary(try entries(node, of: .mixed))
    }
    switch tag {
    case "string": return .string(try node.realmString())
    case "link": return .link(try link(content))
    case "list": return .list(try elements(content, of: .mixed))
    case "dictionary": return .dictionary(try entries(content, of: .mixed))
    default: break
    }
    guard let type = ScenarioLiteral.tags.first(where: { $0.key == tag })?.value else {
      let known = ScenarioLiteral.tags.map(\.key) + ["string", "link", "list", "dictionary"]
      throw node.failure(
        expected: JSONNode.alternatives(known.map { "$\($0)" }), found: "`$\(tag)`")
    }
    return try ScenarioLiteral.plain(content, type)
  }

  private func object(
    _ node: JSONNode, of className: RealmString
  ) throws(JSONShapeFailure) -> Value {
    guard let target = self.class(className) else { throw unknownClass(className, at: node) }
    guard target.kind == .embedded else {
      if let (tag, content) = node.tagged, tag == "link" {
        let link = try link(content)
        guard link.className == className else {
          throw node.failure(expected: "a link to \(className)")
        }
        return .link(link)
      }
      let object = ObjectName(className: className, key: try key(node, of: className))
      return .link(try link(to: object, node))
    }
    let properties = try node.namedMembers().map { name, member throws(JSONShapeFailure) in
      guard let property = target.property(name) else {
        throw unknownProperty(name, of: className, at: member)
      }
      return Value.Entry(key: name, value: try value(member, as: property))
    }.sorted { $0.key < $1.key }
    return .embedded(Value.EmbeddedObject(className: className, properties: properties))
  }

  private func link(_ node: JSONNode) throws(JSONShapeFailure) -> Value.Link {
    try link(to: objectName(node), node)
  }

  private func link(
    to object: ObjectName, _ node: JSONNode
  ) throws(JSONShapeFailure) -> Value.Link {
    guard find(object) != nil else {
      throw node.failure(
        expected: "the key of an object of \(object.className) that exists at this point")
    }
    return Value.Link(className: object.className, key: object.key)
  }

  /// Reads `["Class", key]`.
  func objectName(_ node: JSONNode) throws(JSONShapeFailure) -> ObjectName {
    let parts = try node.elements()
    guard parts.count == 2 else { throw node.failure(expected: "[\"Class\", key]") }
    let className = try parts[0].realmString()
    return ObjectName(className: className, key: try key(parts[1], of: className))
  }

  func key(
    _ node: JSONNode, of className: RealmString
  ) throws(JSONShapeFailure) -> PrimaryKeyValue {
    guard let owner = self.class(className) else { throw unknownClass(className, at: node) }
    guard owner.kind != .embedded else {
      throw node.failure(
        expected: "a class that is not embedded, as only those have keys",
        found: "`\(className)`")
    }
    guard let property = owner.primaryKeyProperty else { return try Self.globalKey(node) }
    if property.isOptional && node.json == .null { return .null }
    return try Self.key(ScenarioLiteral.scalar(node, property.type), node)
  }

  static func key(_ value: Value, _ node: JSONNode) throws(JSONShapeFailure) -> PrimaryKeyValue {
    switch value {
    case .null: .null
    case .int(let value): .int(value)
    case .string(let text): .string(text)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    default: throw node.failure(expected: "a primary key")
    }
  }

  static func globalKey(_ node: JSONNode) throws(JSONShapeFailure) -> PrimaryKeyValue {
    guard let (tag, content) = node.tagged, tag.hasSameBytes(as: "globalKey") else {
      throw node.failure(expected: "{\"$globalKey\": [high, low]}")
    }
    let parts = try content.elements()
    guard parts.count == 2 else { throw content.failure(expected: "[high, low]") }
    return .globalKey(GlobalKey(high: try parts[0].integer(), low: try parts[1].integer()))
  }
}

extension PropertySchema {
  /// What is inside the collections of a Mixed.
  static let mixed = PropertySchema(
    name: .empty, type: .mixed, isOptional: true, collection: .single, target: nil)
}
