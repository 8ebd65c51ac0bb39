import TraceFormat

@testable import RealmModel

extension RealmState {
  /// The same state, built again with other object keys, in the same order.
  func respread(_ spread: @escaping (Int64) -> Int64) throws -> RealmState {
    var builder = Builder()
    let moved = { (key: ObjectKey) in
      key.isUnresolved ? key : ObjectKey(spread(key.rawValue))
    }
    for slot in privateSlots { try builder.addPrivateTable(TableKey(slot: slot, reuseTag: 0)) }
    let present = tables.filter(\.isPresent)
    for table in present {
      try builder.addTable(
        table.key, name: table.name, kind: table.kind,
        columnsRemoved: table.layout.columnsRemoved, everHadTombstone: table.everHadTombstone)
      for case let column? in table.visibleLeaves.map({ table.columns[$0] }) {
        try builder.addColumn(
          column.key, named: table.columnNames[column.leaf], to: table.key,
          target: column.type == .link ? column.opposite : nil)
      }
      for case let column? in table.backlinkLeaves.map({ table.columns[$0] }) {
        try builder.addBacklinkColumn(
          column.key, to: table.key, origin: column.opposite, originKey: column.originKey)
      }
      if let leaf = table.primaryKeyLeaf {
        try builder.setPrimaryKey(table.columnNames[leaf], of: table.key)
      }
    }
    // Last things first: a builder does not ask for an order.
    for table in present.reversed() {
      for key in (table.tombstones.keys.sorted() + table.objectKeys).reversed() {
        let row = key.isUnresolved ? table.tombstones[key] : table.rows[key]
        try builder.addObject(
          moved(key), to: table.key,
          cells: ContiguousArray((row?.cells ?? []).map { $0.moved(moved) }),
          globalKey: table.globalKeys[key])
      }
    }
    return try builder.build()
  }
}

extension Cell {
  fileprivate func moved(_ move: (ObjectKey) -> ObjectKey) -> Cell {
    switch self {
    case .link(let target): return .link(ObjectAddress(table: target.table, key: move(target.key)))
    case .backlinks(let keys): return .backlinks(PersistentList(keys.map(move)))
    case .list(let elements): return .list(CellList(elements.map { $0.moved(move) }))
    case .set(let elements): return .set(CellList(elements.map { $0.moved(move) }))
    case .dictionary(var entries):
      entries.values = CellList(entries.values.map { $0.moved(move) })
      return .dictionary(entries)
    default: return self
    }
  }
}
