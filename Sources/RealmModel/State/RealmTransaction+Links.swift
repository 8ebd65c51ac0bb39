package import TraceFormat

// Incoming links. Realm appends a new one, and fills the place of a removed one with the last.
extension RealmTransaction {
  /// Records every link that a value holds with the targets.
  package mutating func link(_ value: Cell, from origin: ObjectAddress, _ column: ColumnShape) {
    value.forEachLink { addBacklink(to: $0, from: origin, column) }
  }

  /// Takes back what ``link(_:from:_:)`` recorded; embedded objects that lose their holder, and
  /// tombstones that lose their last link, go.
  mutating func unlink(_ value: Cell, from origin: ObjectAddress, _ column: ColumnShape) {
    value.forEachLink { removeBacklink(to: $0, from: origin, column) }
  }

  mutating func addBacklink(
    to target: ObjectAddress, from origin: ObjectAddress, _ column: ColumnShape
  ) {
    let leaf = backlinkLeaf(in: target.table, from: origin.table, column)
    state.tables[target.table.slot].modifyCell(target.key, leaf) { cell in
      cell.withBacklinks { $0.append(origin.key) }
    }
  }

  mutating func removeBacklink(
    to target: ObjectAddress, from origin: ObjectAddress, _ column: ColumnShape
  ) {
    guard state.contains(target.table) else { return }
    let leaf = backlinkLeaf(in: target.table, from: origin.table, column)
    guard target.key.isUnresolved || state.contains(target) else { return }
    state.tables[target.table.slot].modifyCell(target.key, leaf) { cell in
      cell.withBacklinks { keys in
        guard let index = keys.firstIndex(where: { $0 == origin.key }) else { return }
        let last = keys.remove(at: keys.count - 1)
        if index < keys.count { keys[index] = last }
      }
    }
    if state.tables[target.table.slot].isEmbedded {
      released.append(target)
    } else if target.key.isUnresolved, !hasIncomingLinks(target) {
      state.tables[target.table.slot].removeTombstone(target.key)
    }
  }

  /// The properties that link to an object, once for each link, in Realm's order: by hidden column, then as stored.
  package func incomingLinks(of target: ObjectAddress) -> [CellAddress] {
    let table = state.tables[target.table.slot]
    return table.backlinkLeaves.flatMap { leaf -> [CellAddress] in
      guard let back = table.columns[leaf],
        case .backlinks(let keys) = table.cell(target.key, leaf),
        let originLeaf = state.originLeaf(of: back)
      else { return [] }
      return keys.map {
        CellAddress(object: ObjectAddress(table: back.opposite, key: $0), leaf: originLeaf)
      }
    }
  }

  /// Whether links are on record, be it ones that no longer exist.
  func hasLinksOnRecord(_ target: ObjectAddress) -> Bool {
    hasIncomingLinks(target) || state.staleLinks[target] != nil
  }

  func isOnlyLink(to target: ObjectAddress) -> Bool {
    incomingLinks(of: target).count == 1 && !mayHaveLostLinks(target.table)
  }

  func hasIncomingLinks(_ target: ObjectAddress) -> Bool {
    let table = state.tables[target.table.slot]
    return table.backlinkLeaves.contains { leaf in
      if case .backlinks = table.cell(target.key, leaf) { true } else { false }
    }
  }

  package mutating func objectOrTombstone(_ table: TableKey, _ identity: PrimaryKeyValue)
    -> ObjectKey
  {
    if let key = state.tables[table.slot].findWithTombstones(identity) {
      return key
    }
    noteTombstone(table)
    return state.tables[table.slot].addTombstone(identity)
  }

  /// Notes that Realm makes a tombstone in the class, be it one that nothing will refer to.
  mutating func noteTombstone(_ table: TableKey) {
    guard !state.tables[table.slot].everHadTombstone else { return }
    state.tables[table.slot].everHadTombstone = true
    guard state.tables[table.slot].layout.hasCollectionAfterGap else { return }
    note(.tombstoneBesideColumnGap(className: state.tables[table.slot].name))
  }

  mutating func moveIncomingLinks(from old: ObjectAddress, to new: ObjectAddress) {
    let links = incomingLinks(of: old)
    for leaf in state.tables[old.table.slot].backlinkLeaves {
      let keys = state.tables[old.table.slot].modifyCell(old.key, leaf) { cell in
        defer { cell = .null }
        return cell
      }
      guard case .backlinks = keys else { continue }
      state.tables[new.table.slot].modifyCell(new.key, leaf) { $0 = keys }
    }
    // Realm tells of links that come back to life as of writes (Realm Core: `Obj::assign_pk_and_backlinks`).
    let isTold = !new.key.isUnresolved
    for link in links {
      switch state.placeOfLink(to: old, at: link) {
      case .value(let address):
        if isTold { recordSet(.link(new), at: address) }
        state.modify(address) { $0 = .link(new) }
      case .element(let list, let index):
        if isTold { recordSet(.link(new), at: list.appending(.index(UInt32(index)))) }
        state.modify(list) { cell in _ = cell.withElements { $0[index] = .link(new) } }
      case .member(let set, let index):
        if isTold {
          recordSetErasure(.link(old), at: set)
          recordSetInsertion(.link(new), at: set)
        }
        // It moves to the place its new key gives it.
        state.modify(set) { cell in
          _ = cell.withElements { elements in
            elements.remove(at: index)
            let place = SetSearch.lowerBound(of: .link(new), in: elements, isMixed: true)
            elements.insert(.link(new), at: place)
          }
        }
      case nil: break
      }
    }
  }
}

// Links on record whose place is gone: the class, the object, or the Mixed property.
extension RealmTransaction {
  private enum LostLink: Equatable {
    case classGone
    case objectGone
    case propertyGone(CollectionKind)
  }

  private func mayHaveLostLinks(_ table: TableKey) -> Bool {
    !state.staleLinks.isEmpty || hasLostOrigin(table)
  }

  private func lostLinks(to target: ObjectAddress) -> [LostLink] {
    guard mayHaveLostLinks(target.table) else { return [] }
    let stale = state.staleLinks[target]?.filter { !state.contains($0.object) } ?? []
    let table = state.tables[target.table.slot]
    return stale.map { _ in .objectGone }
      + table.backlinkLeaves.flatMap { leaf -> [LostLink] in
        guard case .backlinks(let keys) = table.cell(target.key, leaf),
          let column = table.columns[leaf], state.originLeaf(of: column) == nil
        else { return [] }
        guard state.contains(column.opposite) else { return [.classGone] }
        let kind = ColumnShape(key: column.originKey)?.collection ?? .single
        return keys.map {
          state.contains(ObjectAddress(table: column.opposite, key: $0))
            ? .propertyGone(kind) : .objectGone
        }
      }
  }

  /// Whether links are on record that a class had which was removed: Realm can't find them, and fails to remove the
  /// object (Realm Core: `ArrayBacklink::nullify_fwd_links`).
  package func hasLostLinks(to target: ObjectAddress) -> Bool {
    lostLinks(to: target).contains(.classGone)
  }

  /// Whether a tombstone stands for an object that it can't give its links to.
  package func isStuckTombstone(_ table: TableKey, _ identity: PrimaryKeyValue) -> Bool {
    guard mayHaveLostLinks(table) else { return false }
    let present = state.tables[table.slot].findWithTombstones(identity)
    let tombstone = ObjectAddress(table: table, key: present ?? .tombstone(of: identity))
    guard tombstone.key.isUnresolved, present != nil || state.staleLinks[tombstone] != nil else {
      return false
    }
    return hasStuckLinks(tombstone)
  }

  /// Whether Realm can't hand the links to an object on, from its tombstone or to one, because it goes through the
  /// columns of incoming links and looks for what they come from (Realm Core: `Obj::assign_pk_and_backlinks`).
  func hasStuckLinks(_ object: ObjectAddress) -> Bool {
    guard mayHaveLostLinks(object.table) else { return false }
    let stuck: [LostLink] = [.classGone, .objectGone, .propertyGone(.single)]
    if lostLinks(to: object).contains(where: stuck.contains) { return true }
    let table = state.tables[object.table.slot]
    let columns = table.backlinkLeaves.compactMap { table.columns[$0] }
    guard let lost = columns.first(where: { !state.contains($0.opposite) }) else { return false }
    // A tombstone is gone by then if its last links are of those that are replaced one by one.
    let last = columns.last {
      if case .backlinks = table.cell(object.key, $0.leaf) { true } else { false }
    }
    guard object.key.isUnresolved, state.staleLinks[object] == nil, let last,
      last.leaf < lost.leaf, let origin = ColumnShape(key: last.originKey)
    else { return true }
    return origin.type == .link && (origin.collection == .single || origin.collection == .list)
  }

  /// Notes where Realm looks into a property that was removed, and asserts that the link is there. In a list it does not
  /// mind. Nothing but assertions is certain of what it reads there.
  mutating func noteLinksOfRemovedProperties(to object: ObjectAddress) {
    let removed = lostLinks(to: object).contains { link in
      if case .propertyGone(let kind) = link { kind != .list } else { false }
    }
    if removed { noteStaleLink(to: object) }
  }
}

// Links that no longer exist, and that Realm looks for nevertheless. In other collections than those in Mixed properties
// it does not mind that they are missing, as long as the object that had them is there.
extension RealmTransaction {
  mutating func leaveStaleLinks(of old: Cell, at address: CellAddress) {
    let property = CellAddress(object: address.object, leaf: address.leaf)
    old.forEachLink { target in
      guard state.staleLinks[target]?.last != property else { return }
      state.staleLinks[target, default: []].append(property)
    }
  }

  /// What Realm does with those of a property that is removed is not defined, and not followed.
  mutating func forgetStaleLinks(from table: TableKey, _ leaf: Int) {
    state.staleLinks = state.staleLinks.mapValues { properties in
      properties.filter { $0.object.table != table || $0.leaf != leaf }
    }.filter { !$0.value.isEmpty }
  }

  /// An object goes: Realm asserts that each property holds the link (Realm Core: `Obj::nullify_single_link`).
  mutating func cutStaleLinks(to object: ObjectAddress) {
    for property in state.staleLinks.removeValue(forKey: object) ?? []
    where state.contains(property.object) && state.column(property).collection == .single {
      noteStaleLink(to: object)
    }
  }

  /// An object comes back that only links were known of: Realm points each property to it that is null by now, and
  /// asserts that every other one holds a collection (Realm Core: `Obj::assign_pk_and_backlinks`).
  mutating func reviveStaleLinks(from tombstone: ObjectAddress, to object: ObjectAddress) {
    for property in state.staleLinks.removeValue(forKey: tombstone) ?? []
    where state.contains(property.object) && state.column(property).collection == .single {
      switch state.cell(property) {
      case .null: set(.link(object), at: property)
      case .list, .dictionary: break
      default: noteStaleLink(to: object)
      }
    }
  }

  private mutating func noteStaleLink(to object: ObjectAddress) {
    note(.linkNotFound(className: state.tables[object.table.slot].name))
  }
}
