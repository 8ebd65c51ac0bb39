internal import RealmModel
internal import TraceFormat

/// The operations of a transaction, each named by its first word (`docs/scenario.md`).
enum ScenarioOperation: String, CaseIterable {
  case create, update, delete, increment
  case insert, append, move, remove, clear, add
  case addClass, addProperty, removeClass, removeProperty
  case instruction

  /// Reads one operation and does it to the replica.
  static func perform(
    _ node: JSONNode, on replica: inout ScenarioReplica
  ) throws(JSONShapeFailure) {
    var members = try JSONMembers(node)
    let names = try node.members().map(\.name)
    guard let operation = allCases.first(where: { names.contains($0.rawValue) }),
      let target = members.take(operation.rawValue)
    else {
      throw node.failure(
        expected: "an operation: " + JSONNode.alternatives(allCases.map(\.rawValue)))
    }
    try operation.perform(target, &members, on: &replica)
    try members.finish()
  }

  private func perform(
    _ target: JSONNode, _ members: inout JSONMembers, on replica: inout ScenarioReplica
  ) throws(JSONShapeFailure) {
    switch self {
    case .create: try replica.create(target, &members)
    case .delete: try replica.delete(replica.objectName(target), at: target)
    case .update: try replica.update(target, &members)
    case .increment: try replica.increment(target, &members)
    case .insert: try replica.insert(target, &members)
    case .append: try replica.append(target, &members)
    case .move: try replica.move(target, &members)
    case .remove: try replica.remove(target, &members)
    case .clear: try replica.clear(target)
    case .add: try replica.add(target, &members)
    case .addClass:
      try replica.add([WrittenClass(name: try target.string(), &members)], at: target)
    case .addProperty: try replica.addProperty(target, &members)
    case .removeClass: try replica.removeClass(try target.string(), at: target)
    case .removeProperty:
      let (className, name) = try replica.propertyName(target)
      try replica.removeProperty(name, of: className, at: target)
    case .instruction: try replica.recordRaw(target, &members)
    }
  }
}

extension ScenarioReplica {
  // MARK: Objects and values

  fileprivate mutating func create(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let object = try objectName(target)
    try create(object, at: target)
    let place = ScenarioPlace(object: object, steps: [])
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
    let value = try value(given, as: settable(place, target).kind)
    try write(value, at: place, isDefault: isDefault, target)
  }

  /// Sets properties of an object, or entries of a dictionary, in the order of the file.
  mutating func setProperties(
    _ node: JSONNode, at object: ScenarioPlace, isDefault: Bool = false
  ) throws(JSONShapeFailure) {
    for (name, member) in try node.members() {
      let place = object.appending(.key(name))
      let value = try value(member, as: settable(place, member).kind)
      try write(value, at: place, isDefault: isDefault, member)
    }
  }

  /// A place that may be written to: not an object as a whole, not a primary key.
  private func settable(
    _ place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioSlot {
    let slot = try slot(at: place, node)
    if case .object = slot.kind {
      throw node.failure(
        expected: "`set` with the properties of the object, or a property's address")
    }
    guard place.steps.count > 1 || !isPrimaryKey(place) else {
      throw node.failure(expected: "a property other than the primary key")
    }
    if case .key(let key)? = place.steps.last, try isEntry(place, node) {
      try Self.check(dictionaryKey: key, node)
    }
    return slot
  }

  private func isPrimaryKey(_ place: ScenarioPlace) -> Bool {
    guard let name = self.class(place.object.className)?.primaryKey else { return false }
    return place.steps == [.key(name)]
  }

  func isEntry(
    _ place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> Bool {
    var holder = place
    holder.steps.removeLast()
    if case .dictionary = try slot(at: holder, node).value { return true }
    return false
  }

  fileprivate mutating func increment(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try self.place(target)
    let operand = try members.require("by").integer(Int64.self)
    guard case .int(let value)? = try slot(at: place, target).value, !isPrimaryKey(place),
      case .key? = place.steps.last, try !isEntry(place, target)
    else { throw target.failure(expected: "a property that holds an integer") }
    record(.addInteger(place, operand))
    store(.int(value &+ operand), at: place)
  }

  // MARK: Schema

  fileprivate mutating func addProperty(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let (className, name) = try propertyName(target)
    let property = try WrittenProperty(name: name, notation: members.require("type"))
    try add(property, to: className, at: target)
  }

  /// Reads `["Class", "property"]`.
  fileprivate func propertyName(
    _ node: JSONNode
  ) throws(JSONShapeFailure) -> (String, String) {
    let parts = try node.elements()
    guard parts.count == 2 else { throw node.failure(expected: "[\"Class\", \"property\"]") }
    return (try parts[0].string(), try parts[1].string())
  }

  // MARK: Addresses

  /// Reads `["Class", key, "property", step…]`, or `["Class", key]` for an object itself.
  func place(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioPlace {
    let parts = try node.elements()
    guard parts.count >= 2 else {
      throw node.failure(expected: "an address: [\"Class\", key, \"property\", step, ...]")
    }
    let className = try parts[0].string()
    let object = ScenarioObjectName(className: className, key: try key(parts[1], of: className))
    var place = ScenarioPlace(object: object, steps: [])
    for part in parts.dropFirst(2) { place.steps.append(try Self.step(part)) }
    return place
  }

  static func step(_ node: JSONNode) throws(JSONShapeFailure) -> ScenarioPlace.Step {
    switch node.json {
    case .string(let name): return .key(name)
    case .number(let digits):
      guard let index = UInt32(digits) else { throw node.failure(expected: "an index of a list") }
      return .index(Int(index))
    default: throw node.failure(expected: "a property, a key, or an index of a list")
    }
  }
}
