import RealmModel
import TraceFormat

// Objects
extension StateTransfer {
  /// Removes the objects that the fresh Realm lacks, and notes which object is which.
  mutating func removeObjects() {
    sharedSlots = slotsToShare()
    for key in topLevelTables {
      let (table, other) = (source.tables[key.slot], counterpart(key))
      let local = destination.tables[other.slot]
      var known = ValueCopier.Counterparts(
        table: other,
        keys: ContiguousArray(repeating: Self.missing, count: table.rows.count))
      var surplus: [ObjectKey] = []
      forEachStretch(of: local, sharedWith: table) { indexes, isShared in
        for position in indexes {
          let object = local.rows.key(at: position)
          if isShared {
            known.keys[position] = object
          } else if local.contains(object) {
            if let same = table.find(local.identity(of: object)) {
              known.keys[table.rows.position(of: same)] = object
            } else {
              surplus.append(object)
            }
          }
        }
      }
      counterparts[key.slot] = known
      for object in surplus {
        copier.destination.removeObject(ObjectAddress(table: other, key: object))
      }
    }
  }

  private static var missing: ObjectKey { ObjectKey(-1) }

  /// All objects are created before any value is copied, because creating one brings dangling
  /// links back to life.
  mutating func createObjects() throws(ResetFailure) {
    for key in topLevelTables {
      let table = source.tables[key.slot]
      try requirePrimaryKey(key)
      guard var known = counterparts[key.slot] else { continue }
      for position in known.keys.indices where known.keys[position] == Self.missing {
        let object = table.rows.key(at: position)
        guard table.contains(object) else { continue }
        known.keys[position] =
          copier.destination.createObject(known.table, table.identity(of: object)).key
      }
      copier.note(known, of: key)
    }
  }

  mutating func copyValues() throws(ResetFailure) {
    for key in topLevelTables {
      let other = counterpart(key)
      let pairs = try copier.columnPairs(key, other)
      for indexes in stretchesToCopy(key, other) {
        for position in indexes {
          let object = ObjectAddress(
            table: key, key: source.tables[key.slot].rows.key(at: position))
          guard source.tables[key.slot].contains(object.key) else { continue }
          let local = copier.counterpart(of: object, in: other) ?? Self.missing
          try copier.copyObject(object, to: ObjectAddress(table: other, key: local), pairs)
        }
      }
      try copier.copyPending()
    }
  }
}
