internal import RealmModel
internal import TraceFormat

extension StateParts {
  /// The same parts without embedded objects that do not stand inside one other object each (rule R45).
  ///
  /// What is in no object is left out: Realm leaves it behind where a property is removed, and never shows it
  /// again. Anything else is damage.
  func checkingEmbedded(
    noting damage: inout DamageLog
  ) throws(RealmFileFailure) -> StateParts {
    guard tables.contains(where: { $0.table.kind == .embedded }) else { return self }
    let owners = EmbeddedOwners(self)
    var parts = self
    var dropped: [TableKey: Set<ObjectKey>] = [:]
    for (index, part) in tables.enumerated() where part.table.kind == .embedded {
      for batch in part.objects.indices {
        let keys = try parts.tables[index].objects[batch].keep(noting: &damage, in: part.table) {
          owners.place(of: ObjectAddress(table: part.table.key, key: $0))
        }
        dropped[part.table.key, default: []].formUnion(keys)
      }
    }
    parts.forgetLinks(from: dropped.filter { !$0.value.isEmpty })
    return parts
  }

  /// Takes objects that are left out off the lists of incoming links, which keep their order.
  private mutating func forgetLinks(from dropped: [TableKey: Set<ObjectKey>]) {
    guard !dropped.isEmpty else { return }
    for index in tables.indices {
      for column in tables[index].table.columns where column.type == .backlink {
        guard let keys = column.oppositeTable.flatMap({ dropped[$0] }) else { continue }
        for batch in tables[index].objects.indices {
          tables[index].objects[batch].forgetLinks(from: keys, at: column.leaf)
        }
        for batch in tables[index].tombstones.indices {
          tables[index].tombstones[batch].forgetLinks(from: keys, at: column.leaf)
        }
      }
    }
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
  fileprivate mutating func forgetLinks(from keys: Set<ObjectKey>, at leaf: Int) {
    for row in rows.indices {
      guard leaf < rows[row].count, case .backlinks(let origins) = rows[row][leaf],
        origins.contains(where: keys.contains)
      else { continue }
      let kept = origins.filter { !keys.contains($0) }
      rows[row][leaf] = kept.isEmpty ? .null : .backlinks(PersistentList(kept))
    }
  }

  /// Drops the objects that do not stand inside another one.
  ///
  /// - Returns: their keys.
  fileprivate mutating func keep(
    noting damage: inout DamageLog, in table: FileTable,
    _ place: (ObjectKey) -> EmbeddedOwners.Place
  ) throws(RealmFileFailure) -> Set<ObjectKey> {
    var kept = ObjectBatch(keys: [], rows: [])
    for (key, row) in zip(keys, rows) {
      switch place(key) {
      case .inside:
        kept.keys.append(key)
        kept.rows.append(row)
      case .loose: continue
      case .wrong: try damage.take(Self.failure(of: key, in: table))
      }
    }
    defer { self = kept }
    return Set(keys).subtracting(kept.keys)
  }

  private static func failure(of key: ObjectKey, in table: FileTable) -> RealmFileFailure {
    var failure = RealmFileFailure.damaged(
      45, expected: "an embedded object that stands inside one other",
      found: "several, itself, or more than 100")
    failure.path = ["table \(table.name.readableText)", "object \(key.rawValue)"]
    return failure
  }
}
