internal import RealmModel
internal import TraceFormat

/// A Realm in miniature that records: each change is made to the data and written down as the
/// instructions that Realm's own recorder would write (`docs/scenario.md`, "What is recorded").
///
/// An instruction depends on the data it meets, such as the size of a list, whether an embedded
/// object has to be replaced, which links a deletion has to cut. Hence the data.
struct ScenarioReplica {
  /// The objects of a class, in order of creation.
  struct Table {
    var rows: [ScenarioKey: ScenarioValue] = [:]
    var order: [ScenarioKey] = []
  }

  /// In order of creation.
  private(set) var classes: [WrittenClass] = []
  private var classIndexes: [String: Int] = [:]
  var tables: [String: Table] = [:]
  /// What was recorded since the last transaction ended.
  private(set) var recorded: [ScenarioInstruction] = []

  mutating func record(_ instruction: ScenarioInstruction) { recorded.append(instruction) }

  /// Ends a transaction and returns what it recorded.
  mutating func endTransaction() -> [ScenarioInstruction] {
    defer { recorded = [] }
    return recorded
  }
}

extension ScenarioReplica {
  func `class`(_ name: String) -> WrittenClass? { classIndexes[name].map { classes[$0] } }

  func contains(_ object: ScenarioObjectName) -> Bool { value(of: object) != nil }

  func value(of object: ScenarioObjectName) -> ScenarioValue? {
    tables[object.className]?.rows[object.key]
  }

  // MARK: Schema

  /// Adds classes as Realm does on opening a file: first all classes, then their properties,
  /// because a link needs its target.
  mutating func add(_ added: [WrittenClass], at node: JSONNode) throws(JSONShapeFailure) {
    for new in added {
      guard self.class(new.name) == nil else {
        throw node.failure(expected: "a new class", found: "`\(new.name)`, which exists")
      }
      classIndexes[new.name] = classes.count
      classes.append(new)
      tables[new.name] = Table()
      record(.addTable(new))
    }
    for new in added {
      for property in new.properties {
        try check(property, at: node)
        if property.name != new.primaryKey {
          record(.addColumn(className: new.name, property))
        }
      }
    }
  }

  mutating func removeClass(_ name: String, at node: JSONNode) throws(JSONShapeFailure) {
    guard let index = classIndexes[name] else { throw unknownClass(name, at: node) }
    for other in classes where other.name != name {
      for property in other.properties where property.type == .object(name) {
        throw node.failure(
          expected: "a class that no property links to",
          found: "`\(name)`, to which `\(other.name).\(property.name)` links")
      }
    }
    classes.remove(at: index)
    classIndexes = [:]
    for (index, left) in classes.enumerated() { classIndexes[left.name] = index }
    tables[name] = nil
    record(.eraseTable(name))
  }

  mutating func add(
    _ property: WrittenProperty, to className: String, at node: JSONNode
  ) throws(JSONShapeFailure) {
    guard let index = classIndexes[className] else { throw unknownClass(className, at: node) }
    guard classes[index].property(property.name) == nil else {
      throw node.failure(expected: "a new property", found: "`\(property.name)`, which exists")
    }
    try check(property, at: node)
    classes[index].properties.append(property)
    forEachObject(of: className) { $0[property.name] = ScenarioValue.initial(property) }
    record(.addColumn(className: className, property))
  }

  mutating func removeProperty(
    _ name: String, of className: String, at node: JSONNode
  ) throws(JSONShapeFailure) {
    guard let index = classIndexes[className] else { throw unknownClass(className, at: node) }
    guard classes[index].property(name) != nil else {
      throw unknownProperty(name, of: className, at: node)
    }
    guard classes[index].primaryKey != name else {
      throw node.failure(expected: "a property other than the primary key", found: "`\(name)`")
    }
    classes[index].properties.removeAll { $0.name == name }
    forEachObject(of: className) { $0[name] = nil }
    record(.eraseColumn(className: className, property: name))
  }

  private func check(
    _ property: WrittenProperty, at node: JSONNode
  ) throws(JSONShapeFailure) {
    let place = JSONNode(node.json, path: node.memberPath(property.name))
    try property.checkTarget(at: place) { self.class($0)?.kind }
  }

  func unknownClass(_ name: String, at node: JSONNode) -> JSONShapeFailure {
    let known = classes.map { "`\($0.name)`" }.joined(separator: ", ")
    return node.failure(
      expected: known.isEmpty ? "a class, but there is none yet" : "a class (\(known))",
      found: "`\(name)`")
  }
}
