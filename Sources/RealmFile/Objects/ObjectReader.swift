package import RealmModel
internal import TraceFormat

/// Some objects of a table: their keys, and for each its cells by leaf.
package struct ObjectBatch: Sendable {
  package var keys: [ObjectKey]
  package var rows: [RowCells]
}

/// Reads the objects of a table, up to 256 at a time.
package struct ObjectReader {
  private let store: NodeStore
  private let table: FileTable
  private let columns: [FileColumn?]
  private var values: ValueReader
  private let shift: Int
  /// The leaves that are read; all where it is nil.
  private let leaves: Set<Int>?

  init(
    _ store: NodeStore, format: UInt8, table: FileTable, leaves: Set<Int>? = nil
  ) {
    (self.store, self.table, self.leaves) = (store, table, leaves)
    columns = table.columnsByLeaf
    values = ValueReader(store, format: format)
    shift = ClusterShift(store).shift(of: table)
  }

  /// Calls the body with all objects, by ascending keys.
  ///
  /// - Parameter tombstones: whether the targets of links without an object are read instead.
  /// - Returns: how many objects there are.
  @discardableResult
  mutating func forEachBatch(
    tombstones: Bool = false, noting damage: inout DamageLog,
    _ body: (ObjectBatch) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) -> Int {
    guard let root = tombstones ? table.tombstonesRef : table.objectsRef else { return 0 }
    var tree = ClusterTree(store, isOfTombstones: tombstones, shift: shift)
    return try tree.forEachLeaf(of: root, noting: &damage) {
      (leaf, damage) throws(RealmFileFailure) in
      try body(try batch(of: leaf, &damage))
    }
  }

  private mutating func batch(
    of leaf: ClusterTree.Leaf, _ damage: inout DamageLog
  ) throws(RealmFileFailure) -> ObjectBatch {
    let count = leaf.keys.count
    try store.charge(
      count * (columns.count * LeafReader.bytesPerValue + 64), for: "\(count) objects")
    var rows = Array(repeating: RowCells(), count: count)
    for index in rows.indices { rows[index].reserveCapacity(columns.count) }
    for (position, column) in columns.enumerated() {
      guard let column, leaves?.contains(position) != false else {
        for index in rows.indices { rows[index].append(.null) }
        continue
      }
      let cells = try cells(of: column, leaf, &damage)
      for index in rows.indices { rows[index].append(cells[index]) }
    }
    return ObjectBatch(keys: leaf.keys.map { ObjectKey($0) }, rows: rows)
  }

  private mutating func cells(
    of column: FileColumn, _ leaf: ClusterTree.Leaf, _ damage: inout DamageLog
  ) throws(RealmFileFailure) -> [Cell] {
    do throws(RealmFileFailure) {
      return try values.values(
        of: column, at: try leaf.node.requiredRef(column.leaf + 1, rule: 36),
        count: leaf.keys.count)
    } catch {
      let keys = "objects \(leaf.keys.first ?? 0) to \(leaf.keys.last ?? 0)"
      try damage.take(error.inside(keys).inside(column.title))
      return Array(repeating: column.emptyCell, count: leaf.keys.count)
    }
  }
}

extension FileColumn {
  /// What it is called in messages.
  var title: String {
    type == .backlink ? "incoming links of leaf \(leaf)" : "property \(name.readableText)"
  }

  /// What stands for a value that cannot be read.
  fileprivate var emptyCell: Cell { .empty(collection) }
}
