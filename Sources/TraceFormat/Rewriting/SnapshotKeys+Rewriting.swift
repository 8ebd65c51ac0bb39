// Realm's numbers of objects with a primary key are made from the key, so they tell of it and are offered.
extension SnapshotKeys {
  func rewritten(by rewriting: inout some EventRewriting) -> SnapshotKeys {
    var keys = self
    keys.privateTables = rewriting.internalKeys(privateTables)
    keys.tables = tables.map { $0.rewritten(by: &rewriting) }
    return keys
  }
}

extension SnapshotKeys.Table {
  fileprivate func rewritten(by rewriting: inout some EventRewriting) -> SnapshotKeys.Table {
    var table = self
    table.table = rewriting.number(self.table, .internalKey)
    table.columnsRemoved = rewriting.number(columnsRemoved, .internalKey)
    table.primaryKeyIndex = primaryKeyIndex.map { rewriting.number($0, .internalKey) }
    table.columns = rewriting.internalKeys(columns)
    table.incoming = incoming.map { $0.rewritten(by: &rewriting) }
    table.nextObject = nextObject.map { rewriting.number($0, .internalKey) }
    table.objects = rewriting.internalKeys(objects)
    table.orders = orders.map { $0.rewritten(by: &rewriting) }
    return table
  }
}

extension SnapshotKeys.IncomingColumn {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) -> SnapshotKeys.IncomingColumn {
    SnapshotKeys.IncomingColumn(
      column: rewriting.number(column, .internalKey),
      originTable: rewriting.number(originTable, .internalKey),
      originColumn: rewriting.number(originColumn, .internalKey))
  }
}

extension SnapshotKeys.IncomingOrder {
  fileprivate func rewritten(
    by rewriting: inout some EventRewriting
  ) -> SnapshotKeys.IncomingOrder {
    SnapshotKeys.IncomingOrder(
      object: rewriting.number(object, .internalKey),
      column: rewriting.number(column, .internalKey),
      origins: rewriting.internalKeys(origins))
  }
}

extension EventRewriting {
  fileprivate mutating func internalKeys<Key: FixedWidthInteger>(_ keys: [Key]) -> [Key] {
    keys.map { number($0, .internalKey) }
  }
}
