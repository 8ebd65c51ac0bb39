extension Snapshot {
  /// The records that hold the state: itself, or its parts where a record would be larger.
  ///
  /// A changeset is never cut, and neither are the keys, which are in the last part.
  /// - Parameter sizeMax: the most bytes of one record; parts have about a sixteenth, so that whoever writes or
  ///   reads them needs little memory.
  package func parts(sizeMax: Int = Int(TraceLimit.chunkSizeMax)) -> [Snapshot] {
    let size = changesets.reduce(Self.headSizeMax) { $0 + $1.count + 4 } + (keys?.sizeMax ?? 0)
    guard size > sizeMax else { return [self] }
    var parts: [Snapshot] = []
    var room = 0
    for changeset in changesets {
      if parts.isEmpty || changeset.count > room {
        parts.append(Snapshot(role: role, origin: origin, changesets: []))
        room = sizeMax / 16
      }
      parts[parts.count - 1].changesets.append(changeset)
      room -= changeset.count + 4
    }
    parts.append(Snapshot(role: role, origin: origin, changesets: [], keys: keys))
    for index in parts.indices {
      parts[index].part = Part(index: UInt32(index), isLast: index == parts.count - 1)
    }
    return parts
  }

  /// Bytes of a record without changesets and keys, at most.
  private static let headSizeMax = 128
}

extension SnapshotKeys {
  /// Bytes of them in a record, at most: to write them so as to count them takes as much memory once more.
  fileprivate var sizeMax: Int {
    tables.reduce(64 + 4 * privateTables.count) { size, table in
      size + 128 + 8 * (table.columns.count + table.objects.count) + 20 * table.incoming.count
        + table.orders.reduce(0) { $0 + 20 + 8 * $1.origins.count }
    }
  }
}
