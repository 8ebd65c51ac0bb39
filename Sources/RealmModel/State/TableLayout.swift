package import TraceFormat

/// What a class is apart from its objects: its name, kind and columns.
///
/// Columns are found by name, cells by the column's leaf. A leaf that a removed column leaves free
/// goes to the next column added, hidden backlink columns included, exactly as in Realm, because
/// the numbers that result decide the order in which incoming links are visited.
package struct TableLayout: Sendable {
  package let name: RealmString
  package let kind: TableKind
  /// The leaf of the primary key; absent for embedded classes and classes without primary key.
  package var primaryKeyLeaf: Int?
  /// By leaf; nil where a column was removed and none has taken its place.
  package private(set) var columns: ContiguousArray<ColumnShape?> = []
  /// Names by leaf; empty for backlink columns.
  package private(set) var columnNames: ContiguousArray<RealmString> = []
  package private(set) var leaves: [RealmString: Int] = [:]
  /// The leaves of the visible columns, in the order they were added.
  package private(set) var visibleLeaves: [Int] = []
  /// The leaves of the backlink columns, ascending.
  package private(set) var backlinkLeaves: [Int] = []
  /// How many columns were removed: columns added later have keys that depend on it.
  var columnsRemoved: UInt32 = 0
  package private(set) var defaultCells: RowCells = []

  /// How many leaves may be free where numbers come from elsewhere. Every object has a cell for each,
  /// and Realm leaves as many as there were columns at once, less those that are left.
  package static let freeLeavesMax = 1024

  /// Whether a removed column left a leaf free, and the next column in use is a collection.
  var hasCollectionAfterGap: Bool {
    zip(columns, columns.dropFirst()).contains {
      $0 == nil && $1.map { $0.collection != .single } ?? false
    }
  }

  func backlinkLeaf(from origin: TableKey, columnKey: Int64) -> Int? {
    backlinkLeaves.first {
      columns[$0]?.opposite == origin && columns[$0]?.originKey == columnKey
    }
  }

  /// Adds a column at the lowest free leaf.
  mutating func addColumn(
    name: RealmString, type: ColumnType, collection: CollectionKind, isNullable: Bool,
    of table: TableKey
  ) -> ColumnShape {
    let column = ColumnShape(
      type: type, collection: collection, isNullable: isNullable,
      tag: columnsRemoved ^ table.rawValue,
      leaf: columns.firstIndex { $0 == nil } ?? columns.count)
    place(column, name: name)
    return column
  }

  /// Puts a column at its leaf, which is free, be it beyond the last that is in use.
  mutating func place(_ column: ColumnShape, name: RealmString) {
    let leaf = column.leaf
    while columns.count <= leaf {
      columns.append(nil)
      columnNames.append(.empty)
      defaultCells.append(.null)
    }
    columns[leaf] = column
    columnNames[leaf] = name
    defaultCells[leaf] = column.defaultCell
    if column.type == .backlink {
      let place = backlinkLeaves.firstIndex { $0 > leaf } ?? backlinkLeaves.endIndex
      backlinkLeaves.insert(leaf, at: place)
    } else {
      leaves[name] = leaf
      visibleLeaves.append(leaf)
    }
  }

  mutating func updateColumn(at leaf: Int, _ body: (inout ColumnShape) -> Void) {
    guard var column = columns[leaf] else { return }
    body(&column)
    columns[leaf] = column
  }

  mutating func freeLeaf(_ leaf: Int) {
    guard let column = columns[leaf] else { return }
    if column.type == .backlink {
      backlinkLeaves.removeAll { $0 == leaf }
    } else {
      leaves[columnNames[leaf]] = nil
      visibleLeaves.removeAll { $0 == leaf }
    }
    columns[leaf] = nil
    columnNames[leaf] = .empty
    defaultCells[leaf] = .null
    columnsRemoved &+= 1
  }

  mutating func dropFreeLeavesAtEnd() {
    while let last = columns.last, last == nil {
      columns.removeLast()
      columnNames.removeLast()
      defaultCells.removeLast()
    }
  }
}
