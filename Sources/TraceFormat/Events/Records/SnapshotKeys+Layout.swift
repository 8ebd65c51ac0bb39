// Realm's numbers of objects with a primary key are made from the key, so they tell of it: a rewriting is
// asked for all of them.

extension SnapshotKeys: RecordLayout {
  static var blank: SnapshotKeys { SnapshotKeys() }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.list(&privateTables, "tables", elementSizeMin: 4)
    try visitor.list(&tables, "classes", elementSizeMin: 27)
  }
}

extension SnapshotKeys.Table: RecordLayout {
  static var blank: Self { Self(table: 0) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&table, .internalKey)
    try visitor.number(&columnsRemoved, .internalKey)
    try visitor.flag(&everHadTombstone)
    try visitor.number(&primaryKeyIndex, .internalKey)
    try visitor.list(&columns, "columns", elementSizeMin: 8)
    try visitor.list(&incoming, "hidden columns", elementSizeMin: 20)
    try visitor.number(&nextObject, .internalKey)
    try visitor.list(&objects, "objects", elementSizeMin: 8)
    try visitor.list(&orders, "orders of links", elementSizeMin: 20)
  }
}

extension SnapshotKeys.IncomingColumn: RecordLayout {
  static var blank: Self { Self(column: 0, originTable: 0, originColumn: 0) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&column, .internalKey)
    try visitor.number(&originTable, .internalKey)
    try visitor.number(&originColumn, .internalKey)
  }
}

extension SnapshotKeys.IncomingOrder: RecordLayout {
  static var blank: Self { Self(object: 0, column: 0, origins: []) }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&object, .internalKey)
    try visitor.number(&column, .internalKey)
    try visitor.list(&origins, "links", elementSizeMin: 8)
  }
}

/// Realm's number of a table.
extension UInt32: RecordLayout {
  static var blank: UInt32 { 0 }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&self, .internalKey)
  }
}

/// Realm's number of a column or an object.
extension Int64: RecordLayout {
  static var blank: Int64 { 0 }

  mutating func visitFields<V: RecordVisitor & ~Escapable>(_ visitor: inout V) throws(V.Failure) {
    try visitor.number(&self, .internalKey)
  }
}
