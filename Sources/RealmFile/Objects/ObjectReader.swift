package import RealmModel
internal import TraceFormat

/// Some objects of a table: their keys, and by leaf the cells of all.
package struct ObjectBatch: Sendable {
  package var keys: [ObjectKey]
  package var columns: ContiguousArray<CellColumn>

  package func row(_ index: Int) -> RowCells { RowCells(columns.map { $0[index] }) }
}

/// Reads the objects of a table, up to 256 at a time.
package struct ObjectReader {
  private let store: NodeStore
  private let table: FileTable
  private let columns: [FileColumn?]
  private let values: ValueReader
  private let shift: Int
  /// The leaves that are read, with null for what is damaged; all where it is nil.
  private let leaves: Set<Int>?
  /// The bytes of memory that an object takes besides its values: its place, and that of its primary key.
  private static let bytesPerObject = 64

  init(_ store: NodeStore, format: UInt8, table: FileTable, leaves: Set<Int>? = nil) {
    (self.store, self.table, self.leaves) = (store, table, leaves)
    columns = table.columnsByLeaf
    values = ValueReader(store, format: format)
    shift = store.clusterShift(of: table)
  }

  /// Calls the body with all objects, by ascending keys; or with `tombstones`, the targets of links without an object.
  func forEachBatch(
    tombstones: Bool = false, noting damage: inout DamageLog,
    _ body: (ObjectBatch) throws(RealmFileFailure) -> Void
  ) throws(RealmFileFailure) {
    guard let root = tombstones ? table.tombstonesRef : table.objectsRef else { return }
    var tree = ClusterTree(store, isOfTombstones: tombstones, shift: shift)
    try tree.forEachLeaf(of: root, noting: &damage) {
      (leaf, damage) throws(RealmFileFailure) in
      // Of tombstones alone a row is made each, with a place for every leaf that there could be.
      let bytes = columns.count * MemoryLayout<Cell>.stride * (tombstones ? leaf.keys.count : 0)
      try store.charge(bytes, for: "\(leaf.keys.count) tombstones")
      try body(try batch(of: leaf, &damage))
    }
  }

  private func batch(
    of leaf: ClusterTree.Leaf, _ damage: inout DamageLog
  ) throws(RealmFileFailure) -> ObjectBatch {
    let count = leaf.keys.count
    try store.charge(
      count * Self.bytesPerObject + columns.count * MemoryLayout<CellColumn>.stride,
      for: "\(count) objects of \(columns.count) columns")
    var cells: ContiguousArray<CellColumn> = []
    cells.reserveCapacity(columns.count)
    for (position, column) in columns.enumerated() {
      guard let column, leaves?.contains(position) != false else {
        cells.append(.same(.null))
        continue
      }
      cells.append(try self.cells(of: column, leaf, &damage))
    }
    return ObjectBatch(keys: leaf.keys.map { ObjectKey($0) }, columns: cells)
  }

  private func cells(
    of column: FileColumn, _ leaf: ClusterTree.Leaf, _ damage: inout DamageLog
  ) throws(RealmFileFailure) -> CellColumn {
    do throws(RealmFileFailure) {
      return try values.values(
        of: column, at: try leaf.node.requiredRef(column.leaf + 1, rule: 36),
        count: leaf.keys.count)
    } catch {
      let keys = "objects \(leaf.keys.first ?? 0) to \(leaf.keys.last ?? 0)"
      // Objects without their primary keys would be one and the same.
      if damage.salvages, error.concernsPartOnly, column.key == table.primaryKey {
        throw error.inside("\(keys) (\(leaf.keys.count) left out)").inside(column.title)
      }
      try damage.take(error.inside(keys).inside(column.title))
      return .same(leaves == nil ? column.placeholder : .null)
    }
  }
}

extension FileColumn {
  var title: String {
    type == .backlink ? "incoming links of leaf \(leaf)" : "property \(name.readableText)"
  }

  /// What stands for a value that cannot be read: null where a property may be null.
  fileprivate var placeholder: Cell {
    isNullable || collection != .single ? .empty(collection) : type.defaultCell
  }
}
