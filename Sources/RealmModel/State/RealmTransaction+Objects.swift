package import TraceFormat

extension RealmTransaction {
  /// Creates an object with default values, or finds the one that has the key; dangling links to
  /// the key come back to life.
  package mutating func createObject(_ table: TableKey, _ identity: PrimaryKeyValue) -> (
    key: ObjectKey, isNew: Bool
  ) {
    let slot = table.slot
    let present = state.tables[slot].findWithTombstones(identity)
    if let present, !present.isUnresolved { return (present, false) }
    recordCreation(table, identity)
    let key = state.tables[slot].appendObject(identity)
    if let tombstone = present {
      noteLinksOfRemovedProperties(to: ObjectAddress(table: table, key: tombstone))
      moveIncomingLinks(
        from: ObjectAddress(table: table, key: tombstone),
        to: ObjectAddress(table: table, key: key))
      state.tables[slot].removeTombstone(tombstone)
    }
    if !state.staleLinks.isEmpty {
      reviveStaleLinks(
        from: ObjectAddress(table: table, key: present ?? .tombstone(of: identity)),
        to: ObjectAddress(table: table, key: key))
    }
    return (key, true)
  }

  /// Creates an embedded object; the caller gives it its holder.
  mutating func createEmbedded(_ table: TableKey) -> ObjectAddress {
    ObjectAddress(table: table, key: state.tables[table.slot].appendRow())
  }

  /// Removes an object whose incoming links stay, dangling (Realm Core: `Obj::invalidate`).
  package mutating func invalidateObject(_ object: ObjectAddress) {
    recordRemoval(of: object)
    noteLinksOfRemovedProperties(to: object)
    if state.staleLinks[object] != nil { noteTombstone(object.table) }
    if hasIncomingLinks(object) {
      noteTombstone(object.table)
      let identity = state.tables[object.table.slot].identity(of: object.key)
      let tombstone = ObjectAddress(
        table: object.table, key: state.tables[object.table.slot].addTombstone(identity))
      moveIncomingLinks(from: object, to: tombstone)
    }
    cutStaleLinks(to: object)
    eraseRow(object)
    removeReleased()
  }

  /// A list element that vanished because it linked to an object that was removed.
  package struct LostElement {
    package var list: CellAddress
    package var index: Int
  }

  /// Removes an object and every link to it, as the ordinary API does; gives the list elements that
  /// vanished with it, in the order in which they did.
  @discardableResult
  package mutating func removeObject(_ object: ObjectAddress) -> [LostElement] {
    removeObject(object, cutting: incomingLinks(of: object))
  }

  /// The same with all links to the object in the order in which they are to be cut.
  @discardableResult
  package mutating func removeObject(
    _ object: ObjectAddress, cutting links: [CellAddress]
  ) -> [LostElement] {
    noteLinksOfRemovedProperties(to: object)
    let lost = links.compactMap { nullify($0, target: object) }
    cutStaleLinks(to: object)
    recordRemoval(of: object)
    eraseRow(object)
    removeReleased()
    return lost
  }

  /// Objects of asymmetric classes are for upload only: a client drops them as it commits.
  package mutating func removeAsymmetricObjects() {
    for slot in state.tables.indices
    where state.tables[slot].objectCount > 0 && state.tables[slot].kind == .asymmetric {
      for object in state.tables[slot].objectKeys {
        removeObject(ObjectAddress(table: state.tables[slot].key, key: object))
      }
    }
  }

  /// Removes one link: null in its place, or no element.
  private mutating func nullify(_ link: CellAddress, target: ObjectAddress) -> LostElement? {
    guard state.contains(link.object) else { return nil }
    switch state.placeOfLink(to: target, at: link) {
    case .value(let address):
      recordSet(.null, at: address)
      state.modify(address) { $0 = .null }
    case .element(let list, let index):
      recordErasure(at: index, in: list)
      state.modify(list) { cell in _ = cell.withElements { $0.remove(at: index) } }
      return LostElement(list: list, index: index)
    case .member(let set, let index):
      recordSetErasure(.link(target), at: set)
      state.modify(set) { cell in _ = cell.withElements { $0.remove(at: index) } }
    case nil: break
    }
    return nil
  }

  /// Removes the row of an object, with the links it holds.
  private mutating func eraseRow(_ object: ObjectAddress) {
    let slot = object.table.slot
    guard let row = state.tables[slot].rows[object.key] else { return }
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

  /// Gives properties of an object values, all at once and without a record of it.
  ///
  /// - Precondition: The properties are neither Mixed nor the primary key, no value holds a link, and the
  ///   object has the leaves.
  package mutating func fill(_ object: ObjectAddress, _ values: [(leaf: Int, value: Cell)]) {
    state.tables[object.table.slot].fill(object.key, values)
  }
}

enum PlaceOfLink {
  /// As the value of a property or dictionary entry.
  case value(CellAddress)
  case element(CellAddress, Int)
  case member(CellAddress, Int)
}

extension RealmState {
  /// The first occurrence of a link in a cell: directly in a collection before further down.
  func placeOfLink(to target: ObjectAddress, at address: CellAddress) -> PlaceOfLink? {
    switch cell(address) {
    case .link(target): return .value(address)
    case .set(let elements):
      return elements.firstIndex { $0.linkTarget == target }.map { .member(address, $0) }
    case .list(let elements):
      if let index = elements.firstIndex(where: { $0.linkTarget == target }) {
        return .element(address, index)
      }
      return elements.indices.lazy.filter { elements[$0].collectionKind != nil }.compactMap {
        placeOfLink(to: target, at: address.appending(.index(UInt32($0))))
      }.first
    case .dictionary(let entries):
      if let index = entries.values.firstIndex(where: { $0.linkTarget == target }) {
        return .value(address.appending(.key(entries.keys[index])))
      }
      return entries.keys.indices.lazy.filter { entries.values[$0].collectionKind != nil }
        .compactMap { placeOfLink(to: target, at: address.appending(.key(entries.keys[$0]))) }.first
    default: return nil
    }
  }
}

extension Table {
  mutating func appendObject(_ identity: PrimaryKeyValue) -> ObjectKey {
    let key = appendRow(primaryKeyLeaf.map { ($0, identity.cell) })
    if case .globalKey(let value) = identity, primaryKeyLeaf == nil { globalKeys[key] = value }
    addToIndex(key, by: identity)
    return key
  }

  mutating func eraseRow(_ key: ObjectKey) {
    if !isEmbedded {
      removeFromIndex(key, by: identity(of: key))
      globalKeys[key] = nil
    }
    rows[key] = nil
    objectCount -= 1
  }

  fileprivate mutating func fill(_ key: ObjectKey, _ values: [(leaf: Int, value: Cell)]) {
    var cells = cells(key)
    for (leaf, value) in values { cells[leaf] = value }
    rows[key]?.cells = cells
  }
}
