import TraceFormat

/// Holds the links of a state that was built of parts against the incoming links that its objects have.
///
/// Links are noted by the position of their target, in the order of where they come from. So they are
/// sorted by counting, and mostly stand as the incoming links do.
struct LinkCheck {
  private struct HiddenColumn: Hashable {
    var slot: Int
    var leaf: Int
  }

  /// Links that should be in one hidden column.
  private struct Found {
    /// The positions of their targets.
    var places: [UInt32] = []
    var origins: [ObjectKey] = []
  }

  private let state: RealmState
  /// The keys of tombstones by slot, ascending; they stand behind all objects.
  private let tombstones: [[ObjectKey]]
  private var found: [HiddenColumn: Found] = [:]

  init(_ state: RealmState) {
    self.state = state
    tombstones = state.tables.map { $0.tombstones.keys.sorted() }
  }

  /// Throws unless every link has a target that knows of it, and no object knows of another one.
  mutating func run() throws(BuildingFailure) {
    for key in state.tableKeys {
      let columns = state.tables[key.slot].columns
      for case let column? in columns where column.type == .link || column.type == .mixed {
        try noteLinks(of: column, in: key)
      }
    }
    var wrong: [ObjectAddress] = []
    for key in state.tableKeys {
      for leaf in state.tables[key.slot].backlinkLeaves where hasOrigin(key, leaf) {
        if let first = firstDifference(at: leaf, in: key) {
          wrong.append(ObjectAddress(table: key, key: first))
        }
      }
    }
    if let first = wrong.min() {
      throw BuildingFailure(.incomingLinksDiffer(first), in: first.table)
    }
  }

  /// Whether the column is there that a column of incoming links belongs to. What a removed one
  /// leaves behind is of no meaning.
  private func hasOrigin(_ key: TableKey, _ leaf: Int) -> Bool {
    guard let column = state.tables[key.slot].columns[leaf], state.contains(column.opposite) else {
      return false
    }
    let columns = state.tables[column.opposite.slot].columns
    return columns.indices.contains(column.oppositeLeaf)
      && columns[column.oppositeLeaf]?.key == column.originKey
  }
}

// Links
extension LinkCheck {
  private struct Target {
    var table: TableKey
    var leaf: Int
    var rows: ObjectRows
    var found: Found
  }

  private mutating func noteLinks(
    of column: ColumnShape, in key: TableKey
  ) throws(BuildingFailure) {
    var target: Target?
    var failure: BuildingFailure?
    let note = { (check: inout LinkCheck, origin: ObjectKey, row: ObjectRow) in
      guard failure == nil else { return }
      do throws(BuildingFailure) {
        try row.forEachLink(at: column.leaf) { (address: ObjectAddress) throws(BuildingFailure) in
          if target?.table != address.table {
            check.keep(target)
            target = try check.takeTarget(address, of: column, in: key)
          }
          let place = try check.place(of: address, target?.rows, column, key)
          target?.found.places.append(UInt32(place))
          target?.found.origins.append(origin)
        }
      } catch {
        failure = error
      }
    }
    let table = state.tables[key.slot]
    for tombstone in tombstones[key.slot] {
      if let row = table.tombstones[tombstone] { note(&self, tombstone, row) }
    }
    table.rows.forEachRow { note(&self, $0, $1) }
    if let failure { throw failure }
    keep(target)
  }

  private mutating func keep(_ target: Target?) {
    guard let target else { return }
    found[HiddenColumn(slot: target.table.slot, leaf: target.leaf)] = target.found
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
    let found = found.removeValue(forKey: HiddenColumn(slot: address.table.slot, leaf: leaf))
    return Target(table: address.table, leaf: leaf, rows: table.rows, found: found ?? Found())
  }

  private func place(
    of target: ObjectAddress, _ rows: ObjectRows?, _ column: ColumnShape, _ origin: TableKey
  ) throws(BuildingFailure) -> Int {
    let dangling = BuildingFailure(.danglingLink(target), in: origin)
    guard let rows, column.type != .link || column.opposite == target.table else { throw dangling }
    if target.key.isUnresolved {
      let keys = tombstones[target.table.slot]
      let place = keys.partitioningIndex { $0 >= target.key }
      guard place < keys.count, keys[place] == target.key else { throw dangling }
      return rows.count + place
    }
    let place = rows.position(of: target.key)
    guard rows.isOccupied(place) else { throw dangling }
    return place
  }

  /// The first object whose incoming links at a leaf are not the links to it.
  private mutating func firstDifference(at leaf: Int, in key: TableKey) -> ObjectKey? {
    let found = found.removeValue(forKey: HiddenColumn(slot: key.slot, leaf: leaf)) ?? Found()
    let table = state.tables[key.slot]
    let tombstones = tombstones[key.slot]
    let expected = SortedLinks(
      found.places, found.origins, count: table.rows.count + tombstones.count)
    var first: ObjectKey?
    for (index, tombstone) in tombstones.enumerated() where first == nil {
      guard let row = table.tombstones[tombstone] else { continue }
      if !expected.isSame(at: table.rows.count + index, as: row, leaf) { first = tombstone }
    }
    var place = 0
    table.rows.forEachRow { key, row in
      if first == nil, !expected.isSame(at: place, as: row, leaf) { first = key }
      place += 1
    }
    return first
  }
}

/// Keys of origins by the position of what they link to.
private struct SortedLinks {
  /// Where the keys of each position begin, and where those of the last end.
  private var starts: [Int]
  private var origins: [ObjectKey]

  init(_ places: [UInt32], _ origins: [ObjectKey], count: Int) {
    starts = Array(repeating: 0, count: count + 1)
    for place in places { starts[Int(place) + 1] += 1 }
    for place in 0..<count { starts[place + 1] += starts[place] }
    self.origins = Array(repeating: ObjectKey(0), count: origins.count)
    var next = starts
    for (place, origin) in zip(places, origins) {
      self.origins[next[Int(place)]] = origin
      next[Int(place)] += 1
    }
  }

  /// Whether a row has these incoming links, in any order.
  func isSame(at place: Int, as row: ObjectRow, _ leaf: Int) -> Bool {
    let expected = starts[place]..<starts[place + 1]
    var (next, isInOrder) = (expected.lowerBound, true)
    row.forEachIncoming(at: leaf) { key in
      if next < expected.upperBound, origins[next] == key { next += 1 } else { isInOrder = false }
    }
    if isInOrder { return next == expected.upperBound }
    var keys: [ObjectKey] = []
    row.forEachIncoming(at: leaf) { keys.append($0) }
    return keys.sorted() == origins[expected].sorted()
  }
}
