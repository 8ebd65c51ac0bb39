internal import RealmModel
internal import TraceFormat

extension StateParts {
  /// The same parts without embedded objects that do not stand inside one other object each (rule R45).
  ///
  /// What belongs to no object is left out and said: Realm shows nothing of it. Anything else is damage.
  func checkingEmbedded(
    noting damage: inout DamageLog
  ) throws(RealmFileFailure) -> StateParts {
    guard tables.contains(where: { $0.table.kind == .embedded }) else { return self }
    let owners = EmbeddedOwners(self)
    var parts = self
    for (index, part) in tables.enumerated() where part.table.kind == .embedded {
      for batch in part.objects.indices {
        try parts.tables[index].objects[batch].keep(noting: &damage, in: part.table) { key in
          owners.place(of: ObjectAddress(table: part.table.key, key: key))
        }
      }
    }
    return parts
  }
}

/// Where embedded objects stand.
private struct EmbeddedOwners {
  enum Place {
    case inside
    /// In nothing, or in something that is in nothing.
    case loose
    /// In several, in itself, or too deep.
    case wrong
  }

  private var counts: [ObjectAddress: Int] = [:]
  private var children: [ObjectAddress: [ObjectAddress]] = [:]
  private var roots: [ObjectAddress] = []
  private var places: [ObjectAddress: Place] = [:]

  /// How deep embedded objects may stand in each other.
  private static let depthMax = 100

  init(_ parts: StateParts) {
    let embedded = Set(parts.tables.filter { $0.table.kind == .embedded }.map(\.table.key))
    for part in parts.tables {
      let isEmbedded = embedded.contains(part.table.key)
      for batch in part.objects {
        for (key, row) in zip(batch.keys, batch.rows) {
          let owner = isEmbedded ? ObjectAddress(table: part.table.key, key: key) : nil
          for cell in row {
            for target in cell.links where embedded.contains(target.table) {
              note(target, in: owner)
            }
          }
        }
      }
    }
    mark(roots, as: .inside)
    mark(looseRoots(parts), as: .loose)
  }

  func place(of object: ObjectAddress) -> Place { places[object] ?? .wrong }

  private mutating func note(_ target: ObjectAddress, in owner: ObjectAddress?) {
    counts[target, default: 0] += 1
    if let owner { children[owner, default: []].append(target) } else { roots.append(target) }
  }

  private func looseRoots(_ parts: StateParts) -> [ObjectAddress] {
    parts.tables.filter { $0.table.kind == .embedded }.flatMap { part in
      part.objects.flatMap(\.keys).map { ObjectAddress(table: part.table.key, key: $0) }
    }.filter { counts[$0] == nil }
  }

  /// Marks objects with all that stands in them, each once.
  private mutating func mark(_ objects: [ObjectAddress], as place: Place) {
    var level = objects
    for _ in 0..<Self.depthMax where !level.isEmpty {
      level = level.filter { (counts[$0] ?? 0) <= 1 && places[$0] == nil }
      for object in level { places[object] = place }
      level = level.flatMap { children[$0] ?? [] }
    }
  }
}

extension ObjectBatch {
  /// Drops the objects that do not stand inside another one.
  fileprivate mutating func keep(
    noting damage: inout DamageLog, in table: FileTable,
    _ place: (ObjectKey) -> EmbeddedOwners.Place
  ) throws(RealmFileFailure) {
    var kept = ObjectBatch(keys: [], rows: [])
    for (key, row) in zip(keys, rows) {
      switch place(key) {
      case .inside:
        kept.keys.append(key)
        kept.rows.append(row)
      case .loose: damage.note(Self.failure("none", of: key, table))
      case .wrong:
        try damage.take(Self.failure("several, itself, or more than 100", of: key, table))
      }
    }
    self = kept
  }

  private static func failure(
    _ found: String, of key: ObjectKey, _ table: FileTable
  ) -> RealmFileFailure {
    var failure = RealmFileFailure.damaged(
      45, expected: "an embedded object that stands inside one other", found: found)
    failure.path = ["table \(table.name.readableText)", "object \(key.rawValue)"]
    return failure
  }
}
