import RealmModel

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
      let mayBeShared = sharedSlots.contains(table.key.slot)
      local.rows.forEachStretch(sharedWith: table.rows) { positions, isShared in
        if isShared, mayBeShared {
          for position in positions { known.keys[position] = local.rows.key(at: position) }
        } else {
          local.forEachObject(at: positions) { _, object, identity in
            if let same = table.find(identity) {
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

  /// All objects are created before any value is copied, because creating one brings dangling links back to life.
  mutating func createObjects() throws(ResetFailure) {
    for key in topLevelTables {
      let table = source.tables[key.slot]
      try requirePrimaryKey(key)
      guard var known = counterparts.removeValue(forKey: key.slot) else { continue }
      for position in known.keys.indices where known.keys[position] == Self.missing {
        table.forEachObject(at: position..<position + 1) { _, _, identity in
          known.keys[position] = copier.destination.createObject(known.table, identity).key
        }
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
