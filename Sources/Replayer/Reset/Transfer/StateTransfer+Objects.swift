import RealmModel
import TraceFormat

extension StateTransfer {
  /// Removes the objects that the fresh Realm lacks, and notes which object is which.
  mutating func removeObjects() throws(ResetFailure) {
    sharedSlots = slotsToShare()
    for key in topLevelTables {
      let (table, other) = (source.tables[key.slot], counterpart(key))
      let local = destination.tables[other.slot]
      var known = ValueCopier.Counterparts(
        table: other,
        keys: ContiguousArray(repeating: Self.missing, count: table.rows.count))
      var surplus: [ObjectKey] = []
      let mayBeShared = sharedSlots.contains(table.key.slot)
      local.rows.forEachStretch(sharedWith: table.rows) { positions, isShared in
        if isShared, mayBeShared {
          for position in positions { known.keys[position] = local.rows.key(at: position) }
        } else {
          for position in positions where local.rows.isOccupied(position) {
            let object = local.rows.key(at: position)
            if let same = table.find(local.identity(of: object)) {
              known.keys[table.rows.position(of: same)] = object
            } else {
              surplus.append(object)
            }
          }
        }
      }
      counterparts[key.slot] = known
      for object in surplus { try remove(ObjectAddress(table: other, key: object)) }
    }
  }

  mutating func remove(_ object: ObjectAddress) throws(ResetFailure) {
    guard !copier.destination.hasLostLinks(to: object) else { throw .lostClass }
    copier.destination.removeObject(object)
    try checkAborts()
  }

  mutating func create(
    _ table: TableKey, _ identity: PrimaryKeyValue
  ) throws(ResetFailure) -> ObjectKey {
    guard !copier.destination.isStuckTombstone(table, identity) else { throw .lostClass }
    let created = copier.destination.createObject(table, identity)
    try checkAborts()
    return created.key
  }

  /// Ends the transfer where Realm Core ends the process.
  private func checkAborts() throws(ResetFailure) {
    if let abort = copier.destination.abort { throw .crash(abort.text) }
  }

  private static var missing: ObjectKey { ObjectKey(-1) }

  /// All objects are created before any value is copied, because creating one brings dangling links back to life.
  mutating func createObjects() throws(ResetFailure) {
    for key in topLevelTables {
      let table = source.tables[key.slot]
      try requirePrimaryKey(key)
      guard var known = counterparts.removeValue(forKey: key.slot) else { continue }
      for position in known.keys.indices
      where known.keys[position] == Self.missing && table.rows.isOccupied(position) {
        let identity = table.identity(of: table.rows.key(at: position))
        known.keys[position] = try create(known.table, identity)
      }
      copier.note(known, of: key)
    }
  }

  mutating func copyValues() throws(ResetFailure) {
    for key in topLevelTables {
      let other = counterpart(key)
      let pairs = try copier.columnPairs(key, other)
      for positions in stretchesToCopy(key, other) {
        try copier.copyObjects(of: key, at: positions, to: other, pairs)
      }
      try copier.copyPending()
    }
  }
}
