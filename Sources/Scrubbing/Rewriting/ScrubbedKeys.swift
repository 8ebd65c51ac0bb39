internal import RealmModel
internal import TraceFormat

// Realm's own numbers. Those of classes and columns say what the schema says. Those of objects count, and
// where an old file has made them of primary keys, they close up, in order.
extension ScrubRewriting {
  mutating func scrubbed(_ keys: SnapshotKeys, of snapshot: Snapshot) -> SnapshotKeys {
    var result = keys
    let absent = absentObjects(keys, snapshot)
    for index in keys.tables.indices {
      let table = keys.tables[index]
      result.tables[index].objects = table.objects.map(moved)
      result.tables[index].nextObject = table.nextObject.map(moved)
      result.tables[index].orders = []
      for order in table.orders {
        guard let object = order.object < 0 ? absent[order.object] : moved(order.object) else {
          counts.dropped += 1
          continue
        }
        result.tables[index].orders.append(
          SnapshotKeys.IncomingOrder(
            object: object, column: order.column, origins: order.origins.map(moved)))
      }
    }
    return result
  }

  private func moved(_ key: Int64) -> Int64 { Int64(clamping: objectKeys[Int128(key)]) }

  /// The numbers of objects that are known only as the targets of links: they follow from the primary
  /// key, and so are those of the new ones.
  private func absentObjects(_ keys: SnapshotKeys, _ snapshot: Snapshot) -> [Int64: Int64] {
    guard keys.tables.contains(where: { $0.orders.contains { $0.object < 0 } }) else { return [:] }
    var numbers: [Int64: Int64] = [:]
    for bytes in snapshot.changesets {
      guard let changeset = try? Changeset(decoding: bytes) else { continue }
      for instruction in changeset.instructions {
        guard let payload = instruction.value,
          case .value(.link(let link)) = changeset.value(payload)
        else { continue }
        let new = keyed.primaryKey(link.key)
        numbers[ObjectKey.tombstone(of: link.key).rawValue] = ObjectKey.tombstone(of: new).rawValue
      }
    }
    return numbers
  }
}
