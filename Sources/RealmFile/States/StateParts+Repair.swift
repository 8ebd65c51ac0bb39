internal import RealmModel
internal import TraceFormat

extension StateParts {
  /// The same parts without links that lead nowhere, and with incoming links as the links say. They are complete if the
  /// only thing wrong is incoming links that no object has, which Realm counts and no app can follow.
  func repairingLinks() -> (parts: StateParts, damage: DamageLog, isComplete: Bool) {
    var repair = LinkRepair(self)
    var parts = self
    for (index, part) in tables.enumerated() {
      parts.tables[index].changeBatches { repair.repair(&$0, of: part.table) }
    }
    for (index, part) in tables.enumerated() {
      parts.tables[index].changeBatches { repair.setIncomingLinks(of: &$0, part.table) }
    }
    return (parts, repair.damage, repair.damage.failures.isEmpty && !repair.lacksIncomingLinks)
  }

  /// The same parts without properties of links to a class that is not there, which was damaged itself.
  func droppingLinksToNoClass() -> (parts: StateParts, damage: DamageLog) {
    let present = Set(tables.map(\.table.key))
    var damage = DamageLog(salvages: true)
    var parts = self
    for index in parts.tables.indices {
      let table = parts.tables[index].table
      let lost = table.columns.filter { column in
        column.type == .link && column.oppositeTable.map(present.contains) != true
      }
      guard !lost.isEmpty else { continue }
      for column in lost { damage.note(Self.noClass(for: column, in: table)) }
      let leaves = Set(lost.map(\.leaf))
      parts.tables[index].table.columns.removeAll { leaves.contains($0.leaf) }
      let count = parts.tables[index].table.columnsByLeaf.count
      parts.tables[index].changeBatches { $0.drop(leaves, keeping: count) }
    }
    return (parts, damage)
  }

  private static func noClass(for column: FileColumn, in table: FileTable) -> RealmFileFailure {
    RealmFileFailure.damaged(
      42, expected: "links to a class that can be read",
      found: "table \(column.oppositeTable?.slot ?? 0)"
    ).inside(column.title).inside(table.title)
  }
}

extension StateParts.ClassTable {
  /// Changes all objects, and then the tombstones.
  mutating func changeBatches(_ change: (inout ObjectBatch) -> Void) {
    for index in objects.indices { change(&objects[index]) }
    for index in tombstones.indices { change(&tombstones[index]) }
  }
}

extension ObjectBatch {
  /// Forgets the cells at some leaves, and those behind the last that is left.
  fileprivate mutating func drop(_ leaves: Set<Int>, keeping count: Int) {
    for leaf in leaves where leaf < columns.count { columns[leaf] = .same(.null) }
    columns.removeSubrange(min(count, columns.count)...)
  }
}

private struct LinkRepair {
  private var objects: [TableKey: Set<ObjectKey>] = [:]
  /// The hidden column of a class for the links of a column.
  private var hiddenLeaves: [TableKey: [Origin: Int]] = [:]
  private var incoming: [ObjectAddress: [Int: [ObjectKey]]] = [:]
  private(set) var damage = DamageLog(salvages: true)
  private(set) var lacksIncomingLinks = false

  private struct Origin: Hashable {
    var table: TableKey
    var column: Int64
  }

  init(_ parts: StateParts) {
    for part in parts.tables {
      objects[part.table.key] = Set((part.objects + part.tombstones).flatMap(\.keys))
      for column in part.table.columns where column.type == .backlink {
        guard let table = column.oppositeTable, let key = column.oppositeColumn else { continue }
        hiddenLeaves[part.table.key, default: [:]][Origin(table: table, column: key)] = column.leaf
      }
    }
  }

  mutating func repair(_ batch: inout ObjectBatch, of table: FileTable) {
    for column in table.columns where column.type != .backlink {
      guard column.leaf < batch.columns.count, batch.columns[column.leaf].mayHoldLinks else {
        continue
      }
      let cells = batch.keys.enumerated().map { index, key in
        repaired(
          batch.columns[column.leaf][index], ObjectAddress(table: table.key, key: key), column,
          table)
      }
      batch.columns[column.leaf] = .cells(cells)
    }
  }

  private mutating func repaired(
    _ cell: Cell, _ origin: ObjectAddress, _ column: FileColumn, _ table: FileTable
  ) -> Cell {
    switch cell {
    case .link(let target):
      let source = Origin(table: table.key, column: column.key)
      guard objects[target.table]?.contains(target.key) == true,
        column.type != .link || column.oppositeTable == target.table,
        let leaf = hiddenLeaves[target.table]?[source]
      else {
        damage.note(Self.dangling(target, origin, column, table))
        return .null
      }
      incoming[target, default: [:]][leaf, default: []].append(origin.key)
      return cell
    case .list(let elements) where column.type != .link:
      return .list(CellList(elements.map { repaired($0, origin, column, table) }))
    case .list(let elements), .set(let elements):
      // Null stands neither in a list of links nor twice in a set.
      let kept = elements.compactMap { element -> Cell? in
        let cell = repaired(element, origin, column, table)
        return cell.isNull && !element.isNull ? nil : cell
      }
      return column.collection == .set ? .set(CellList(kept)) : .list(CellList(kept))
    case .dictionary(let entries):
      let values = entries.values.map { repaired($0, origin, column, table) }
      return .dictionary(CellDictionary(Array(entries.keys), values))
    default: return cell
    }
  }

  private static func dangling(
    _ target: ObjectAddress, _ origin: ObjectAddress, _ column: FileColumn, _ table: FileTable
  ) -> RealmFileFailure {
    RealmFileFailure.damaged(
      42, expected: "a link to an object that is there",
      found: "one to object \(target.key.rawValue) of table \(target.table.slot)"
    ).inside(column.title).inside("object \(origin.key.rawValue)").inside(table.title)
  }

  mutating func setIncomingLinks(of batch: inout ObjectBatch, _ table: FileTable) {
    for column in table.columns where column.type == .backlink {
      guard column.leaf < batch.columns.count else { continue }
      let cells = batch.keys.enumerated().map { index, key -> Cell in
        let origins = incoming[ObjectAddress(table: table.key, key: key)]?[column.leaf]
        if let origins, !batch.columns[column.leaf][index].hasIncoming(origins) {
          lacksIncomingLinks = true
        }
        return origins.map { .backlinks(PersistentList($0)) } ?? .null
      }
      batch.columns[column.leaf] = .cells(cells)
    }
  }
}

extension Cell {
  fileprivate func hasIncoming(_ origins: [ObjectKey]) -> Bool {
    guard case .backlinks(let known) = self else { return false }
    return Set(origins).isSubset(of: known.map(\.self))
  }
}
