package import TraceFormat

package struct StateChanges: Sendable {
  /// The objects that were added, removed or changed, those that they embed included.
  package var objects: Set<ObjectName> = []
  /// The objects that are, or may be, in one of the states only.
  package var arrivals: Set<ObjectName> = []
  /// Whether anything was added: an object, or one that is embedded in another.
  package var hasAdditions = false

  package init() {}
}

extension RealmState {
  /// The objects that are not what they were in an earlier state; nil where the classes differ, or
  /// one of the states was built with other keys.
  ///
  /// An object that was written to counts as changed even if its values are the same.
  /// - Complexity: Linear in what the states do not share.
  package func changes(since earlier: RealmState) -> StateChanges? {
    guard tables.count == earlier.tables.count, privateSlots == earlier.privateSlots else {
      return nil
    }
    var changes = StateChanges()
    for (table, other) in zip(tables, earlier.tables) {
      guard table.isPresent == other.isPresent, table.key == other.key else { return nil }
      guard table.isPresent else { continue }
      guard table.sharesLayout(with: other), table.rows.hasPositions(of: other.rows) else {
        return nil
      }
      table.rows.forEachStretch(sharedWith: other.rows) { indexes, isShared in
        guard !isShared else { return }
        for position in indexes { note(position, table, other, in: &changes) }
      }
    }
    return changes
  }

  private func note(
    _ position: Int, _ table: Table, _ earlier: Table, in changes: inout StateChanges
  ) {
    let (row, other) = (table.rows.row(at: position), earlier.rows.row(at: position))
    if let row, let other, row.isIdentical(to: other) { return }
    guard row != nil || other != nil else { return }
    if other == nil { changes.hasAdditions = true }
    let key = table.rows.key(at: position)
    if table.isEmbedded {
      // One that is gone was let go of by its holder, which has changed with that.
      if row != nil, let owner = owner(of: ObjectAddress(table: table.key, key: key)) {
        changes.objects.insert(owner)
      }
      return
    }
    let names = (
      row.map { _ in ObjectName(className: table.name, key: table.identity(of: key)) },
      other.map { _ in ObjectName(className: table.name, key: earlier.identity(of: key)) }
    )
    for name in [names.0, names.1].compactMap({ $0 }) {
      changes.objects.insert(name)
      if names.0 != names.1 { changes.arrivals.insert(name) }
    }
  }

  /// The object that an embedded object belongs to in the end, or another object itself; nil if nothing holds it.
  private func owner(of embedded: ObjectAddress) -> ObjectName? {
    let transaction = RealmTransaction(self)
    var object = embedded
    while tables[object.table.slot].isEmbedded {
      guard let link = transaction.incomingLinks(of: object).first else { return nil }
      object = link.object
    }
    let table = tables[object.table.slot]
    return ObjectName(className: table.name, key: table.identity(of: object.key))
  }

  /// The objects that link to an object, through objects that they embed too, each with the number of links in
  /// each of its properties.
  package func referrers(of name: ObjectName) -> [ObjectName: [Address: Int]] {
    guard let object = address(of: name) else { return [:] }
    return RealmTransaction(self).incomingLinks(of: object).reduce(into: [:]) { counts, link in
      guard let owner = owner(of: link.object) else { return }
      let table = tables[link.object.table.slot]
      let property = Address(className: table.name, property: table.columnNames[link.leaf])
      counts[owner, default: [:]][property, default: 0] += 1
    }
  }

  package var hasTombstones: Bool { tables.contains { $0.isPresent && !$0.tombstones.isEmpty } }

  /// The value that a place has in a new object: null, zero or empty, as its type decides; nil where
  /// a new object has nothing, as for an entry of a dictionary.
  ///
  /// The object itself does not have to exist; properties of embedded objects are those of a new one.
  package func initialValue(at place: LocationValue) -> Value? {
    guard var table = table(named: place.table), var column = table.column(named: place.field)
    else { return nil }
    var isEntry = false
    for step in place.path {
      guard case .key(let name) = step else { return nil }
      if column.collection == .dictionary, !isEntry {
        isEntry = true
        continue
      }
      guard column.isEmbedded, column.collection != .list, contains(column.opposite) else {
        return nil
      }
      table = tables[column.opposite.slot]
      guard let next = table.column(named: name) else { return nil }
      (column, isEntry) = (next, false)
    }
    if isEntry { return nil }
    return value(column.defaultCell)
  }

  /// A value of another state under this one's classes: its embedded objects have what they lack of their classes too,
  /// with initial values.
  package func completed(_ value: Value) -> Value {
    switch value {
    case .list(let elements):
      guard case .embedded? = elements.first else { return value }
      return .list(elements.map(completed))
    case .dictionary(let entries): return .dictionary(completed(entries))
    case .embedded(var object):
      object.properties = completed(object.properties)
      // Mostly it lacks nothing.
      guard let table = table(named: object.className),
        object.properties.count(where: { table.leaves[$0.key] != nil }) < table.visibleLeaves.count
      else { return .embedded(object) }
      let known = Set(object.properties.map(\.key))
      let added = table.visibleLeaves.filter { !known.contains(table.columnNames[$0]) }
      object.properties += added.compactMap { leaf in
        table.columns[leaf].map {
          Value.Entry(key: table.columnNames[leaf], value: self.value($0.defaultCell))
        }
      }
      object.properties.sort { $0.key < $1.key }
      return .embedded(object)
    default: return value
    }
  }

  /// The same of each of some values.
  package func completed(_ entries: [Value.Entry]) -> [Value.Entry] {
    entries.map { Value.Entry(key: $0.key, value: completed($0.value)) }
  }
}
