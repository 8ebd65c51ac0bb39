internal import RealmModel
internal import TraceFormat

extension ScenarioReplica {
  /// Sets what is at a place to a value that fits there, whatever was there before.
  mutating func write(
    _ value: ScenarioValue, at place: ScenarioPlace, isDefault: Bool = false, _ node: JSONNode
  ) throws(JSONShapeFailure) {
    let slot = try slot(at: place, node)
    var holder = place
    let last = holder.steps.removeLast()
    let outer = try self.slot(at: holder, node)
    var tail = Instruction.UpdateTail.isDefault(isDefault)
    var replaced = slot.value
    if case .index = last, case .list(let elements) = outer.value {
      tail = .priorSize(UInt32(elements.count))
    } else if case .dictionary = outer.value, case .single(.object, _) = slot.kind {
      // The entry of a dictionary gets a new embedded object in one step.
      replaced = nil
    }
    emit(value, at: place, as: slot.kind, replacing: replaced, tail)
    store(completed(value, as: slot.kind), at: place)
  }

  /// Inserts an element that fits into a list.
  mutating func insert(
    _ value: ScenarioValue, into list: ScenarioPlace, at index: Int, count: Int,
    as kind: ScenarioSlot.Kind
  ) {
    emitInsertion(value, at: list.appending(.index(index)), as: kind, priorSize: UInt32(count))
    let element = completed(value, as: kind)
    changeList(at: list) { $0.insert(element, at: index) }
  }

  // MARK: Recording

  private mutating func emit(
    _ value: ScenarioValue, at place: ScenarioPlace, as kind: ScenarioSlot.Kind,
    replacing current: ScenarioValue?, _ tail: Instruction.UpdateTail
  ) {
    switch (kind, value) {
    case (.collection(let collection, _, _), _):
      if !(current?.isEmptyCollection ?? true) { record(.clear(place, collection)) }
      emitContents(value, at: place, as: kind)
    case (_, .object):
      emitObject(at: place, replacing: current, tail)
      emitContents(value, at: place, as: kind)
    case (_, .list), (_, .dictionary):
      let collection: CollectionKind = if case .list = value { .list } else { .dictionary }
      // Update keeps what a collection of the same kind holds; only Clear empties it.
      if current?.collectionKind == collection {
        record(.clear(place, collection))
      } else {
        record(.update(place, value.payload, tail))
      }
      emitContents(value, at: place, as: kind)
    default:
      record(.update(place, value.payload, tail))
    }
  }

  /// An embedded object is replaced by removing it first: ObjectValue keeps one that is there.
  private mutating func emitObject(
    at place: ScenarioPlace, replacing current: ScenarioValue?, _ tail: Instruction.UpdateTail
  ) {
    if case .priorSize(let count) = tail {
      record(.arrayErase(place, priorSize: count))
      record(.arrayInsert(place, .objectValue, priorSize: count - 1))
      return
    }
    if case .object = current { record(.update(place, .value(.null), tail)) }
    record(.update(place, .objectValue, tail))
  }

  private mutating func emitInsertion(
    _ value: ScenarioValue, at place: ScenarioPlace, as kind: ScenarioSlot.Kind, priorSize: UInt32
  ) {
    record(.arrayInsert(place, value.payload, priorSize: priorSize))
    emitContents(value, at: place, as: kind)
  }

  /// Records what a collection or an embedded object that was just made gets.
  private mutating func emitContents(
    _ value: ScenarioValue, at place: ScenarioPlace, as kind: ScenarioSlot.Kind
  ) {
    switch value {
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        emitInsertion(
          element, at: place.appending(.index(index)), as: kind.element, priorSize: UInt32(index))
      }
    case .set(let elements):
      for element in elements { record(.setInsert(place, element.payload)) }
    case .dictionary(let entries):
      for key in ScenarioValue.sortedKeys(entries) {
        emit(
          entries[key] ?? .null, at: place.appending(.key(key)), as: kind.element,
          replacing: nil, .isDefault(false))
      }
    case .object(let fields):
      for property in kind.className.flatMap(self.class)?.properties ?? [] {
        guard let value = fields[property.name] else { continue }
        emit(
          value, at: place.appending(.key(property.name)), as: property.slotKind,
          replacing: .initial(property), .isDefault(false))
      }
    default:
      break
    }
  }

  /// The value as it is held: with initial values for what an embedded object was not given.
  func completed(_ value: ScenarioValue, as kind: ScenarioSlot.Kind) -> ScenarioValue {
    switch value {
    case .object(let given):
      guard let made = kind.className.flatMap(self.class) else { return value }
      var fields = initialFields(of: made)
      for property in made.properties {
        guard let value = given[property.name] else { continue }
        fields[property.name] = completed(value, as: property.slotKind)
      }
      return .object(fields)
    case .list(let elements):
      return .list(elements.map { completed($0, as: kind.element) })
    case .dictionary(let entries):
      return .dictionary(entries.mapValues { completed($0, as: kind.element) })
    default:
      return value
    }
  }
}

extension ScenarioValue {
  var payload: ScenarioPayload {
    switch self {
    case .object: .objectValue
    case .list: .list
    case .dictionary: .dictionary
    case .set: .set
    default: .value(self)
    }
  }

  var collectionKind: CollectionKind? {
    switch self {
    case .list: .list
    case .set: .set
    case .dictionary: .dictionary
    default: nil
    }
  }

  var isEmptyCollection: Bool {
    switch self {
    case .list(let elements), .set(let elements): elements.isEmpty
    case .dictionary(let entries): entries.isEmpty
    default: false
    }
  }
}

extension ScenarioSlot.Kind {
  /// What the elements of a collection are; inside a Mixed, everything is a Mixed.
  var element: ScenarioSlot.Kind {
    guard case .collection(_, let type, let isOptional) = self else { return self }
    return .single(type, isOptional: isOptional)
  }

  var className: String? {
    switch self {
    case .object(let name), .single(.object(let name), _): name
    default: nil
    }
  }
}
