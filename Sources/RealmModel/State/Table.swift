package import TraceFormat

/// A class with its columns and objects.
///
/// What rarely changes, the layout, is held apart, so that a table is few words to copy.
package struct Table: Sendable {
  package let key: TableKey
  package private(set) var sharedLayout: Shared<TableLayout>

  package internal(set) var rows = ObjectRows()
  package internal(set) var objectCount = 0
  /// Objects that exist only as targets of dangling links, by their negative key.
  var tombstones = PersistentDictionary<ObjectKey, ObjectRow>()
  /// Whether the class ever had a tombstone. Realm makes its storage for them with the first, and
  /// aborts if a collection then follows a gap among the class's columns.
  var everHadTombstone = false
  /// The positions of objects by primary key, which is in their rows, or among the ``globalKeys``.
  var index = HashedEntries<UInt32>()
  /// Tombstones by primary key, of which none is in the ``index`` too.
  var tombstoneIndex = PersistentDictionary<PrimaryKeyValue, ObjectKey>()
  /// The identities of objects and tombstones in a class without primary key.
  var globalKeys = PersistentDictionary<ObjectKey, GlobalKey>()
  /// False for a slot without a class; its key is then the key of the next class there.
  let isPresent: Bool

  init(key: TableKey, name: RealmString, kind: TableKind) {
    self.key = key
    sharedLayout = Shared(TableLayout(name: name, kind: kind))
    isPresent = true
  }

  init(absent key: TableKey) {
    self.key = key
    sharedLayout = Shared(TableLayout(name: .empty, kind: .topLevel))
    isPresent = false
  }
}

// Columns
extension Table {
  var layout: TableLayout {
    get { sharedLayout.value }
    // One that no other table shares is changed in place: nothing else holds it meanwhile.
    _modify {
      var layout = sharedLayout.value
      sharedLayout = Self.noLayout
      defer { sharedLayout = Shared(layout) }
      yield &layout
    }
  }

  private static let noLayout = Shared(TableLayout(name: .empty, kind: .topLevel))

  package func sharesLayout(with other: Table) -> Bool { sharedLayout === other.sharedLayout }

  package var name: RealmString { sharedLayout.value.name }
  package var kind: TableKind { sharedLayout.value.kind }
  package var primaryKeyLeaf: Int? { sharedLayout.value.primaryKeyLeaf }
  package var columns: ContiguousArray<ColumnShape?> { sharedLayout.value.columns }
  package var columnNames: ContiguousArray<RealmString> {
    sharedLayout.value.columnNames
  }
  package var leaves: [RealmString: Int] { sharedLayout.value.leaves }
  package var visibleLeaves: [Int] { sharedLayout.value.visibleLeaves }
  var backlinkLeaves: [Int] { sharedLayout.value.backlinkLeaves }
  var defaultCells: RowCells { sharedLayout.value.defaultCells }
  package var isEmbedded: Bool { kind == .embedded }
  /// The name of the stored table, as Realm's messages have it.
  package var storedName: String { "class_" + name.readableText }

  package func column(named name: RealmString) -> ColumnShape? {
    leaves[name].flatMap { columns[$0] }
  }

  /// Adds a column at the lowest free leaf.
  package mutating func addColumn(
    name: RealmString, type: ColumnType, collection: CollectionKind, isNullable: Bool
  ) -> ColumnShape {
    let column = layout.addColumn(
      name: name, type: type, collection: collection, isNullable: isNullable, of: key)
    resetCells(at: column.leaf)
    return column
  }

  /// Removes a column with its values, and nothing else.
  mutating func removeColumn(at leaf: Int) {
    layout.freeLeaf(leaf)
    resetCells(at: leaf)
    layout.dropFreeLeavesAtEnd()
  }

  /// Gives every row the default at a leaf; rows too short for it have it already.
  private mutating func resetCells(at leaf: Int) {
    let value = defaultCells[leaf]
    rows.setCells(at: leaf, to: value)
    for key in tombstones.keys where (tombstones[key]?.cellCount ?? 0) > leaf {
      tombstones[key]?.modifyCell(leaf, []) { $0 = value }
    }
  }

  /// Whether an object of that key exists; false for tombstones.
  @inline(__always)
  package func contains(_ key: ObjectKey) -> Bool { rows.contains(key) }

  package func cells(_ key: ObjectKey) -> RowCells {
    guard var cells = rows[key]?.cells else { return defaultCells }
    if cells.count < defaultCells.count { cells += defaultCells[cells.count...] }
    return cells
  }

  /// A cell of an object or tombstone.
  @inline(__always)
  package func cell(_ key: ObjectKey, _ leaf: Int) -> Cell {
    if key.isUnresolved {
      if let cell = tombstones[key]?.cell(leaf) { return cell }
    } else if let cell = rows[key]?.cell(leaf) {
      return cell
    }
    return leaf < defaultCells.count ? defaultCells[leaf] : .null
  }

  mutating func modifyCell<Result>(
    _ key: ObjectKey, _ leaf: Int, _ body: (inout Cell) -> Result
  ) -> Result {
    if key.isUnresolved { return Self.modifyRow(&tombstones[key], leaf, defaultCells, body) }
    return Self.modifyRow(&rows[key], leaf, defaultCells, body)
  }

  private static func modifyRow<Result>(
    _ row: inout ObjectRow?, _ leaf: Int, _ defaults: RowCells, _ body: (inout Cell) -> Result
  ) -> Result {
    guard row != nil else { preconditionFailure("only cells of existing objects are changed") }
    // Proved just above; an optional pattern would copy the row.
    return row!.modifyCell(leaf, defaults, body)
  }

  mutating func appendRow(_ given: (leaf: Int, cell: Cell)? = nil) -> ObjectKey {
    objectCount += 1
    var cells = defaultCells
    if let given { cells[given.leaf] = given.cell }
    return rows.append(ObjectRow(cells: cells))
  }

  /// The keys of all objects, ascending.
  package var objectKeys: [ObjectKey] {
    var keys: [ObjectKey] = []
    keys.reserveCapacity(objectCount)
    for position in 0..<rows.count where rows.isOccupied(position) {
      keys.append(rows.key(at: position))
    }
    return keys
  }

  /// The primary key of an object or tombstone.
  @inline(__always)
  package func identity(of key: ObjectKey) -> PrimaryKeyValue {
    guard let leaf = primaryKeyLeaf else {
      return globalKeys[key].map { .globalKey($0) } ?? .null
    }
    return PrimaryKeyValue(cell(key, leaf))
  }

  @inline(__always)
  func identity(at position: Int) -> PrimaryKeyValue {
    guard let leaf = primaryKeyLeaf else { return identity(of: rows.key(at: position)) }
    return PrimaryKeyValue(rows.cell(at: position, leaf) ?? defaultCells[leaf])
  }

  /// The object of that primary key; tombstones are not found.
  @inline(__always)
  package func find(_ identity: PrimaryKeyValue) -> ObjectKey? {
    index.first(identity.spread) { self.identity(at: Int($0)) == identity }
      .map { rows.key(at: Int($0)) }
  }

  func findWithTombstones(_ identity: PrimaryKeyValue) -> ObjectKey? {
    find(identity) ?? tombstoneIndex[identity]
  }

  /// Adds an object, which the index has not, by a primary key that none there has.
  mutating func addToIndex(_ key: ObjectKey, by identity: PrimaryKeyValue) {
    index.insert(UInt32(rows.position(of: key)), identity.spread)
  }

  /// Takes an object out, where it is there by that primary key.
  mutating func removeFromIndex(_ key: ObjectKey, by identity: PrimaryKeyValue) {
    let position = UInt32(rows.position(of: key))
    index.remove(identity.spread) { $0 == position }
  }

  /// Adds a tombstone. Its key follows from the primary key alone, as in Realm, so that two states
  /// of one class give the same absent object the same key.
  mutating func addTombstone(_ identity: PrimaryKeyValue) -> ObjectKey {
    var key = ObjectKey.tombstone(of: identity)
    while tombstones[key] != nil { key = ObjectKey(key.rawValue == .min ? -2 : key.rawValue - 1) }
    var cells = defaultCells
    if let leaf = primaryKeyLeaf { cells[leaf] = identity.cell }
    if case .globalKey(let value) = identity { globalKeys[key] = value }
    tombstones[key] = ObjectRow(cells: cells)
    if let object = find(identity) { removeFromIndex(object, by: identity) }
    tombstoneIndex[identity] = key
    return key
  }

  mutating func removeTombstone(_ key: ObjectKey) {
    tombstoneIndex[identity(of: key)] = nil
    globalKeys[key] = nil
    tombstones[key] = nil
  }

  /// Forgets the primary keys of all objects, because their column goes.
  mutating func losePrimaryKey() {
    layout.primaryKeyLeaf = nil
    index = HashedEntries()
    tombstoneIndex = PersistentDictionary()
  }
}

extension PrimaryKeyValue {
  /// A primary key as a cell holds it; null for what can be none.
  package init(_ cell: Cell) {
    switch cell {
    case .int(let value): self = .int(value)
    case .string(let value): self = .string(value)
    case .objectID(let value): self = .objectID(value)
    case .uuid(let value): self = .uuid(value)
    default: self = .null
    }
  }

  /// The cell that holds the key; null for a global key, which no cell holds.
  package var cell: Cell {
    switch self {
    case .null, .globalKey: .null
    case .int(let value): .int(value)
    case .string(let value): .string(value)
    case .objectID(let value): .objectID(value)
    case .uuid(let value): .uuid(value)
    }
  }

  fileprivate var digest: UInt64 {
    switch self {
    case .null: 1
    case .int(let value): XXH64.digest(Self.bytes(UInt64(bitPattern: value)))
    case .string(let text): XXH64.digest(Array(text.bytes))
    case .objectID(let id): XXH64.digest(Self.bytes(id.high) + Self.bytes(UInt64(id.low)))
    case .uuid(let id): XXH64.digest(Self.bytes(id.high) + Self.bytes(id.low))
    case .globalKey(let key): XXH64.digest(Self.bytes(key.high) + Self.bytes(key.low))
    }
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension ObjectKey {
  /// The key of the tombstone of a primary key, unless another one of its class has it already.
  package static func tombstone(of identity: PrimaryKeyValue) -> ObjectKey {
    ObjectKey(-2 - Int64(identity.digest >> 2))
  }
}
