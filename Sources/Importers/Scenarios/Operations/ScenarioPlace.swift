internal import RealmModel
internal import TraceFormat

/// A place in a Realm as a scenario names it: a top-level object and the steps from it to a value.
struct ScenarioPlace: Hashable {
  var object: ObjectName
  /// Properties and keys of dictionaries by name, elements of lists by index; the first step is always a property.
  var steps: [PathStep] = []

  func appending(_ step: PathStep) -> ScenarioPlace {
    ScenarioPlace(object: object, steps: steps + [step])
  }
}

/// What can stand at a place, and what stands there now.
struct ScenarioSlot {
  enum Kind: Hashable {
    case object(ObjectAddress)
    /// The value of a property; of one that is not a collection, where it is an element of one.
    case value(PropertySchema, CellAddress)
  }

  var kind: Kind
  /// Absent for a top-level object, and for the entry of a dictionary that has no such key.
  var cell: Cell?
}

extension ScenarioRealm {
  func find(_ object: ObjectName) -> ObjectAddress? { transaction.state.address(of: object) }

  func slot(at place: ScenarioPlace, _ node: JSONNode) throws(JSONShapeFailure) -> ScenarioSlot {
    guard let object = find(place.object) else {
      throw node.failure(expected: "an object that exists", found: "none with this key")
    }
    var slot = ScenarioSlot(kind: .object(object))
    for step in place.steps { slot = try self.step(step, from: slot, node) }
    return slot
  }

  private func step(
    _ step: PathStep, from slot: ScenarioSlot, _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioSlot {
    switch (step, slot.kind, slot.cell) {
    case (.key(let name), .object(let object), _):
      return try property(name, of: object, node)
    case (.key(let name), .value, .link(let object)?) where isEmbedded(object):
      return try property(name, of: object, node)
    case (.index(let index), .value(let property, let list), .list(let elements)?):
      guard elements.indices.contains(Int(index)) else {
        throw node.failure(
          expected: "an index of a list of \(elements.count) elements", found: "\(index)")
      }
      return ScenarioSlot(
        kind: .value(property.element, list.appending(step)), cell: elements[Int(index)])
    case (.key(let key), .value(let property, let dictionary), .dictionary(let entries)?):
      return ScenarioSlot(
        kind: .value(property.element, dictionary.appending(step)), cell: entries[key])
    default:
      throw node.failure(expected: "a path that exists", found: "a step into what has no inside")
    }
  }

  private func isEmbedded(_ object: ObjectAddress) -> Bool {
    transaction.state.contains(object.table)
      && transaction.state.tables[object.table.slot].isEmbedded
  }

  private func property(
    _ name: RealmString, of object: ObjectAddress, _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioSlot {
    let table = transaction.state.tables[object.table.slot]
    guard let property = self.class(table.name)?.property(name), let leaf = table.leaves[name]
    else { throw unknownProperty(name, of: table.name, at: node) }
    return ScenarioSlot(
      kind: .value(property, CellAddress(object: object, leaf: leaf)),
      cell: table.cell(object.key, leaf))
  }
}
