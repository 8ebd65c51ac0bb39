/// A column of a table that is written.
public struct WrittenColumn: Sendable {
  /// Realm's number for it, which says its leaf and type too.
  var key: Int64
  /// Nil for the hidden column of incoming links.
  var name: [UInt8]? = nil
  /// The table and the column at the other end of links.
  var oppositeTable: Int64 = 0x7FFF_FFFF
  var oppositeColumn = Int64.max

  var leaf: Int { Int(key & 0xFFFF) }
  fileprivate var attributes: Int64 { key >> 22 & 0xFF }
  /// The type, and for a dictionary above it that of its keys.
  fileprivate var specified: Int64 {
    key >> 16 & 0x3F | (attributes & 64 != 0 ? 2 << 16 : 0)
  }
}

/// A table that is written, with the refs of its objects.
public struct WrittenTable {
  var name: [UInt8]
  var key: UInt32
  /// 0 top-level, 1 embedded, 2 asymmetric.
  var kind: UInt64 = 0
  /// The visible ones first.
  var columns: [WrittenColumn]
  var primaryKey: Int64?
  var objects: Int64
  var tombstones: Int64 = 0
  var columnsRemoved: UInt64 = 0
  var nextObjectNumber: UInt64 = 0
}

/// What a file says beside its tables.
public struct WrittenGroup {
  var version: UInt64 = 2
  var clientFileIdent: UInt64 = 0
  /// The ref of a client's history of schema 12; 0 for none.
  var history: Int64 = 0
  /// By slot, the tag that the next table in a free one gets.
  var freeSlotTags: [Int: UInt64] = [:]
}

// Tables and what everything hangs on (Realm Core: `table.cpp`, `spec.cpp`, `group.cpp`).
extension RealmFileWriter {
  /// The head of a table.
  mutating func table(_ table: WrittenTable) throws -> Int64 {
    let leafCount = (table.columns.map(\.leaf).max() ?? -1) + 1
    var tables = [Int64](repeating: 0x7FFF_FFFF, count: leafCount)
    var columns = [Int64](repeating: .max, count: leafCount)
    for column in table.columns {
      (tables[column.leaf], columns[column.leaf]) = (column.oppositeTable, column.oppositeColumn)
    }
    let primaryKey = table.primaryKey.map { Self.tagged(UInt64($0)) } ?? 0
    let parts: [Int64] = [
      try spec(table.columns), 0, table.objects, Self.tagged(UInt64(table.key)),
      try references([Int64](repeating: 0, count: leafCount)), Self.tagged(table.columnsRemoved),
      Self.tagged(1), try integers(tables), try integers(columns),
      Self.tagged(table.nextObjectNumber), 0,
      primaryKey, Self.tagged(table.kind),
      table.tombstones,
    ]
    return try references(parts)
  }

  private mutating func spec(_ columns: [WrittenColumn]) throws -> Int64 {
    let parts: [Int64] = [
      try integers(columns.map(\.specified)), try shortStrings(columns.compactMap(\.name)),
      try integers(columns.map(\.attributes)), 0, 0, try integers(columns.map(\.key)),
    ]
    return try references(parts)
  }

  /// The rest of the file: its tables by slot, and what else it says.
  public mutating func finish(_ tables: [WrittenTable], _ group: WrittenGroup) throws {
    let slots = tables.map { Int($0.key & 0xFFFF) } + group.freeSlotTags.keys
    let count = (slots.max() ?? -1) + 1
    var names = [[UInt8]?](repeating: [], count: count)
    var list = (0..<count).map { Self.tagged(group.freeSlotTags[$0] ?? 0) }
    for table in tables {
      let slot = Int(table.key & 0xFFFF)
      (names[slot], list[slot]) = (table.name, try self.table(table))
    }
    let parts = [try shortStrings(names), try references(list)]
    // The root is the last node; of eight bytes an element, for its own end stands in it.
    let size = UInt64(size(withNodeOf: 8 + 11 * 8))
    let isSynced = group.history != 0
    let root =
      parts + [
        Self.tagged(size), 0, 0, 0, Self.tagged(group.version), Self.tagged(isSynced ? 3 : 0),
        group.history, Self.tagged(isSynced ? 12 : 0), Self.tagged(group.clientFileIdent),
      ]
    try finish(
      root: append(
        .refs, widthIndex: 7, count: root.count, payload: root.flatMap(\.littleEndianBytes)))
  }
}
