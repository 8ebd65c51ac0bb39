internal import RealmModel
internal import TraceFormat

/// The Realm of one side while a scenario is read. Operations change it as an app does, so that its
/// transactions record what Realm's own recorder writes (`docs/scenario.md`, "What is recorded").
///
/// An instruction depends on the data it meets, such as the size of a list, whether an embedded
/// object has to be replaced, which links a deletion has to cut. Hence the data.
struct ScenarioRealm {
  /// As the scenario declares them, in order of creation.
  private(set) var classes: [ClassSchema] = []
  private var classIndexes: [RealmString: Int] = [:]
  var transaction = RealmTransaction(RealmState())

  init() { transaction.startRecording() }

  /// Ends a transaction and returns what it recorded.
  ///
  /// Realm's recorder also declares the class of an embedded object that changes. No instruction
  /// names that class, so a scenario that is written out and read again cannot tell of it.
  mutating func endTransaction() -> Changeset { transaction.takeRecorded().normalized() }

  func `class`(_ name: RealmString) -> ClassSchema? { classIndexes[name].map { classes[$0] } }

  /// Adds classes as Realm does on opening a file: first all classes, then their properties,
  /// because a link needs its target.
  mutating func add(_ added: [ClassSchema], at node: JSONNode) throws(JSONShapeFailure) {
    var keys: [TableKey] = []
    for new in added {
      guard self.class(new.name) == nil else {
        throw node.failure(expected: "a new class", found: "`\(new.name)`, which exists")
      }
      classIndexes[new.name] = classes.count
      classes.append(new)
      let primaryKey = new.primaryKeyProperty.map {
        (name: $0.name, type: ColumnType($0.type), isNullable: $0.isOptional)
      }
      guard let key = transaction.addTable(new.name, new.kind, primaryKey: primaryKey) else {
        throw node.failure(expected: "as many classes as a Realm can have", found: "more")
      }
      keys.append(key)
    }
    for (new, key) in zip(added, keys) {
      for property in new.properties {
        try check(property, at: node)
        if property.name != new.primaryKey { add(property, to: key) }
      }
    }
  }

  private mutating func add(_ property: PropertySchema, to table: TableKey) {
    transaction.addColumn(
      table, name: property.name, type: ColumnType(property.type), collection: property.collection,
      isNullable: property.isOptional,
      target: property.target.flatMap(transaction.state.tableKey(named:)))
  }

  mutating func removeClass(_ name: RealmString, at node: JSONNode) throws(JSONShapeFailure) {
    guard let index = classIndexes[name], let key = transaction.state.tableKey(named: name) else {
      throw unknownClass(name, at: node)
    }
    for other in classes where other.name != name {
      for property in other.properties where property.target == name {
        throw node.failure(
          expected: "a class that no property links to",
          found: "`\(name)`, to which `\(other.name).\(property.name)` links")
      }
    }
    classes.remove(at: index)
    classIndexes = [:]
    for (index, left) in classes.enumerated() { classIndexes[left.name] = index }
    transaction.removeTable(key)
  }

  mutating func add(
    _ property: PropertySchema, to className: RealmString, at node: JSONNode
  ) throws(JSONShapeFailure) {
    guard let index = classIndexes[className],
      let key = transaction.state.tableKey(named: className)
    else { throw unknownClass(className, at: node) }
    guard classes[index].property(property.name) == nil else {
      throw node.failure(expected: "a new property", found: "`\(property.name)`, which exists")
    }
    try check(property, at: node)
    classes[index].properties.append(property)
    add(property, to: key)
  }

  mutating func removeProperty(
    _ name: RealmString, of className: RealmString, at node: JSONNode
  ) throws(JSONShapeFailure) {
    guard let index = classIndexes[className],
      let table = transaction.state.table(named: className)
    else { throw unknownClass(className, at: node) }
    guard let leaf = table.leaves[name] else {
      throw unknownProperty(name, of: className, at: node)
    }
    guard classes[index].primaryKey != name else {
      throw node.failure(expected: "a property other than the primary key", found: "`\(name)`")
    }
    classes[index].properties.removeAll { $0.name == name }
    transaction.removeColumn(table.key, leaf: leaf)
  }

  private func check(_ property: PropertySchema, at node: JSONNode) throws(JSONShapeFailure) {
    let place = JSONNode(node.json, path: node.memberPath(property.name.jsonName))
    try property.checkTarget(at: place) { self.class($0)?.kind }
  }

  func unknownClass(_ name: RealmString, at node: JSONNode) -> JSONShapeFailure {
    let known = classes.map { "`\($0.name)`" }.joined(separator: ", ")
    return node.failure(
      expected: known.isEmpty ? "a class, but there is none yet" : "a class (\(known))",
      found: "`\(name)`")
  }

  func unknownProperty(
    _ name: RealmString, of className: RealmString, at node: JSONNode
  ) -> JSONShapeFailure {
    let names = self.class(className)?.properties.map { "`\($0.name)`" } ?? []
    return node.failure(
      expected: "a property of \(className) (\(names.joined(separator: ", ")))",
      found: "`\(name)`")
  }
}
