import TraceFormat

/// Holds the links of a state that was built of parts against the incoming links that its objects have.
///
/// For each object the spreads of the origins of its links are added up, in any order. Those of its incoming links
/// give another sum, but for one case in 2^64, where they are not the same origins, each as often.
struct LinkCheck {
  private struct HiddenColumn: Hashable {
    var slot: Int
    var leaf: Int
  }

  private let state: RealmState
  /// The keys of tombstones by slot, ascending; they stand behind all objects.
  private let tombstones: [[ObjectKey]]
  /// For each hidden column that links lead to, the sums by the position of their target.
  private var sums: [HiddenColumn: [UInt64]] = [:]
  /// What the last link of the column at hand leads to.
  private var target: Target?

  init(_ state: RealmState) {
    self.state = state
    tombstones = state.tables.map { $0.tombstones.keys.sorted() }
  }

  /// Throws unless every link has a target that knows of it, and no object knows of another one.
  mutating func run() throws(BuildingFailure) {
    for key in state.tableKeys {
      let columns = state.tables[key.slot].columns
      for case let column? in columns where column.mayHoldLinks {
        try noteLinks(of: column, in: key)
      }
    }
    var wrong: [ObjectAddress] = []
    for key in state.tableKeys {
      let table = state.tables[key.slot]
      // What a removed column leaves behind is of no meaning.
      for leaf in table.backlinkLeaves
      where table.columns[leaf].flatMap(state.originLeaf) != nil {
        if let first = firstDifference(at: leaf, in: key) {
          wrong.append(ObjectAddress(table: key, key: first))
        }
      }
    }
    if let first = wrong.min() {
      throw BuildingFailure(.incomingLinksDiffer(first), in: first.table)
    }
  }
}

extension LinkCheck {
  private struct Target {
    var table: TableKey
    var leaf: Int
    var rows: ObjectRows
    var tombstones: [ObjectKey]
    var sums: [UInt64]

    /// Notes a link; false where there is no such target.
    mutating func add(_ origin: ObjectKey, to key: ObjectKey) -> Bool {
      var place = key.isUnresolved ? 0 : rows.position(of: key)
      if key.isUnresolved {
        let index = tombstones.partitioningIndex { $0 >= key }
        guard index < tombstones.count, tombstones[index] == key else { return false }
        place = rows.count + index
      } else if !rows.isOccupied(place) {
        return false
      }
      sums[place] &+= LinkCheck.spread(origin)
      return true
    }
  }

  private mutating func noteLinks(
    of column: ColumnShape, in key: TableKey
  ) throws(BuildingFailure) {
    let table = state.tables[key.slot]
    for tombstone in tombstones[key.slot] {
      try table.tombstones[tombstone]?.cell(column.leaf)?.forEachLink {
        (address) throws(BuildingFailure) in try note(address, tombstone, column, key)
      }
    }
    try table.rows.forEachColumn(at: column.leaf) {
      (positions, cells, first) throws(BuildingFailure) in
      try cells.forEachLink(in: first..<first + positions.count) {
        (index, address) throws(BuildingFailure) in
        try note(address, table.rows.key(at: positions.lowerBound + index - first), column, key)
      }
    }
    keepTarget()
  }

  private mutating func note(
    _ address: ObjectAddress, _ origin: ObjectKey, _ column: ColumnShape, _ key: TableKey
  ) throws(BuildingFailure) {
    if target?.table != address.table {
      keepTarget()
      target = try takeTarget(address, of: column, in: key)
    }
    guard column.type != .link || column.opposite == address.table,
      target?.add(origin, to: address.key) == true
    else { throw BuildingFailure(.danglingLink(address), in: key) }
  }

  private mutating func keepTarget() {
    guard let target = target.take() else { return }
    sums[HiddenColumn(slot: target.table.slot, leaf: target.leaf)] = target.sums
  }

  private mutating func takeTarget(
    _ address: ObjectAddress, of column: ColumnShape, in origin: TableKey
  ) throws(BuildingFailure) -> Target {
    guard state.contains(address.table) else {
      throw BuildingFailure(.unknownTable(address.table), in: origin)
    }
    let table = state.tables[address.table.slot]
    guard let leaf = table.layout.backlinkLeaf(from: origin, columnKey: column.key) else {
      throw BuildingFailure(.unknownColumn(column.key), in: address.table)
    }
    return Target(
      table: address.table, leaf: leaf, rows: table.rows,
      tombstones: tombstones[address.table.slot], sums: takeSums(at: leaf, in: table))
  }

  private mutating func takeSums(at leaf: Int, in table: Table) -> [UInt64] {
    let slot = table.key.slot
    return sums.removeValue(forKey: HiddenColumn(slot: slot, leaf: leaf))
      ?? Array(repeating: 0, count: table.rows.count + tombstones[slot].count)
  }

  /// Mixed twice, so that sums of neighbouring keys have nothing in common.
  @inline(__always)
  private static func spread(_ origin: ObjectKey) -> UInt64 { Spreading.mix(origin.spread) }

  /// The first object whose incoming links at a leaf are not the links to it.
  private mutating func firstDifference(at leaf: Int, in key: TableKey) -> ObjectKey? {
    let table = state.tables[key.slot]
    var sums = takeSums(at: leaf, in: table)
    for (place, tombstone) in zip(table.rows.count..., tombstones[key.slot]) {
      guard case .backlinks(let origins) = table.tombstones[tombstone]?.cell(leaf) else { continue }
      for origin in origins { sums[place] &-= Self.spread(origin) }
    }
    table.rows.forEachColumn(at: leaf) { positions, cells, first in
      cells.forEachIncoming(in: first..<first + positions.count) { index, origin in
        sums[positions.lowerBound + index - first] &-= Self.spread(origin)
      }
    }
    let tombstone = zip(sums.dropFirst(table.rows.count), tombstones[key.slot]).first { $0.0 != 0 }
    return tombstone?.1
      ?? sums.prefix(table.rows.count).firstIndex { $0 != 0 }.map(table.rows.key)
  }
}
