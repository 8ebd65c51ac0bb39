internal import TraceFormat

/// Operations on lists, sets and dictionaries.
extension ScenarioReplica {
  mutating func insert(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try place(target)
    let (elements, kind) = try list(at: place, target)
    let node = try members.require("index")
    let index: UInt32 = try node.integer()
    guard index <= elements.count else {
      throw node.failure(expected: "an index from 0 to \(elements.count)")
    }
    let value = try value(members.require("value"), as: kind)
    insert(value, into: place, at: Int(index), count: elements.count, as: kind)
  }

  mutating func append(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try place(target)
    for node in try Self.oneOrMore(&members) {
      let (elements, kind) = try list(at: place, target)
      let value = try value(node, as: kind)
      insert(value, into: place, at: elements.count, count: elements.count, as: kind)
    }
  }

  mutating func move(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let (place, list, index) = try element(target)
    let count = try self.list(at: list, target).elements.count
    let node = try members.require("to")
    let destination: UInt32 = try node.integer()
    guard destination < count, destination != index else {
      throw node.failure(expected: "another index below \(count)")
    }
    record(.arrayMove(place, destination: destination, priorSize: UInt32(count)))
    changeList(at: list) { $0.insert($0.remove(at: index), at: Int(destination)) }
  }

  /// Removes an element of a list, an entry of a dictionary, or a value from a set.
  mutating func remove(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try place(target)
    if let node = members.take("value") {
      return try removeFromSet(node, at: place, target)
    }
    switch place.steps.last {
    case .index(let index)?:
      let (_, list, _) = try element(target)
      let count = try self.list(at: list, target).elements.count
      record(.arrayErase(place, priorSize: UInt32(count)))
      changeList(at: list) { $0.remove(at: index) }
    case .key? where try isEntryPresent(place, target):
      record(.update(place, .erased, .isDefault(false)))
      store(nil, at: place)
    default:
      throw target.failure(expected: "an element of a list or an entry of a dictionary")
    }
  }

  mutating func clear(_ target: JSONNode) throws(JSONShapeFailure) {
    let place = try place(target)
    let slot = try slot(at: place, target)
    guard let value = slot.value, let kind = value.collectionKind else {
      throw target.failure(expected: "a list, a set or a dictionary")
    }
    // Realm leaves out the clearing of an empty property, but not that of an empty collection
    // inside a Mixed.
    if case .collection = slot.kind, value.isEmptyCollection { return }
    record(.clear(place, kind))
    store(kind == .list ? .list([]) : kind == .set ? .set([]) : .dictionary([:]), at: place)
  }

  /// Adds values to a set; one that is there already leaves no instruction.
  mutating func add(
    _ target: JSONNode, _ members: inout JSONMembers
  ) throws(JSONShapeFailure) {
    let place = try place(target)
    for node in try Self.oneOrMore(&members) {
      let (elements, kind) = try set(at: place, target)
      let value = try value(node, as: kind)
      guard !elements.contains(value) else { continue }
      record(.setInsert(place, value.payload))
      changeList(at: place) { $0.append(value) }
    }
  }

  private mutating func removeFromSet(
    _ node: JSONNode, at place: ScenarioPlace, _ target: JSONNode
  ) throws(JSONShapeFailure) {
    let (elements, kind) = try set(at: place, target)
    let value = try value(node, as: kind)
    guard elements.contains(value) else { return }
    record(.setErase(place, value.payload))
    changeList(at: place) { $0.removeAll { $0 == value } }
  }

  // MARK: What a place holds

  private static func oneOrMore(
    _ members: inout JSONMembers
  ) throws(JSONShapeFailure) -> [JSONNode] {
    if let values = members.take("values") { return try values.elements() }
    return [try members.require("value")]
  }

  private func list(
    at place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> (elements: [ScenarioValue], kind: ScenarioSlot.Kind) {
    let slot = try slot(at: place, node)
    guard case .list(let elements) = slot.value else { throw node.failure(expected: "a list") }
    return (elements, slot.kind.element)
  }

  private func set(
    at place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> (elements: [ScenarioValue], kind: ScenarioSlot.Kind) {
    let slot = try slot(at: place, node)
    guard case .set(let elements) = slot.value else { throw node.failure(expected: "a set") }
    return (elements, slot.kind.element)
  }

  /// An element of a list that exists, with the list it is in.
  private func element(
    _ target: JSONNode
  ) throws(JSONShapeFailure) -> (place: ScenarioPlace, list: ScenarioPlace, index: Int) {
    let place = try place(target)
    guard case .index(let index)? = place.steps.last else {
      throw target.failure(expected: "an element of a list")
    }
    _ = try slot(at: place, target)
    var list = place
    list.steps.removeLast()
    return (place, list, index)
  }

  private func isEntryPresent(
    _ place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> Bool {
    guard try isEntry(place, node) else { return false }
    return try slot(at: place, node).value != nil
  }
}
