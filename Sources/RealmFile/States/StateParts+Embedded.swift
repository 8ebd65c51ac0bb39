internal import RealmModel
internal import TraceFormat

extension StateParts {
  /// The same parts without embedded objects that do not stand inside one other object each (rule R45).
  ///
  /// What is in no object is left out: Realm leaves it behind where a property is removed, and never shows it
  /// again. Anything else is damage.
  func checkingEmbedded(noting damage: inout DamageLog) throws(RealmFileFailure) -> StateParts {
    guard tables.contains(where: { $0.table.kind == .embedded }) else { return self }
    let owners = EmbeddedOwners(self)
    var parts = self
    var dropped: [TableKey: Set<ObjectKey>] = [:]
    for (index, part) in tables.enumerated() where part.table.kind == .embedded {
      for batch in part.objects.indices {
        let keys = try parts.tables[index].objects[batch].keepOwned(
          by: owners, of: part.table, noting: &damage)
        dropped[part.table.key, default: []].formUnion(keys)
      }
    }
    parts.forgetLinks(from: dropped.filter { !$0.value.isEmpty })
    return parts
  }

  /// Takes objects that are left out off the lists of incoming links, which keep their order.
  private mutating func forgetLinks(from dropped: [TableKey: Set<ObjectKey>]) {
    guard !dropped.isEmpty else { return }
    for index in tables.indices {
      for column in tables[index].table.columns where column.type == .backlink {
        guard let keys = column.oppositeTable.flatMap({ dropped[$0] }) else { continue }
        tables[index].changeBatches { $0.forgetLinks(from: keys, at: column.leaf) }
      }
    }
  }
}

extension ObjectBatch {
  fileprivate mutating func forgetLinks(from keys: Set<ObjectKey>, at leaf: Int) {
    guard leaf < columns.count else { return }
    let cells = self.keys.indices.map { index -> Cell in
      guard case .backlinks(let origins) = columns[leaf][index] else { return .null }
      let kept = origins.filter { !keys.contains($0) }
      return kept.isEmpty ? .null : .backlinks(PersistentList(kept))
    }
    columns[leaf] = .cells(cells)
  }

  /// Drops the objects that do not stand inside another one, and returns their keys.
  fileprivate mutating func keepOwned(
    by owners: EmbeddedOwners, of table: FileTable, noting damage: inout DamageLog
  ) throws(RealmFileFailure) -> Set<ObjectKey> {
    var (kept, dropped): ([Int], Set<ObjectKey>) = ([], [])
    for (index, key) in keys.enumerated() {
      let place = owners.place(of: ObjectAddress(table: table.key, key: key))
      if place == .inside { kept.append(index) } else { dropped.insert(key) }
      guard place == .wrong else { continue }
      let failure = RealmFileFailure.damaged(
        45, expected: "an embedded object inside one other",
        found: "several, itself, or more than 100")
      try damage.take(failure.inside("object \(key.rawValue)").inside(table.title))
    }
    guard !dropped.isEmpty else { return dropped }
    columns = ContiguousArray(
      columns.map { column in
        if case .same = column { column } else { .cells(kept.map { column[$0] }) }
      })
    keys = kept.map { keys[$0] }
    return dropped
  }
}
