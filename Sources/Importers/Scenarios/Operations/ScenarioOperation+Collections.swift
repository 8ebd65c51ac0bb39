internal import RealmModel
internal import TraceFormat

extension ScenarioRealm {
  mutating func insert(_ target: JSONNode, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let list = try list(at: place(target), target)
    let node = try members.require("index")
    let index: UInt32 = try node.integer()
    guard index <= list.count else {
      throw node.failure(expected: "an index from 0 to \(list.count)")
    }
    let value = try value(members.require("value"), as: list.element)
    transaction.insert(value, list.element, at: Int(index), in: list.address)
  }

  mutating func append(_ target: JSONNode, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let place = try place(target)
    for node in try Self.oneOrMore(&members) {
      let list = try list(at: place, target)
      let value = try value(node, as: list.element)
      transaction.insert(value, list.element, at: list.count, in: list.address)
    }
  }

  mutating func move(_ target: JSONNode, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let (list, index) = try element(target)
    let count = transaction.state.cell(list).elements.count
    let node = try members.require("to")
    let destination: UInt32 = try node.integer()
    guard destination < count, destination != index else {
      throw node.failure(expected: "another index below \(count)")
    }
    transaction.move(from: index, to: Int(destination), in: list)
  }

  mutating func remove(_ target: JSONNode, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let place = try place(target)
    if let node = members.take("value") {
      let (address, element) = try set(at: place, target)
      let value = try setElement(node, element)
      _ = transaction.removeFromSet(transaction.state.cell(value), at: address)
      return
    }
    switch place.steps.last {
    case .index?:
      let (list, index) = try element(target)
      transaction.remove(at: index, in: list)
    case .key(let key)?:
      var holder = place
      holder.steps.removeLast()
      let slot = try slot(at: holder, target)
      guard case .value(_, let dictionary) = slot.kind, slot.cell?.entries[key] != nil else {
        fallthrough
      }
      _ = transaction.remove(key: key, in: dictionary)
    case nil:
      throw target.failure(expected: "an element of a list or an entry of a dictionary")
    }
  }

  mutating func clear(_ target: JSONNode) throws(JSONShapeFailure) {
    let slot = try slot(at: place(target), target)
    guard case .value(_, let address) = slot.kind, slot.cell?.collectionKind != nil else {
      throw target.failure(expected: "a list, a set or a dictionary")
    }
    transaction.clear(address)
  }

  /// Adds values to a set; one that is there already leaves no instruction.
  mutating func add(_ target: JSONNode, _ members: inout JSONMembers) throws(JSONShapeFailure) {
    let place = try place(target)
    for node in try Self.oneOrMore(&members) {
      let (address, element) = try set(at: place, target)
      transaction.insertIntoSet(try setElement(node, element), at: address)
    }
  }

  private static func oneOrMore(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> [JSONNode] {
    if let values = members.take("values") { return try values.elements() }
    return [try members.require("value")]
  }

  private func list(
    at place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> (address: CellAddress, element: PropertySchema, count: Int) {
    let slot = try slot(at: place, node)
    guard case .value(let property, let address) = slot.kind,
      case .list(let elements)? = slot.cell
    else { throw node.failure(expected: "a list") }
    return (address, property.element, elements.count)
  }

  private func set(
    at place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> (address: CellAddress, element: PropertySchema) {
    let slot = try slot(at: place, node)
    guard case .value(let property, let address) = slot.kind, case .set? = slot.cell else {
      throw node.failure(expected: "a set")
    }
    return (address, property.element)
  }

  private func element(
    _ target: JSONNode
  ) throws(JSONShapeFailure) -> (list: CellAddress, index: Int) {
    let place = try place(target)
    guard case .index(let index)? = place.steps.last,
      case .value(_, let address) = try slot(at: place, target).kind
    else { throw target.failure(expected: "an element of a list") }
    return (address.holder, Int(index))
  }
}
