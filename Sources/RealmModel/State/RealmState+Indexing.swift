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
      Result { () throws(BuildingFailure) -> Table? in
        if part > 0 { return try tables[slots[part - 1]].indexed() }
        var check = LinkCheck(self)
        try check.run()
        return nil
      }
    }
    var state = self
    for (slot, result) in zip(slots, results.dropFirst()) {
      if let table = try result.get() { state.tables[slot] = table }
    }
    _ = try results.first?.get()
    return state
  }

  /// With fewer objects, a thread costs more than it brings.
  private static let objectsWorthAThread = 10_000
}

extension Table {
  fileprivate func indexed() throws(BuildingFailure) -> Table {
    var table = self
    for tombstone in tombstones.keys.sorted() {
      let identity = identity(of: tombstone)
      guard table.tombstoneIndex[identity] == nil else { throw duplicate(identity) }
      table.tombstoneIndex[identity] = tombstone
    }
    var duplicates: [UInt32] = []
    table.index = HashedEntries(
      count: rows.count, spread: { identity(at: $0).spread },
      areOfOneKey: { identity(at: Int($0)) == identity(at: Int($1)) }, duplicates: &duplicates)
    for tombstone in tombstones.keys {
      guard let object = table.find(identity(of: tombstone)) else { continue }
      duplicates.append(UInt32(rows.position(of: object)))
    }
    if let first = duplicates.min() { throw duplicate(identity(at: Int(first))) }
    return table
  }

  private func duplicate(_ identity: PrimaryKeyValue) -> BuildingFailure {
    BuildingFailure(.duplicatePrimaryKey(identity), in: key)
  }
}
