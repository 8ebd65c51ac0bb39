package import TraceFormat

extension RealmState {
  /// Builds a state of parts that come with internal keys of their own, as those of a file do.
  ///
  /// Nothing is counted out anew: tables, columns and objects have the keys that they are given, and incoming links the
  /// order. An object that is created later gets the key after the highest of its class.
  package struct Builder {
    private(set) var state = RealmState()
    /// What was given so far, by slot.
    private(set) var objects: [Int: TableObjects] = [:]

    struct TableObjects {
      /// Those that were given by ascending keys.
      var rows = ObjectRows()
      /// Those that came after one with a greater key, or the same.
      var late: [(key: ObjectKey, row: ObjectRow)] = []
      /// The key of the next object, where the class says it.
      var nextKey: ObjectKey?

      var isEmpty: Bool { rows.count == 0 && late.isEmpty }

      mutating func add(_ key: ObjectKey, _ row: ObjectRow) {
        if late.isEmpty, key >= rows.key(at: rows.count) {
          rows.append(row, under: key)
        } else {
          late.append((key, row))
        }
      }
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
      objects[key.slot, default: TableObjects()].nextKey = nextObject
    }
  }

  /// Sets the slot of a table of Realm's own aside; throws where the slot is taken.
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

  /// Adds the hidden column for the incoming links of one column, which may be added later, or was removed.
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

  /// Makes a property the primary key; throws where it is not a property, or none that can be one.
  package mutating func setPrimaryKey(_ name: RealmString, of table: TableKey)
    throws(BuildingFailure)
  {
    guard state.contains(table) else { throw BuildingFailure(.unknownTable(table), in: table) }
    guard let column = state.tables[table.slot].column(named: name), column.collection == .single,
      [.int, .string, .objectID, .uuid].contains(column.type),
      objects[table.slot]?.isEmpty != false
    else { throw BuildingFailure(.unsuitablePrimaryKey, in: table) }
    state.tables[table.slot].layout.primaryKeyLeaf = column.leaf
  }

  /// Adds an object, or with a negative key a tombstone, to a class whose columns were all added.
  ///
  /// - Parameters:
  ///   - cells: by leaf; what is missing at the end has its default.
  ///   - globalKey: what tells objects apart in a class without primary key.
  /// - Throws: where the key is out of range, or a tombstone is there already.
  package mutating func addObject(
    _ key: ObjectKey, to table: TableKey, cells: RowCells, globalKey: GlobalKey? = nil
  ) throws(BuildingFailure) {
    try checkRoom(for: key, cellCount: cells.count, in: table)
    let slot = table.slot
    if key.isUnresolved {
      guard state.tables[slot].tombstones[key] == nil else {
        throw BuildingFailure(.duplicateObject(key), in: table)
      }
      state.tables[slot].tombstones[key] = ObjectRow(cells: cells)
      state.tables[slot].everHadTombstone = true
    } else {
      objects[slot, default: TableObjects()].add(key, ObjectRow(cells: cells))
    }
    noteIdentity(globalKey, of: key, in: table)
  }

  /// Adds objects that were read together, with their cells by column. None of them is a tombstone.
  ///
  /// - Parameters:
  ///   - columns: by leaf, each with a cell for every object.
  ///   - globalKey: what tells objects apart in a class without primary key.
  /// - Throws: where a key is out of range.
  package mutating func addObjects(
    _ keys: [ObjectKey], to table: TableKey, columns: ContiguousArray<CellColumn>,
    globalKey: ((ObjectKey) -> GlobalKey)? = nil
  ) throws(BuildingFailure) {
    let block = ColumnBlock(columns)
    var added = objects.removeValue(forKey: table.slot) ?? TableObjects()
    for (index, key) in keys.enumerated() {
      try checkRoom(for: key, cellCount: columns.count, in: table)
      added.add(key, ObjectRow(block, index))
      if let globalKey { noteIdentity(globalKey(key), of: key, in: table) }
    }
    objects[table.slot] = added
  }

  private func checkRoom(
    for key: ObjectKey, cellCount: Int, in table: TableKey
  ) throws(BuildingFailure) {
    guard state.contains(table) else { throw BuildingFailure(.unknownTable(table), in: table) }
    guard key <= ObjectRows.keyMax, key.rawValue != -1 else {
      throw BuildingFailure(.objectKeyOutOfRange(key), in: table)
    }
    guard cellCount <= state.tables[table.slot].defaultCells.count else {
      throw BuildingFailure(.tooManyCells(key), in: table)
    }
  }

  private mutating func noteIdentity(
    _ globalKey: GlobalKey?, of key: ObjectKey, in table: TableKey
  ) {
    let slot = table.slot
    guard let globalKey, state.tables[slot].primaryKeyLeaf == nil, !state.tables[slot].isEmbedded
    else { return }
    state.tables[slot].globalKeys[key] = globalKey
  }

  /// The state of all parts.
  ///
  /// - Throws: where the parts do not fit together: two objects with one key or primary key, links without target,
  ///   incoming links that are not those that lead to an object, or classes that are named and absent.
  package consuming func build() throws(BuildingFailure) -> RealmState {
    try connectColumns()
    for slot in objects.keys.sorted() { try placeObjects(inSlot: slot) }
    return try state.indexed()
  }

  private mutating func placeObjects(inSlot slot: Int) throws(BuildingFailure) {
    guard var given = objects.removeValue(forKey: slot) else { return }
    if !given.late.isEmpty {
      var all = given.late
      given.rows.forEachRow { all.append(($0, $1)) }
      all.sort { $0.key < $1.key }
      for (object, next) in zip(all, all.dropFirst()) where object.key == next.key {
        throw BuildingFailure(.duplicateObject(object.key), in: state.tables[slot].key)
      }
      given.rows = ObjectRows()
      for (key, row) in all { given.rows.append(row, under: key) }
    }
    given.rows.setNextKey(given.nextKey)
    state.tables[slot].objectCount = given.rows.count
    state.tables[slot].rows = given.rows
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
