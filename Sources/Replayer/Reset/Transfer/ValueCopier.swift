import RealmModel
import TraceFormat

/// Makes values of one Realm equal to those of another, as Realm Core does it (`object_converter.cpp`).
///
/// Values that compare equal are not written, so a number keeps the destination's form of it. Links are carried over by
/// primary key. The state transfer of a reset copies all objects with this; recovery copies single lists with it.
struct ValueCopier {
  let source: RealmState
  var destination: RealmTransaction
  /// Which object of the destination each object of the source is, by slot and key of the source,
  /// where that has been found out for a whole class.
  private var counterparts: ContiguousArray<Counterparts?>
  /// Pairs of embedded objects whose contents are still to be copied; the last one goes first.
  private var pending: [(source: ObjectAddress, destination: ObjectAddress)] = []

  var deviations: [CopyDeviation] = []
  /// For each list that got the elements of its source in another order: their indexes there.
  var orders: [CellAddress: [Int]] = [:]
  let hasDanglingLinks: Bool

  /// Whether links inside Mixed collections are compared by internal keys, as Realm Core does.
  let comparesRawLinks: Bool
  /// Whether elements of Mixed lists are inserted at the index that they have in the source.
  let insertsAtSourceIndex: Bool
  /// Whether a later copy makes up for properties and classes that only later changesets add.
  let copiesAgainLater: Bool

  init(
    from source: RealmState, to destination: consuming RealmTransaction,
    quirks: Quirks = .realmCore
  ) {
    (self.source, self.destination) = (source, destination)
    insertsAtSourceIndex = quirks.contains(.mixedCopiesAreRaw)
    comparesRawLinks = insertsAtSourceIndex && !quirks.contains(.comparesPrimaryKeys)
    copiesAgainLater = !quirks.contains(.listsAreCopiedOnce)
    hasDanglingLinks = source.hasTombstones
    counterparts = ContiguousArray(repeating: nil, count: source.tables.count)
  }

  struct ColumnPair {
    var source: ColumnShape
    var destination: ColumnShape

    /// Throws where Realm asserts that two properties are alike, which in a recovery they need not be: in kind, and in
    /// being Mixed or links, where the source can hold links.
    func check() throws(ResetFailure) {
      let (isMixed, isLink) = (source.type == .mixed, source.type == .link)
      guard source.collection == destination.collection,
        source.collection == .single || isMixed == (destination.type == .mixed),
        !isMixed && !isLink || isLink == (destination.type == .link)
      else { throw .crash("a property of the client is another one on the server") }
    }

    /// Throws where Realm asserts that a value has the type of the property that it is written to.
    func check(_ value: Cell) throws(ResetFailure) {
      let type = destination.type
      let fits =
        value.isNull
        ? destination.isNullable || destination.collection != .single
        : type == .mixed || value.scalarType.map { $0 == type } ?? true
      guard fits else { throw .crash("a value does not fit the property on the server") }
    }
  }

  /// The objects of a class in the destination, by their keys in the source.
  struct Counterparts {
    var table: TableKey
    var keys: ContiguousArray<ObjectKey>
  }

  mutating func note(_ counterparts: Counterparts, of table: TableKey) {
    self.counterparts[table.slot] = counterparts
  }

  /// The counterpart of an object, where its class is known.
  func counterpart(of object: ObjectAddress, in table: TableKey) -> ObjectKey? {
    guard counterparts[object.table.slot]?.table == table else { return nil }
    let position = source.tables[object.table.slot].rows.position(of: object.key)
    return counterparts[object.table.slot]?.keys[position]
  }

  mutating func track(_ source: ObjectAddress, _ destination: ObjectAddress) {
    pending.append((source, destination))
  }
}

// Objects
extension ValueCopier {
  /// The properties of a class other than the primary key, in the order of the source's columns.
  func columnPairs(_ sourceTable: TableKey, _ destinationTable: TableKey) throws(ResetFailure)
    -> [ColumnPair]
  {
    let table = source.tables[sourceTable.slot]
    let other = destination.state.tables[destinationTable.slot]
    var pairs: [ColumnPair] = []
    for leaf in table.visibleLeaves where leaf != table.primaryKeyLeaf {
      guard let column = table.columns[leaf] else { continue }
      guard let counterpart = other.column(named: table.columnNames[leaf]) else {
        // A later changeset will add it, and the list that this copy is for is copied again then.
        if copiesAgainLater { continue }
        throw .crash(
          "the property '\(table.storedName).\(table.columnNames[leaf])' is missing in the Realm "
            + "that is written to")
      }
      let pair = ColumnPair(source: column, destination: counterpart)
      do throws(ResetFailure) {
        try pair.check()
      } catch {
        if copiesAgainLater { continue }
        throw error
      }
      pairs.append(pair)
    }
    return pairs
  }

  mutating func copyObjects(
    of table: TableKey, at positions: Range<Int>, to other: TableKey, _ pairs: [ColumnPair]
  ) throws(ResetFailure) {
    guard let known = counterparts[table.slot] else { return }
    for position in positions {
      guard let (key, cells) = source.object(of: table, at: position) else { continue }
      try copy(
        cells, of: ObjectAddress(table: table, key: key),
        to: ObjectAddress(table: other, key: known.keys[position]), pairs)
    }
  }

  /// Copies all properties of an object but its primary key.
  mutating func copyObject(
    _ object: ObjectAddress, to other: ObjectAddress, _ pairs: [ColumnPair]
  ) throws(ResetFailure) {
    try copy(source.cells(of: object), of: object, to: other, pairs)
  }

  private mutating func copy(
    _ cells: RowCells, of object: ObjectAddress, to other: ObjectAddress, _ pairs: [ColumnPair]
  ) throws(ResetFailure) {
    // Read once: most properties of most objects are equal.
    let present = destination.state.cells(of: other)
    for pair in pairs {
      if isSame(cells[pair.source.leaf], present[pair.destination.leaf], pair) {
        if pair.source.collection == .single, pair.holdsForms,
          cells[pair.source.leaf].differsInForm(from: present[pair.destination.leaf])
        {
          note(.numberFormKept, at: CellAddress(object: other, leaf: pair.destination.leaf))
        }
        continue
      }
      try copy(
        pair, CellAddress(object: object, leaf: pair.source.leaf),
        CellAddress(object: other, leaf: pair.destination.leaf))
    }
  }

  /// Copies the contents of the embedded objects met so far, and of those met on the way.
  mutating func copyPending() throws(ResetFailure) {
    var known: [TableKey: [ColumnPair]] = [:]
    while let (object, other) = pending.popLast() {
      // An object that went again since has nothing to be copied.
      guard destination.state.contains(other) else { continue }
      let pairs =
        if let found = known[other.table] {
          found
        } else {
          try columnPairs(object.table, other.table)
        }
      known[other.table] = pairs
      try copyObject(object, to: other, pairs)
    }
  }

  private mutating func copy(_ pair: ColumnPair, _ from: CellAddress, _ to: CellAddress)
    throws(ResetFailure)
  {
    defer { noteDeviations(pair, from, to) }
    switch (pair.source.collection, pair.source.type) {
    case (.list, .mixed): try copyMixedList(from, to, pair)
    case (.list, _): try copyList(from, to, pair)
    case (.dictionary, _): try copyDictionary(from, to, pair)
    case (.set, _): try copySet(from, to, pair)
    case (.single, _): try copySingle(from, to, pair)
    }
  }

  private mutating func copySingle(
    _ from: CellAddress, _ to: CellAddress, _ pair: ColumnPair
  ) throws(ResetFailure) {
    let value = Self.visible(source.cell(from))
    switch value {
    case .list, .dictionary:
      let kind = value.collectionKind ?? .list
      destination.setCollection(kind, at: to)
      try copyCollection(kind, from, to, pair)
    default:
      let present = Self.visible(destination.state.cell(to))
      let (order, conversion) = try compare(value, present, pair)
      guard order != 0 else { return }
      switch conversion {
      case .value(let converted):
        try pair.check(converted)
        destination.set(converted, at: to)
      case .newEmbedded(let object):
        track(object, try newEmbedded(pair) { $0.setEmbedded(at: to) })
      }
    }
  }

  /// Creates an embedded object. Where the destination's property holds other objects, Realm tries to make one of those
  /// (Realm Core: `Obj::create_and_set_linked_object`), which classes with a primary key refuse.
  mutating func newEmbedded(
    _ pair: ColumnPair, _ create: (inout RealmTransaction) -> ObjectAddress
  ) throws(ResetFailure) -> ObjectAddress {
    guard !pair.destination.isEmbedded else { return create(&destination) }
    let target = destination.state.tables[pair.destination.opposite.slot]
    throw ResetFailure(
      .rejectedByStorage, message: "Table has primary key: \(target.storedName)")
  }

  /// Whether there is nothing to be done for a property, as far as that can be told without a walk
  /// through what it holds: never for embedded objects, whose contents count, and for Mixed.
  @inline(__always)
  private func isSame(_ value: Cell, _ present: Cell, _ pair: ColumnPair) -> Bool {
    if pair.source.isPlain { return CellOrder.compareMixed(value, present) == 0 }
    switch (value, present) {
    case (.link(let target), .link(let other)):
      return pair.isPlainLink && other.table == pair.destination.opposite
        && !target.key.isUnresolved && !other.key.isUnresolved
        && counterpart(of: target, in: other.table) == other.key
    case (.null, .null): return pair.isPlainLink
    case (.list(let values), .list(let others)):
      return pair.source.type != .link && !pair.holdsForms && CellOrder.isSameList(values, others)
    default: return false
    }
  }

  enum Conversion {
    case value(Cell)
    /// The destination needs an embedded object of its own, with the contents of this one.
    case newEmbedded(ObjectAddress)
  }

  /// A value as reading gives it: a link without target reads as null.
  static func visible(_ cell: Cell) -> Cell {
    if case .link(let target) = cell, target.key.isUnresolved { return .null }
    return cell
  }

  /// Compares a value of the source, converted, with one of the destination.
  ///
  /// Two embedded objects are equal whatever they hold; the pair is noted, and contents are copied later.
  mutating func compare(_ value: Cell, _ present: Cell, _ pair: ColumnPair) throws(ResetFailure)
    -> (order: Int, conversion: Conversion)
  {
    guard case .link(let target) = value else {
      return (CellOrder.compareMixed(value, present), .value(value))
    }
    if pair.source.isEmbedded {
      guard case .link(let other) = present else { return (1, .newEmbedded(target)) }
      track(target, other)
      return (0, .value(present))
    }
    let converted = try convert(target, pair)
    return (CellOrder.compareMixed(converted, present), .value(converted))
  }

  /// A link in the destination's terms, by primary key; null where the target does not exist.
  func convert(_ target: ObjectAddress, _ pair: ColumnPair) throws(ResetFailure) -> Cell {
    guard !target.key.isUnresolved else { return .null }
    let isTyped = pair.source.type == .link
    if isTyped, let key = counterpart(of: target, in: pair.destination.opposite) {
      return .link(ObjectAddress(table: pair.destination.opposite, key: key))
    }
    let sourceTable = source.tables[target.table.slot]
    let other =
      isTyped
      ? pair.destination.opposite : destination.state.tableKey(named: sourceTable.name)
    guard let other else {
      if copiesAgainLater { return .null }
      throw .crash("a link to class '\(sourceTable.name)', which the other Realm lacks")
    }
    let destinationTable = destination.state.tables[other.slot]
    guard let leaf = sourceTable.primaryKeyLeaf, let otherLeaf = destinationTable.primaryKeyLeaf
    else { throw .crash("a link to class '\(sourceTable.name)', which has no primary key") }
    guard sourceTable.columns[leaf]?.type == destinationTable.columns[otherLeaf]?.type else {
      throw .crash("a link to class '\(sourceTable.name)', whose primary key has another type")
    }
    let identity = sourceTable.identity(of: target.key)
    if identity == .null, destinationTable.columns[otherLeaf]?.isNullable == false {
      throw .crash("a link to class '\(sourceTable.name)', whose primary key may not be null")
    }
    guard let key = destinationTable.find(identity) else { return .null }
    return .link(ObjectAddress(table: other, key: key))
  }
}
