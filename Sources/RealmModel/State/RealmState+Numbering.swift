package import TraceFormat

extension RealmState {
  /// The state with the numbers that Realm had given to its classes, columns and objects.
  ///
  /// It must be what the changesets of the snapshot have built of an empty Realm. Objects that exist only
  /// as targets of links keep the numbers that follow from their primary keys.
  ///
  /// - Throws: where the numbers are not those of this state.
  package func numbered(by keys: SnapshotKeys) throws(BuildingFailure) -> RealmState {
    try StateNumbering(self, keys).numbered()
  }
}

/// A state whose parts get other numbers.
private struct StateNumbering {
  private let state: RealmState
  private let keys: SnapshotKeys
  private var tables: [TableKey: TableNumbering] = [:]

  init(_ state: RealmState, _ keys: SnapshotKeys) throws(BuildingFailure) {
    (self.state, self.keys) = (state, keys)
    let present = state.tableKeys
    guard present.count == keys.tables.count else {
      throw BuildingFailure(.numbersDiffer("classes"), in: present.first ?? TableKey(0))
    }
    for (key, numbers) in zip(present, keys.tables) {
      tables[key] = try TableNumbering(state.tables[key.slot], numbers)
    }
    for key in present {
      let table = state.tables[key.slot]
      for leaf in table.backlinkLeaves {
        guard let column = table.columns[leaf], let origin = tables[column.opposite],
          let originLeaf = ColumnShape(key: column.originKey)?.leaf,
          let originKey = origin.columns[originLeaf]
        else { continue }
        tables[key]?.connect(leaf, origin: origin.key, column: originKey)
      }
    }
  }

  func numbered() throws(BuildingFailure) -> RealmState {
    var builder = RealmState.Builder()
    for key in keys.privateTables { try builder.addPrivateTable(TableKey(key)) }
    for key in state.tableKeys { try addClass(key, to: &builder) }
    for key in state.tableKeys { try addColumns(key, to: &builder) }
    for key in state.tableKeys { try addObjects(key, to: &builder) }
    return try builder.build()
  }

  private func addClass(
    _ key: TableKey, to builder: inout RealmState.Builder
  ) throws(BuildingFailure) {
    guard let numbering = tables[key] else { return }
    let table = state.tables[key.slot]
    try builder.addTable(
      numbering.key, name: table.name, kind: table.kind,
      columnsRemoved: numbering.numbers.columnsRemoved,
      nextObject: numbering.numbers.nextObject.map { ObjectKey($0) },
      everHadTombstone: numbering.numbers.everHadTombstone)
  }

  private func addColumns(
    _ key: TableKey, to builder: inout RealmState.Builder
  ) throws(BuildingFailure) {
    guard let numbering = tables[key] else { return }
    let table = state.tables[key.slot]
    for leaf in numbering.leaves {
      guard let column = table.columns[leaf], let number = numbering.columns[leaf] else { continue }
      let target = column.type == .link ? tables[column.opposite]?.key : nil
      try builder.addColumn(
        number, named: table.columnNames[leaf], to: numbering.key, target: target)
    }
    for column in numbering.numbers.incoming {
      try builder.addBacklinkColumn(
        column.column, to: numbering.key, origin: TableKey(column.originTable),
        originKey: column.originColumn)
    }
    if let leaf = table.primaryKeyLeaf {
      try builder.setPrimaryKey(table.columnNames[leaf], of: numbering.key)
    }
  }

  private func addObjects(
    _ key: TableKey, to builder: inout RealmState.Builder
  ) throws(BuildingFailure) {
    guard let numbering = tables[key] else { return }
    let table = state.tables[key.slot]
    for object in table.objectKeys + table.tombstones.keys.sorted() {
      guard let number = numbering.object(object) else {
        throw BuildingFailure(.numbersDiffer("objects"), in: numbering.key)
      }
      var row = RowCells(repeating: .null, count: numbering.leafCount)
      for leaf in table.columns.indices {
        guard let place = numbering.leaf(leaf) else { continue }
        row[place] = renumbered(table.cell(object, leaf), of: object, leaf, table, numbering)
      }
      try builder.addObject(
        number, to: numbering.key, cells: row, globalKey: table.globalKeys[object])
    }
  }

  private func renumbered(
    _ cell: Cell, of object: ObjectKey, _ leaf: Int, _ table: Table, _ numbering: TableNumbering
  ) -> Cell {
    guard case .backlinks(let origins) = cell else {
      return cell.mapLinks { target in
        guard let numbering = tables[target.table] else { return .link(target) }
        return .link(
          ObjectAddress(table: numbering.key, key: numbering.object(target.key) ?? target.key))
      }
    }
    if let number = numbering.object(object), let place = numbering.leaf(leaf),
      let order = numbering.orders[TableNumbering.Place(object: number, leaf: place)]
    {
      return .backlinks(PersistentList(order.map { ObjectKey($0) }))
    }
    let origin = table.columns[leaf].flatMap { tables[$0.opposite] }
    return .backlinks(PersistentList(origins.map { origin?.object($0) ?? $0 }))
  }
}

private struct TableNumbering {
  struct Place: Hashable {
    var object: ObjectKey
    var leaf: Int
  }

  let key: TableKey
  let numbers: SnapshotKeys.Table
  /// The leaves of the properties, in the order in which Realm has them.
  let leaves: [Int]
  /// Realm's numbers for columns, by leaf.
  private(set) var columns: [Int: Int64] = [:]
  private(set) var orders: [Place: [Int64]] = [:]
  private let rows: ObjectRows
  let leafCount: Int

  init(_ table: Table, _ numbers: SnapshotKeys.Table) throws(BuildingFailure) {
    (key, self.numbers, rows) = (TableKey(numbers.table), numbers, table.rows)
    // The changesets add the primary key with its class, before all others.
    var leaves = table.visibleLeaves.filter { $0 != table.primaryKeyLeaf }
    if let leaf = table.primaryKeyLeaf {
      let index = Int(numbers.primaryKeyIndex ?? .max)
      guard index <= leaves.count else {
        throw BuildingFailure(.numbersDiffer("primary key"), in: key)
      }
      leaves.insert(leaf, at: index)
    }
    // None of the objects is a tombstone.
    guard leaves.count == numbers.columns.count, rows.count == numbers.objects.count,
      numbers.objects.allSatisfy({ $0 >= 0 })
    else { throw BuildingFailure(.numbersDiffer("properties or objects"), in: key) }
    self.leaves = leaves
    for (leaf, column) in zip(leaves, numbers.columns) {
      let (wanted, built) = (ColumnShape(key: column), table.columns[leaf])
      guard wanted?.type == built?.type, wanted?.collection == built?.collection else {
        throw BuildingFailure(.numbersDiffer("types of properties"), in: key)
      }
      columns[leaf] = column
    }
    let all = numbers.columns + numbers.incoming.map(\.column)
    leafCount = (all.map { Int($0 & 0xFFFF) }.max() ?? -1) + 1
    guard leafCount <= all.count + TableLayout.freeLeavesMax else {
      throw BuildingFailure(.numbersDiffer("columns"), in: key)
    }
    for order in numbers.orders {
      orders[Place(object: ObjectKey(order.object), leaf: Int(order.column & 0xFFFF))] =
        order.origins
    }
  }

  /// Finds the number of a hidden column by where its links come from.
  mutating func connect(_ leaf: Int, origin: TableKey, column: Int64) {
    columns[leaf] =
      numbers.incoming.first {
        $0.originTable == origin.rawValue && $0.originColumn == column
      }?.column
  }

  func leaf(_ leaf: Int) -> Int? { columns[leaf].map { Int($0 & 0xFFFF) } }

  func object(_ key: ObjectKey) -> ObjectKey? {
    guard !key.isUnresolved else { return key }
    let position = rows.position(of: key)
    guard numbers.objects.indices.contains(position) else { return nil }
    return ObjectKey(numbers.objects[position])
  }
}
