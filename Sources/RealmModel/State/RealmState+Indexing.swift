import TraceFormat

extension RealmState {
  /// The state with its objects found by primary key, and its links checked; the parts of which it was
  /// built stay as they are.
  ///
  /// - Throws: where two objects of a class have one primary key, or links and incoming links differ.
  func indexed() throws(BuildingFailure) -> RealmState {
    let slots = tables.indices.filter { tables[$0].isPresent && !tables[$0].isEmbedded }
    let isLarge = tables.contains { $0.objectCount > Self.objectsWorthAThread }
    // The links first, which take as long as a few classes.
    let results = ConcurrentMap.map(count: slots.count + 1, width: isLarge ? 2 : 1) { part in
      part == 0 ? IndexedPart(checking: self) : IndexedPart(of: tables[slots[part - 1]])
    }
    var state = self
    for (slot, result) in zip(slots, results.dropFirst()) {
      state.tables[slot].index = try result.index()
    }
    if let results = results.first { _ = try results.index() }
    return state
  }

  /// With fewer objects, a thread costs more than it brings.
  private static let objectsWorthAThread = 10_000
}

private enum IndexedPart: Sendable {
  case checked
  case index(PersistentDictionary<PrimaryKeyValue, ObjectKey>)
  case failure(BuildingFailure)

  init(checking state: RealmState) {
    do throws(BuildingFailure) {
      var check = LinkCheck(state)
      try check.run()
      self = .checked
    } catch {
      self = .failure(error)
    }
  }

  init(of table: Table) {
    do throws(BuildingFailure) {
      self = .index(try table.primaryKeyIndex())
    } catch {
      self = .failure(error)
    }
  }

  func index() throws(BuildingFailure) -> PersistentDictionary<PrimaryKeyValue, ObjectKey> {
    switch self {
    case .checked: return PersistentDictionary()
    case .index(let index): return index
    case .failure(let failure): throw failure
    }
  }
}

extension Table {
  fileprivate func primaryKeyIndex() throws(BuildingFailure)
    -> PersistentDictionary<PrimaryKeyValue, ObjectKey>
  {
    let (index, hasDuplicates) = PersistentDictionary.collecting(
      count: objectCount + tombstones.count, forEachIdentity)
    guard hasDuplicates else { return index }
    // The first object in the order of keys that comes after another one of its primary key.
    var duplicate: PrimaryKeyValue?
    forEachIdentity { identity, key in
      if duplicate == nil, index[identity] != key { duplicate = identity }
    }
    throw BuildingFailure(.duplicatePrimaryKey(duplicate ?? .null), in: key)
  }

  private func forEachIdentity(_ body: (PrimaryKeyValue, ObjectKey) -> Void) {
    for key in tombstones.keys.sorted() { body(identity(of: key), key) }
    let (leaf, defaults) = (primaryKeyLeaf, defaultCells)
    rows.forEachRow { key, row in
      let known = leaf.map { PrimaryKeyValue(row.cell($0) ?? defaults[$0]) }
      body(known ?? identity(of: key), key)
    }
  }
}
