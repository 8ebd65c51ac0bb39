internal import RealmModel
internal import TraceFormat

/// Values read as the schema wants them. The replica does it, because a link must lead to an
/// object that exists at this point of the session.
extension ScenarioReplica {
  /// Reads a value that fits a place.
  func value(
    _ node: JSONNode, as kind: ScenarioSlot.Kind
  ) throws(JSONShapeFailure) -> ScenarioValue {
    switch kind {
    case .object:
      throw node.failure(expected: "the address of a property, not of an object")
    case .collection(let collection, _, _):
      return try self.collection(node, collection, of: kind.element)
    case .single(let type, let isOptional):
      if node.json == .null {
        guard isOptional else { throw node.failure(expected: "a value of type \(type.name)") }
        return .null
      }
      switch type {
      case .mixed: return try mixed(node)
      case .scalar(let scalar): return try ScenarioLiteral.scalar(node, scalar)
      case .object(let className): return try object(node, of: className)
      }
    }
  }

  private func collection(
    _ node: JSONNode, _ kind: CollectionKind, of element: ScenarioSlot.Kind
  ) throws(JSONShapeFailure) -> ScenarioValue {
    switch kind {
    case .list, .single: return .list(try elements(node, of: element))
    case .set:
      var distinct: [ScenarioValue] = []
      for value in try elements(node, of: element) where !distinct.contains(value) {
        distinct.append(value)
      }
      return .set(distinct)
    case .dictionary: return .dictionary(try entries(node, of: element))
    }
  }

  private func elements(
    _ node: JSONNode, of kind: ScenarioSlot.Kind
  ) throws(JSONShapeFailure) -> [ScenarioValue] {
    var values: [ScenarioValue] = []
    for element in try node.elements() { values.append(try value(element, as: kind)) }
    return values
  }

  private func entries(
    _ node: JSONNode, of kind: ScenarioSlot.Kind
  ) throws(JSONShapeFailure) -> [String: ScenarioValue] {
    var entries: [String: ScenarioValue] = [:]
    for (key, entry) in try node.members() {
      try Self.check(dictionaryKey: key, entry)
      entries[key] = try value(entry, as: kind)
    }
    return entries
  }

  static func check(dictionaryKey key: String, _ node: JSONNode) throws(JSONShapeFailure) {
    guard !key.hasPrefix("$"), !key.contains(".") else {
      throw node.failure(
        expected: "a key that does not begin with `$` and has no `.`", found: "`\(key)`")
    }
  }

  // MARK: Mixed

  private func mixed(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioValue {
    switch node.json {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .string(let text): return .string(text)
    case .number(let digits):
      let isInteger = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
      return try ScenarioLiteral.plain(node, isInteger ? .int : .double)
    case .array: return .list(try elements(node, of: .single(.mixed, isOptional: true)))
    case .object: return try taggedMixed(node)
    }
  }

  private func taggedMixed(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioValue {
    let element = ScenarioSlot.Kind.single(.mixed, isOptional: true)
    guard let (tag, content) = ScenarioLiteral.tagged(node) else {
      return .dictionary(try entries(node, of: element))
    }
    switch tag {
    case "$link": return .link(try link(content))
    case "$list": return .list(try elements(content, of: element))
    case "$dictionary": return .dictionary(try entries(content, of: element))
    default: break
    }
    guard let type = ScenarioLiteral.tags.first(where: { $0.key == tag })?.value else {
      let known = ScenarioLiteral.tags.map(\.key) + ["$link", "$list", "$dictionary"]
      throw node.failure(expected: JSONNode.alternatives(known), found: "`\(tag)`")
    }
    return try ScenarioLiteral.plain(content, type)
  }

  // MARK: Links and embedded objects

  private func object(
    _ node: JSONNode, of className: String
  ) throws(JSONShapeFailure) -> ScenarioValue {
    guard let target = self.class(className) else { throw unknownClass(className, at: node) }
    guard target.kind == .embedded else {
      if let (tag, content) = ScenarioLiteral.tagged(node), tag == "$link" {
        let object = try link(content)
        guard object.className == className else {
          throw node.failure(expected: "a link to \(className)")
        }
        return .link(object)
      }
      let object = ScenarioObjectName(className: className, key: try key(node, of: className))
      return .link(try existing(object, node))
    }
    var fields: [String: ScenarioValue] = [:]
    for (name, member) in try node.members() {
      guard let property = target.property(name) else {
        throw unknownProperty(name, of: className, at: member)
      }
      fields[name] = try value(member, as: property.slotKind)
    }
    return .object(fields)
  }

  private func link(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioObjectName {
    try existing(objectName(node), node)
  }

  private func existing(
    _ object: ScenarioObjectName, _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioObjectName {
    guard contains(object) else {
      throw node.failure(
        expected: "the key of an object of \(object.className) that exists at this point")
    }
    return object
  }

  /// Reads `["Class", key]`.
  func objectName(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioObjectName {
    let parts = try node.elements()
    guard parts.count == 2 else { throw node.failure(expected: "[\"Class\", key]") }
    let className = try parts[0].string()
    return ScenarioObjectName(className: className, key: try key(parts[1], of: className))
  }

  /// Reads the key of an object as its class wants it.
  func key(
    _ node: JSONNode, of className: String
  ) throws(JSONShapeFailure) -> ScenarioKey {
    guard let owner = self.class(className) else { throw unknownClass(className, at: node) }
    guard owner.kind != .embedded else {
      throw node.failure(
        expected: "a class that is not embedded, as only those have keys",
        found: "`\(className)`")
    }
    guard let property = owner.primaryKeyProperty, case .scalar(let type) = property.type else {
      return try Self.globalKey(node)
    }
    if property.isOptional && node.json == .null { return .null }
    switch try ScenarioLiteral.scalar(node, type) {
    case .int(let value): return .int(value)
    case .string(let text): return .string(text)
    case .objectID(let value): return .objectID(value)
    case .uuid(let value): return .uuid(value)
    default: throw node.failure(expected: "a primary key")
    }
  }

  static func globalKey(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioKey {
    guard let (tag, content) = ScenarioLiteral.tagged(node), tag == "$globalKey" else {
      throw node.failure(expected: "{\"$globalKey\": [high, low]}")
    }
    let parts = try content.elements()
    guard parts.count == 2 else { throw content.failure(expected: "[high, low]") }
    return .globalKey(GlobalKey(high: try parts[0].integer(), low: try parts[1].integer()))
  }
}
