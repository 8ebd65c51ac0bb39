internal import RealmModel
internal import TraceFormat

extension ScenarioRealm {
  /// Creates an object with initial values, as Realm does before anybody sets a property.
  mutating func create(_ object: ObjectName, at node: JSONNode) throws(JSONShapeFailure) {
    guard let table = transaction.state.tableKey(named: object.className) else {
      throw unknownClass(object.className, at: node)
    }
    guard transaction.createObject(table, object.key).isNew else {
      throw node.failure(expected: "a new object", found: "one that exists")
    }
  }

  /// Deletes an object as an app does: the links to it go first, each by an instruction.
  mutating func delete(_ object: ObjectName, at node: JSONNode) throws(JSONShapeFailure) {
    guard let address = find(object) else {
      throw node.failure(expected: "an object that exists", found: "none with this key")
    }
    guard self.class(object.className)?.kind != .asymmetric else {
      throw node.failure(
        expected: "a class that is not asymmetric, whose objects the device never holds",
        found: "`\(object.className)`")
    }
    transaction.removeObject(address, cutting: linksToCut(to: address))
  }

  /// The links to an object in the order of `docs/scenario.md`, "What is recorded": by the class and
  /// property that hold the link, then by the object, each in order of creation. Realm's own order
  /// also depends on links that were there before.
  private func linksToCut(to object: ObjectAddress) -> [CellAddress] {
    let ranked = transaction.incomingLinks(of: object).map { link in
      let table = transaction.state.tables[link.object.table.slot]
      let classIndex = classes.firstIndex { $0.name == table.name } ?? classes.count
      let propertyIndex = self.class(table.name)?.properties.firstIndex {
        $0.name == table.columnNames[link.leaf]
      }
      return (rank: (classIndex, propertyIndex ?? 0, link.object.key.rawValue), link: link)
    }
    // Links of one object stay in the order in which they are found.
    return ranked.enumerated()
      .sorted { a, b in
        a.element.rank == b.element.rank
          ? a.offset < b.offset : a.element.rank < b.element.rank
      }
      .map(\.element.link)
  }
}
