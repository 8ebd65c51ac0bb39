import TraceFormat

extension RealmTransaction {
  /// Creates an object with default values, or finds the one that has the key; dangling links to
  /// the key come back to life.
  mutating func createObject(_ table: TableKey, _ identity: PrimaryKeyValue) -> (
    key: ObjectKey, isNew: Bool
  ) {
    let slot = table.slot
    let present = state.tables[slot].index[identity]
    if let present, !present.isUnresolved { return (present, false) }
    let key = state.tables[slot].appendObject(identity)
    if let tombstone = present {
      moveIncomingLinks(
        from: ObjectAddress(table: table, key: tombstone),
        to: ObjectAddress(table: table, key: key))
      state.tables[slot].removeTombstone(tombstone)
      state.tables[slot].index[identity] = key
    }
    return (key, true)
  }

  /// Creates an embedded object; the caller gives it its holder.
  mutating func createEmbedded(_ table: TableKey) -> ObjectAddress {
    ObjectAddress(table: table, key: state.tables[table.slot].appendRow())
  }

  /// Removes an object whose incoming links stay, dangling (Realm Core: `Obj::invalidate`).
  mutating func invalidateObject(_ object: ObjectAddress) {
    if hasIncomingLinks(object) {
      noteTombstone(object.table)
      let identity = state.tables[object.table.slot].identity(of: object.key)
      let tombstone = ObjectAddress(
        table: object.table, key: state.tables[object.table.slot].addTombstone(identity))
      moveIncomingLinks(from: object, to: tombstone)
      eraseRow(object)
      if state.tables[object.table.slot].tombstones[tombstone.key] != nil {
        state.tables[object.table.slot].index[identity] = tombstone.key
      }
    } else {
      eraseRow(object)
    }
    removeReleased()
  }

  /// Removes an object and every link to it, as the ordinary API does.
  mutating func removeObject(_ object: ObjectAddress) {
    for link in incomingLinks(of: object) {
      nullify(link, target: object)
    }
    eraseRow(object)
    removeReleased()
  }

  /// Removes one link: null in its place, or no element.
  private mutating func nullify(_ link: IncomingLink, target: ObjectAddress) {
    guard state.contains(link.origin) else { return }
    let isFixedList =
      state.tables[link.origin.table.slot].columns[link.leaf]?.collection != .dictionary
    state.tables[link.origin.table.slot].modifyCell(link.origin.key, link.leaf) { cell in
      if isFixedList, case .link = cell {
        cell = .null
      } else {
        _ = cell.nullifyLink(target)
      }
    }
  }

  /// Removes the row of an object, with the links it holds.
  private mutating func eraseRow(_ object: ObjectAddress) {
    let slot = object.table.slot
    let position = Int(object.key.rawValue)
    guard let row = state.tables[slot].rows[position] else { return }
    for (leaf, cell) in row.cells.enumerated() where cell.holdsLinks {
      guard let column = state.tables[slot].columns[leaf] else { continue }
      unlink(cell, from: object, column)
    }
    state.tables[slot].eraseRow(object.key)
  }

  /// Removes the embedded objects that lost their holder, and those embedded in them.
  mutating func removeReleased() {
    while !released.isEmpty {
      let objects = released
      released = []
      for object in objects where state.contains(object) && !hasIncomingLinks(object) {
        eraseRow(object)
      }
    }
  }
}

extension Cell {
  /// Takes the first occurrence of a link away: an element goes, a dictionary's value becomes null.
  fileprivate mutating func nullifyLink(_ target: ObjectAddress) -> Bool {
    switch self {
    case .list, .set:
      return withElements { elements in
        if let index = elements.firstIndex(where: { $0.linkTarget == target }) {
          elements.remove(at: index)
          return true
        }
        return Self.nullifyLink(target, below: &elements)
      } ?? false
    case .dictionary:
      return withEntries { entries in
        if let index = entries.values.firstIndex(where: { $0.linkTarget == target }) {
          entries.values[index] = .null
          return true
        }
        return Self.nullifyLink(target, below: &entries.values)
      } ?? false
    default:
      return false
    }
  }

  private static func nullifyLink(_ target: ObjectAddress, below elements: inout CellList) -> Bool {
    for index in elements.indices where elements[index].collectionKind != nil {
      if elements[index].nullifyLink(target) { return true }
    }
    return false
  }
}

extension Table {
  /// Appends an object with its primary key and default values.
  mutating func appendObject(_ identity: PrimaryKeyValue) -> ObjectKey {
    let key = appendRow()
    if let leaf = primaryKeyLeaf {
      modifyCell(key, leaf) { $0 = identity.cell }
    } else if case .globalKey(let value) = identity {
      globalKeys[key] = value
    }
    index[identity] = key
    return key
  }

  /// Removes an object's row and its identity.
  mutating func eraseRow(_ key: ObjectKey) {
    if !isEmbedded {
      let identity = identity(of: key)
      if index[identity] == key { index[identity] = nil }
      globalKeys[key] = nil
    }
    rows[Int(key.rawValue)] = nil
    objectCount -= 1
  }
}
