package import TraceFormat

extension RealmState {
  /// Builds a state of parts that come with internal keys of their own, as those of a file do.
  ///
  /// Nothing is counted out anew: tables, columns and objects have the keys that they are given, and
  /// incoming links the order. An object that is created later gets the key after the highest of its
  /// class.
  package struct Builder {
    private(set) var state = RealmState()
    /// What was given so far, by slot.
    private(set) var objects: [Int: TableObjects] = [:]
    /// The keys of the next objects, by slot.
    private var nextKeys: [Int: ObjectKey] = [:]

    /// The objects of one class.
    struct TableObjects {
      var rows: [(key: ObjectKey, row: ObjectRow)] = []
      var isAscending = true
    }

    package init() {}
  }
}

// Classes and columns
extension RealmState.Builder {
  /// Adds a class.
  ///
  /// - Parameters:
  ///   - columnsRemoved: how many columns were removed from it; columns added later have keys that
  ///     depend on it.
  ///   - nextObject: the key of the next object, where it is not the one after the last.
  ///   - everHadTombstone: whether it ever had a tombstone; one that is added tells by itself.
  /// - Throws: where the slot or the name is taken.
  package mutating func addTable(
    _ key: TableKey, name: RealmString, kind: TableKind, columnsRemoved: UInt32 = 0,
    nextObject: ObjectKey? = nil, everHadTombstone: Bool = false
  ) throws(BuildingFailure) {
    try reserveSlot(of: key)
    guard state.slots[name] == nil else { throw BuildingFailure(.duplicateClassName, in: key) }
    state.tables[key.slot] = Table(key: key, name: name, kind: kind)
    state.tables[key.slot].layout.columnsRemoved = columnsRemoved
    state.tables[key.slot].everHadTombstone = everHadTombstone
    state.slots[name] = key.slot
    if let nextObject, nextObject <= ObjectRows.keyMax {
      nextKeys[key.slot] = nextObject
      objects[key.slot] = TableObjects()
    }
  }

  /// Sets the slot of a table of Realm's own aside.
  ///
  /// - Throws: where the slot is taken.
  package mutating func addPrivateTable(_ key: TableKey) throws(BuildingFailure) {
    try reserveSlot(of: key)
    state.privateSlots.insert(key.slot)
  }

  private mutating func reserveSlot(of key: TableKey) throws(BuildingFailure) {
    while state.tables.count <= key.slot {
      state.tables.append(Table(absent: TableKey(slot: state.tables.count, reuseTag: 0)))
    }
    guard !state.tables[key.slot].isPresent, !state.privateSlots.contains(key.slot) else {
      throw BuildingFailure(.duplicateTable, in: key)
    }
  }

  /// Adds a property to a class that was added; properties keep the order in which they are added.
  ///
  /// - Parameters:
  ///   - key: Realm's number for the column (`keys.hpp`), which says its leaf and type too.
  ///   - target: the class that links lead to; it may be added later.
  /// - Throws: where the key is none, or the leaf or the name is taken.
  package mutating func addColumn(
    _ key: Int64, named name: RealmString, to table: TableKey, target: TableKey? = nil
  ) throws(BuildingFailure) {
    var column = try column(key, of: table)
    guard (column.type == .link) == (target != nil), column.type != .backlink else {
      throw BuildingFailure(.columnKeyOutOfRange(key), in: table)
    }
    guard state.tables[table.slot].leaves[name] == nil else {
      throw BuildingFailure(.duplicateProperty(name), in: table)
    }
    if let target { column.opposite = target }
    state.tables[table.slot].layout.place(column, name: name)
  }

  /// Adds the hidden column for the incoming links of one column, which may be added later, or was
  /// removed.
  ///
  /// - Throws: where the key is none, or the leaf is taken.
  package mutating func addBacklinkColumn(
    _ key: Int64, to table: TableKey, origin: TableKey, originKey: Int64
  ) throws(BuildingFailure) {
    var column = try column(key, of: table)
    guard column.type == .backlink, let originColumn = ColumnShape(key: originKey) else {
      throw BuildingFailure(.columnKeyOutOfRange(key), in: table)
    }
    (column.opposite, column.oppositeLeaf) = (origin, originColumn.leaf)
    column.originKey = originColumn.key
    state.tables[table.slot].layout.place(column, name: .empty)
  }

  private func column(_ key: Int64, of table: TableKey) throws(BuildingFailure) -> ColumnShape {
    guard state.contains(table) else { throw BuildingFailure(.unknownTable(table), in: table) }
    guard let column = ColumnShape(key: key) else {
      throw BuildingFailure(.columnKeyOutOfRange(key), in: table)
    }
    let columns = state.tables[table.slot].columns
    guard column.leaf >= columns.count || columns[column.leaf] == nil else {
      throw BuildingFailure(.duplicateColumn(leaf: column.leaf), in: table)
    }
    return column
  }

  /// Makes a property the primary key.
  ///
  /// - Throws: where it is no property, or none that can be one.
  package mutating func setPrimaryKey(_ name: RealmString, of table: TableKey)
    throws(BuildingFailure)
  {
    guard state.contains(table) else { throw BuildingFailure(.unknownTable(table), in: table) }
    guard let column = state.tables[table.slot].column(named: name), column.collection == .single,
      [.int, .string, .objectID, .uuid].contains(column.type),
      objects[table.slot]?.rows.isEmpty != false
    else { throw BuildingFailure(.unsuitablePrimaryKey, in: table) }
    state.tables[table.slot].layout.primaryKeyLeaf = column.leaf
  }
}

// Objects
extension RealmState.Builder {
  /// Adds an object, or with a negative key a tombstone, to a class whose columns were all added.
  ///
  /// - Parameters:
  ///   - cells: by leaf; what is missing at the end has its default.
  ///   - globalKey: what tells objects apart in a class without primary key.
  /// - Throws: where the key is out of range, or the object or its primary key is there already.
  package mutating func addObject(
    _ key: ObjectKey, to table: TableKey, cells: RowCells, globalKey: GlobalKey? = nil
  ) throws(BuildingFailure) {
    guard state.contains(table) else { throw BuildingFailure(.unknownTable(table), in: table) }
    guard key <= ObjectRows.keyMax, key.rawValue != -1 else {
      throw BuildingFailure(.objectKeyOutOfRange(key), in: table)
    }
    let slot = table.slot
    guard cells.count <= state.tables[slot].defaultCells.count else {
      throw BuildingFailure(.tooManyCells(key), in: table)
    }
    if key.isUnresolved {
      guard state.tables[slot].tombstones[key] == nil else {
        throw BuildingFailure(.duplicateObject(key), in: table)
      }
      state.tables[slot].tombstones[key] = ObjectRow(cells: cells)
      state.tables[slot].everHadTombstone = true
    } else {
      let last = objects[slot]?.rows.last?.key
      objects[slot, default: TableObjects()].rows.append((key, ObjectRow(cells: cells)))
      if let last, last >= key { objects[slot]?.isAscending = false }
      state.tables[slot].objectCount += 1
    }
    if !state.tables[slot].isEmbedded { try identify(key, in: table, cells, globalKey) }
  }

  private mutating func identify(
    _ key: ObjectKey, in table: TableKey, _ cells: RowCells, _ globalKey: GlobalKey?
  ) throws(BuildingFailure) {
    let slot = table.slot
    var identity = PrimaryKeyValue.null
    if let leaf = state.tables[slot].primaryKeyLeaf {
      identity = PrimaryKeyValue(
        leaf < cells.count ? cells[leaf] : state.tables[slot].defaultCells[leaf])
    } else if let globalKey {
      identity = .globalKey(globalKey)
      state.tables[slot].globalKeys[key] = globalKey
    }
    guard state.tables[slot].index[identity] == nil else {
      throw BuildingFailure(.duplicatePrimaryKey(identity), in: table)
    }
    state.tables[slot].index[identity] = key
  }

  /// The state of all parts.
  ///
  /// - Throws: where the parts do not fit together: links without target, incoming links that are
  ///   not those that lead to an object, or classes that are named and absent.
  package consuming func build() throws(BuildingFailure) -> RealmState {
    try connectColumns()
    for slot in objects.keys.sorted() { try placeObjects(inSlot: slot) }
    try checkLinks()
    return state
  }

  private mutating func placeObjects(inSlot slot: Int) throws(BuildingFailure) {
    guard var given = objects.removeValue(forKey: slot) else { return }
    if !given.isAscending { given.rows.sort { $0.key < $1.key } }
    for (object, next) in zip(given.rows, given.rows.dropFirst()) where object.key == next.key {
      throw BuildingFailure(.duplicateObject(object.key), in: state.tables[slot].key)
    }
    state.tables[slot].rows = ObjectRows(given.rows, nextKey: nextKeys[slot])
  }

  /// Lets link columns know the class that they lead to, and its column of incoming links.
  private mutating func connectColumns() throws(BuildingFailure) {
    for key in state.tableKeys {
      for case let column? in state.tables[key.slot].columns where column.type == .link {
        guard state.contains(column.opposite) else {
          throw BuildingFailure(.unknownTable(column.opposite), in: key)
        }
        let other = state.tables[column.opposite.slot].layout
        guard let back = other.backlinkLeaf(from: key, columnKey: column.key) else {
          throw BuildingFailure(.unknownColumn(column.key), in: key)
        }
        state.tables[key.slot].layout.updateColumn(at: column.leaf) {
          $0.oppositeLeaf = back
          $0.isEmbedded = other.kind == .embedded
        }
      }
    }
  }
}
