internal import RealmModel
internal import TraceFormat

/// Reads the head of a table: what it is called, its columns, where its objects are
/// (Realm Core: `table.cpp`, `spec.cpp`).
struct TableReader {
  let store: NodeStore

  private static let topSizeMin = 12
  private static let bytesPerLeaf = 128

  func table(_ ref: Int, name: RealmString, slot: Int) throws(RealmFileFailure) -> FileTable {
    let top = try store.node(ref, .references)
    try require(top.size >= Self.topSizeMin, 31, "at least 12 elements", found: top.size, at: ref)
    let key = try top.tagged(3)
    try require(
      key < 0x7FFF_FFFF && Int(key & 0xFFFF) == slot, 31, "a key of table \(slot)", found: key,
      at: ref)
    var columns = try SpecReader(store: store).columns(try top.requiredRef(0, rule: 31))
    try connect(&columns, top)
    // A single column may have the last of all leaves, and columns are kept by leaf.
    let leafCount = (columns.map(\.leaf).max() ?? -1) + 1
    try store.charge(leafCount * Self.bytesPerLeaf, for: "\(leafCount) columns")
    return FileTable(
      key: TableKey(UInt32(key)), name: name, kind: try kind(top), columns: columns,
      primaryKey: try primaryKey(top, columns), objectsRef: try top.requiredRef(2, rule: 31),
      tombstonesRef: top.size > 13 ? try top.ref(13) : nil,
      columnsRemoved: UInt32(truncatingIfNeeded: try top.tagged(5)),
      nextObjectNumber: try top.tagged(9))
  }

  private func kind(_ top: Node) throws(RealmFileFailure) -> TableKind {
    let flags = top.size > 12 ? try top.tagged(12) : 0
    switch flags & 3 {
    case 0: return .topLevel
    case 1: return .embedded
    case 2: return .asymmetric
    default: throw .damaged(48, expected: "a table type of 0 to 2", found: "3", at: top.ref)
    }
  }

  /// A plain 0 says that there is none; the number 0 is that of a column.
  private func primaryKey(_ top: Node, _ columns: [FileColumn]) throws(RealmFileFailure) -> Int64? {
    guard let key = try top.taggedIfSet(11), key != UInt64(FileColumn.nullKey) else { return nil }
    let column = columns.first { $0.key == Int64(clamping: key) }
    guard let column, column.collection == .single, try kind(top) != .embedded,
      [.int, .string, .objectID, .uuid].contains(column.type)
    else {
      throw .damaged(
        44, expected: "a column that can be a primary key", found: "\(key)", at: top.ref)
    }
    return column.key
  }

  /// Lets links know where they lead, and incoming ones where they come from.
  private func connect(_ columns: inout [FileColumn], _ top: Node) throws(RealmFileFailure) {
    let isLinked = columns.contains { $0.type == .link || $0.type == .backlink }
    guard isLinked else { return }
    let tables = try store.node(try top.requiredRef(7, rule: 34), .integers)
    let keys = try store.node(try top.requiredRef(8, rule: 34), .integers)
    for index in columns.indices {
      let column = columns[index]
      guard column.type == .link || column.type == .backlink else { continue }
      try require(
        column.leaf < tables.size && column.leaf < keys.size, 34,
        "the other end of the links of leaf \(column.leaf)", found: "\(tables.size) tables",
        at: top.ref)
      let table = try tables.integer(column.leaf)
      try require(
        table >= 0 && table < 0x7FFF_FFFF, 34, "a table at the other end", found: table,
        at: tables.ref)
      columns[index].oppositeTable = TableKey(UInt32(table))
      columns[index].oppositeColumn = FileColumn.currentKey(try keys.integer(column.leaf))
    }
  }
}
