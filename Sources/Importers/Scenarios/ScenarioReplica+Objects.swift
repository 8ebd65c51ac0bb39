internal import RealmModel
internal import TraceFormat

extension ScenarioReplica {
  /// Creates an object with initial values, as Realm does before anybody sets a property.
  mutating func create(
    _ object: ScenarioObjectName, at node: JSONNode
  ) throws(JSONShapeFailure) {
    guard let made = self.class(object.className) else {
      throw unknownClass(object.className, at: node)
    }
    guard !contains(object) else {
      throw node.failure(expected: "a new object", found: "one that exists")
    }
    var fields = initialFields(of: made)
    if let primaryKey = made.primaryKey { fields[primaryKey] = object.key.value }
    tables[object.className]?.rows[object.key] = .object(fields)
    tables[object.className]?.order.append(object.key)
    record(.createObject(object))
  }

  /// Deletes an object as an app does: the links to it go first, each by an instruction.
  mutating func delete(
    _ object: ScenarioObjectName, at node: JSONNode
  ) throws(JSONShapeFailure) {
    guard contains(object) else {
      throw node.failure(expected: "an object that exists", found: "none with this key")
    }
    guard self.class(object.className)?.kind != .asymmetric else {
      throw node.failure(
        expected: "a class that is not asymmetric, whose objects the device never holds",
        found: "`\(object.className)`")
    }
    // Looked up anew each time: a cut moves what follows it in a list.
    while let place = placesThatLink(to: object).first { cutLinks(to: object, at: place) }
    tables[object.className]?.rows[object.key] = nil
    tables[object.className]?.order.removeAll { $0 == object.key }
    record(.eraseObject(object))
  }

  func initialFields(of made: WrittenClass) -> [String: ScenarioValue] {
    var fields: [String: ScenarioValue] = [:]
    for property in made.properties { fields[property.name] = .initial(property) }
    return fields
  }

  // MARK: Objects wherever they are

  /// Changes every object of a class, the embedded ones inside their owners too.
  mutating func forEachObject(
    of className: String, _ body: (inout [String: ScenarioValue]) -> Void
  ) {
    for owner in classes where owner.kind != .embedded {
      guard let rows = tables[owner.name]?.rows else { continue }
      let changed = rows.mapValues { rewritten($0, as: owner.name, of: className, body) }
      tables[owner.name]?.rows = changed
    }
  }

  private func rewritten(
    _ value: ScenarioValue, as type: String, of className: String,
    _ body: (inout [String: ScenarioValue]) -> Void
  ) -> ScenarioValue {
    switch value {
    case .object(var fields):
      for property in self.class(type)?.properties ?? [] {
        guard case .object(let inner) = property.type, let value = fields[property.name] else {
          continue
        }
        fields[property.name] = rewritten(value, as: inner, of: className, body)
      }
      if type == className { body(&fields) }
      return .object(fields)
    case .list(let elements):
      return .list(elements.map { rewritten($0, as: type, of: className, body) })
    case .dictionary(let entries):
      return .dictionary(entries.mapValues { rewritten($0, as: type, of: className, body) })
    default:
      return value
    }
  }
}

extension ScenarioKey {
  /// The key as the value of the primary key property.
  var value: ScenarioValue {
    switch self {
    case .null, .globalKey: .null
    case .int(let value): .int(value)
    case .string(let text): .string(text)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    }
  }
}
