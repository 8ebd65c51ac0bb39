extension Snapshot {
  /// The records that hold the state: itself, or its parts where a record would be larger.
  ///
  /// A changeset is never cut, and neither are the keys, which are in the last part.
  /// - Parameter sizeMax: the most bytes of one record; parts have about a quarter, so that whoever reads them needs
  ///   no more memory.
  package func parts(sizeMax: Int = Int(TraceLimit.chunkSizeMax)) -> [Snapshot] {
    let size = changesets.reduce(Self.headSizeMax) { $0 + $1.count + 4 } + (keys?.size ?? 0)
    guard size > sizeMax else { return [self] }
    var parts: [Snapshot] = []
    var room = 0
    for changeset in changesets {
      if parts.isEmpty || changeset.count > room {
        parts.append(Snapshot(role: role, origin: origin, changesets: []))
        room = sizeMax / 4
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
  fileprivate var size: Int {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return bytes.count
  }
}
