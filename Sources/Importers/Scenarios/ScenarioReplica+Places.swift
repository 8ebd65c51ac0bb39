internal import RealmModel
internal import TraceFormat

/// What can stand at a place, and what stands there now.
struct ScenarioSlot {
  enum Kind: Hashable {
    /// A top-level object, or an embedded one that is there.
    case object(className: String)
    /// One value: a property, an element of a list, an entry of a dictionary.
    case single(WrittenType, isOptional: Bool)
    /// A whole collection of a property.
    case collection(CollectionKind, WrittenType, isOptional: Bool)
  }

  var kind: Kind
  /// Absent for the entry of a dictionary that has no such key.
  var value: ScenarioValue?
}

extension ScenarioReplica {
  /// Finds what is at a place; `node` is where the file names it.
  func slot(
    at place: ScenarioPlace, _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioSlot {
    guard let object = value(of: place.object) else {
      throw node.failure(expected: "an object that exists", found: "none with this key")
    }
    var slot = ScenarioSlot(kind: .object(className: place.object.className), value: object)
    for step in place.steps { slot = try self.step(step, from: slot, node) }
    return slot
  }

  private func step(
    _ step: ScenarioPlace.Step, from slot: ScenarioSlot, _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioSlot {
    switch (step, slot.kind, slot.value) {
    case (.key(let name), .object(let className), .object(let fields)),
      (.key(let name), .single(.object(let className), _), .object(let fields)):
      guard let property = self.class(className)?.property(name) else {
        throw unknownProperty(name, of: className, at: node)
      }
      return ScenarioSlot(kind: property.slotKind, value: fields[name] ?? .initial(property))
    case (.index(let index), .collection(.list, let type, let isOptional), .list(let elements)):
      return ScenarioSlot(
        kind: .single(type, isOptional: isOptional), value: try element(index, of: elements, node))
    case (.index(let index), .single(.mixed, _), .list(let elements)):
      return ScenarioSlot(
        kind: .single(.mixed, isOptional: true), value: try element(index, of: elements, node))
    case (.key(let key), .collection(.dictionary, let type, let isOptional), .dictionary(let all)):
      return ScenarioSlot(kind: .single(type, isOptional: isOptional), value: all[key])
    case (.key(let key), .single(.mixed, _), .dictionary(let all)):
      return ScenarioSlot(kind: .single(.mixed, isOptional: true), value: all[key])
    default:
      throw node.failure(expected: "a path that exists", found: "a step into what has no inside")
    }
  }

  private func element(
    _ index: Int, of elements: [ScenarioValue], _ node: JSONNode
  ) throws(JSONShapeFailure) -> ScenarioValue {
    guard elements.indices.contains(index) else {
      throw node.failure(
        expected: "an index of a list of \(elements.count) elements", found: "\(index)")
    }
    return elements[index]
  }

  func unknownProperty(
    _ name: String, of className: String, at node: JSONNode
  ) -> JSONShapeFailure {
    let names = self.class(className)?.properties.map { "`\($0.name)`" } ?? []
    return node.failure(
      expected: "a property of \(className) (\(names.joined(separator: ", ")))",
      found: "`\(name)`")
  }

  // MARK: Changing the data

  /// Changes what is at a place that `slot(at:_:)` has found; nil removes an entry.
  mutating func change(
    at place: ScenarioPlace, _ body: (inout ScenarioValue?) -> Void
  ) {
    var root = tables[place.object.className]?.rows.removeValue(forKey: place.object.key)
    Self.change(&root, place.steps[...], body)
    tables[place.object.className]?.rows[place.object.key] = root
  }

  mutating func store(_ value: ScenarioValue?, at place: ScenarioPlace) {
    change(at: place) { $0 = value }
  }

  mutating func changeList(
    at place: ScenarioPlace, _ body: (inout [ScenarioValue]) -> Void
  ) {
    change(at: place) { Self.changeElements(&$0, body) }
  }

  /// The value is taken out while it changes, so that a long list isn't copied for each element.
  private static func change(
    _ value: inout ScenarioValue?, _ steps: ArraySlice<ScenarioPlace.Step>,
    _ body: (inout ScenarioValue?) -> Void
  ) {
    guard let step = steps.first else { return body(&value) }
    let rest = steps.dropFirst()
    switch (step, value) {
    case (.key(let name), .object(var fields)):
      value = nil
      change(&fields[name], rest, body)
      value = .object(fields)
    case (.key(let key), .dictionary(var entries)):
      value = nil
      change(&entries[key], rest, body)
      value = .dictionary(entries)
    case (.index(let index), .list(var elements)) where elements.indices.contains(index):
      value = nil
      var element: ScenarioValue? = elements[index]
      elements[index] = .null
      change(&element, rest, body)
      elements[index] = element ?? .null
      value = .list(elements)
    default:
      break
    }
  }

  private static func changeElements(
    _ value: inout ScenarioValue?, _ body: (inout [ScenarioValue]) -> Void
  ) {
    switch value {
    case .list(var elements):
      value = nil
      body(&elements)
      value = .list(elements)
    case .set(var elements):
      value = nil
      body(&elements)
      value = .set(elements)
    default:
      break
    }
  }
}

extension WrittenProperty {
  var slotKind: ScenarioSlot.Kind {
    collection == .single
      ? .single(type, isOptional: isOptional)
      : .collection(collection, type, isOptional: isOptional)
  }
}
