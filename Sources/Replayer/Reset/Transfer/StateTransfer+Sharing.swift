import RealmModel

// What the two Realms share. Where they come from one state, most objects of both are one in memory,
// and nothing is left to do for them. An object that was left alone has the same internal key in
// both, and its links mean the same objects, because to remove one changes what links to it.
extension StateTransfer {
  /// The slots of classes whose objects need not be looked at where both Realms have them in one place: those with one
  /// layout that do not embed anything that may differ. Dangling links are not carried over, so none may be about.
  func slotsToShare() -> Set<Int> {
    guard !copier.hasDanglingLinks else { return [] }
    var slots = Set(
      source.tableKeys.filter { key in
        let table = source.tables[key.slot]
        return destination.tableKey(named: table.name) == key
          && destination.tables[key.slot].sharesLayout(with: table)
      }.map(\.slot))
    // What an embedded object has is part of the one that holds it.
    let embedded = source.tableKeys.filter { source.tables[$0.slot].isEmbedded }
    for key in embedded where !isWhollyShared(key) { slots.remove(key.slot) }
    while let slot = slots.first(where: { !embedsOnly(slots, $0) }) { slots.remove(slot) }
    return slots
  }

  private func isWhollyShared(_ key: TableKey) -> Bool {
    guard key.slot < destination.tables.count else { return false }
    var isShared = true
    source.tables[key.slot].rows.forEachStretch(
      sharedWith: destination.tables[key.slot].rows
    ) { isShared = isShared && $1 }
    return isShared
  }

  private func embedsOnly(_ slots: Set<Int>, _ slot: Int) -> Bool {
    source.tables[slot].columns.allSatisfy { column in
      guard let column, column.isEmbedded else { return true }
      return slots.contains(column.opposite.slot)
    }
  }

  /// The objects of a class that are not shared, by position. Removing and creating objects may have
  /// touched some that were.
  func stretchesToCopy(_ key: TableKey, _ other: TableKey) -> [Range<Int>] {
    let table = source.tables[key.slot]
    guard sharedSlots.contains(key.slot) else { return [0..<table.rows.count] }
    var stretches: [Range<Int>] = []
    table.rows.forEachStretch(sharedWith: destination.tables[other.slot].rows) {
      if !$1 { stretches.append($0) }
    }
    return stretches
  }
}
