internal import RealmModel
internal import TraceFormat

/// The operations of a transaction, each named by its first word (`docs/scenario.md`).
enum ScenarioOperation: String, CaseIterable {
  case create, update, delete, increment
  case insert, append, move, remove, clear, add
  case addClass, addProperty, removeClass, removeProperty
  case instruction

  static func perform(_ node: JSONNode, on realm: inout ScenarioRealm) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let names = try node.members().map { TextBytes($0.name) }
    guard let operation = allCases.first(where: { names.contains(TextBytes($0.rawValue)) }),
      let target = members.take(operation.rawValue)
    else {
      throw node.failure(
        expected: "an operation: " + JSONNode.alternatives(allCases.map(\.rawValue)))
    }
    try operation.perform(target, &members, on: &realm)
    try members.finish()
  }

  private func perform(
    _ target: JSONNode, _ members: inout JSONMembers, on realm: inout ScenarioRealm
  ) throws(JSONShapeFailure) {
    switch self {
    case .create: try realm.create(target, &members)
    case .delete: try realm.delete(realm.objectName(target), at: target)
    case .update: try realm.update(target, &members)
    case .increment: try realm.increment(target, &members)
    case .insert: try realm.insert(target, &members)
    case .append: try realm.append(target, &members)
    case .move: try realm.move(target, &members)
    case .remove: try realm.remove(target, &members)
    case .clear: try realm.clear(target)
    case .add: try realm.add(target, &members)
    case .addClass:
      try realm.add([ClassSchema(name: target.realmString(), &members)], at: target)
    case .addProperty: try realm.addProperty(target, &members)
    case .removeClass: try realm.removeClass(target.realmString(), at: target)
    case .removeProperty:
      let (className, name) = try realm.propertyName(target)
      try realm.removeProperty(name, of: className, at: target)
    case .instruction: try realm.recordRaw(target, &members)
    }
  }
}

extension ScenarioRealm {
  fileprivate mutating func create(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let object = try objectName(target)
    try create(object, at: target)
    let place = ScenarioPlace(object: object)
    if let defaults = members.take("defaults") {
      try setProperties(defaults, at: place, isDefault: true)
    }
    if let values = members.take("set") { try setProperties(values, at: place) }
  }

  fileprivate mutating func update(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try self.place(target)
    if let values = members.take("set") { return try setProperties(values, at: place) }
    let given = try members.require("value")
    let isDefault = try members.take("default")?.bool() ?? false
    let (property, address) = try settable(place, target)
    transaction.write(try value(given, as: property), property, at: address, isDefault: isDefault)
  }

  /// Sets properties of an object, or entries of a dictionary, in the order of the file.
  mutating func setProperties(
    _ node: JSONNode, at object: ScenarioPlace, isDefault: Bool = false
  ) throws(JSONShapeFailure) {
    for (name, member) in try node.namedMembers() {
      let (property, address) = try settable(object.appending(.key(name)), member)
      transaction.write(
        try value(member, as: property), property, at: address, isDefault: isDefault)
    }
  }

  /// A place that may be written to: not an object as a whole, not a primary key.
  private func settable(
    _ place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> (property: PropertySchema, address: CellAddress) {
    guard case .value(let property, let address) = try slot(at: place, node).kind else {
      throw node.failure(
        expected: "`set` with the properties of the object, or a property's address")
    }
    guard !isPrimaryKey(place) else {
      throw node.failure(expected: "a property other than the primary key")
    }
    if case .key(let key)? = address.path.last { try Self.check(dictionaryKey: key, node) }
    return (property, address)
  }

  private func isPrimaryKey(_ place: ScenarioPlace) -> Bool {
    guard let name = self.class(place.object.className)?.primaryKey else { return false }
    return place.steps == [.key(name)]
  }

  fileprivate mutating func increment(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try self.place(target)
    let operand = try members.require("by").integer(Int64.self)
    let slot = try slot(at: place, target)
    guard case .value(_, let address) = slot.kind, case .int? = slot.cell, !isPrimaryKey(place),
      address.path.isEmpty
    else { throw target.failure(expected: "a property that holds an integer") }
    transaction.add(operand, at: address)
  }

  fileprivate mutating func addProperty(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let (className, name) = try propertyName(target)
    let property = try PropertySchema(name: name, notation: members.require("type"))
    try add(property, to: className, at: target)
  }

  /// Reads `["Class", "property"]`.
  fileprivate func propertyName(
    _ node: JSONNode
  ) throws(JSONShapeFailure) -> (RealmString, RealmString) {
    let parts = try node.elements()
    guard parts.count == 2 else { throw node.failure(expected: "[\"Class\", \"property\"]") }
    return (try parts[0].realmString(), try parts[1].realmString())
  }

  /// Reads `["Class", key, "property", step…]`, or `["Class", key]` for an object itself.
  func place(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioPlace {
    let parts = try node.elements()
    guard parts.count >= 2 else {
      throw node.failure(expected: "an address: [\"Class\", key, \"property\", step, ...]")
    }
    let className = try parts[0].realmString()
    return ScenarioPlace(
      object: ObjectName(className: className, key: try key(parts[1], of: className)),
      steps: try parts.dropFirst(2).map(Self.step))
  }

  static func step(_ node: JSONNode) throws(JSONShapeFailure) -> PathStep {
    switch node.json {
    case .string: return .key(try node.realmString())
    case .object where node.tagged?.tag == "string": return .key(try node.realmString())
    case .number(let digits):
      guard let index = UInt32(digits) else { throw node.failure(expected: "an index of a list") }
      return .index(index)
    default: throw node.failure(expected: "a property, a key, or an index of a list")
    }
  }
}
