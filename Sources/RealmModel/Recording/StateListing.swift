package import TraceFormat

/// A state as changesets that build it from an empty Realm, with the numbers that Realm had given to what they build.
///
/// The changesets name everything, so that they can be read, scrubbed and applied by whoever does not know
/// the numbers; ``RealmState/numbered(by:)`` gives these back.
package struct StateListing {
  private let state: RealmState
  private var builder = ChangesetBuilder()
  private var changesets: [[UInt8]] = []
  private var keys = SnapshotKeys()
  private var indexes: [TableKey: Int] = [:]

  private static let instructionsPerChangeset = 20_000
  private static let stringBytesPerChangeset = 16 << 20

  private init(_ state: RealmState) { self.state = state }

  package static func snapshot(of state: RealmState, role: Snapshot.Role) -> Snapshot {
    var listing = StateListing(state)
    listing.listClasses()
    listing.listObjects()
    listing.listValues()
    listing.listOrders()
    listing.listNextObjects()
    listing.cut(after: 0)
    return Snapshot(role: role, changesets: listing.changesets, keys: listing.keys)
  }

  private mutating func cut(after count: Int = instructionsPerChangeset) {
    let contents = builder.changeset
    guard
      contents.instructions.count > count || contents.storage.count > Self.stringBytesPerChangeset
    else { return }
    changesets.append(contents.encoded())
    builder = ChangesetBuilder()
  }
}

// Classes and their objects
extension StateListing {
  private mutating func listClasses() {
    keys.privateTables = state.privateTableKeys.map(\.rawValue)
    for key in state.tableKeys {
      let table = state.tables[key.slot]
      indexes[key] = keys.tables.count
      keys.tables.append(SnapshotKeys.Table(numbersOf: table))
    }
    builder.addClasses(state.tableKeys.map { state.classSchema(state.tables[$0.slot]) })
    cut(after: 0)
  }

  private mutating func listObjects() {
    for (index, key) in state.tableKeys.enumerated() {
      let table = state.tables[key.slot]
      guard !table.isEmbedded else { continue }
      keys.tables[index].objects.reserveCapacity(table.objectCount)
      table.rows.forEachRow { object, _ in
        keys.tables[index].objects.append(object.rawValue)
        builder.createObject(table.name, table.identity(of: object))
        cut()
      }
    }
  }

  private mutating func listValues() {
    for key in state.tableKeys {
      let table = state.tables[key.slot]
      guard !table.isEmbedded else { continue }
      let properties = table.visibleLeaves.filter { $0 != table.primaryKeyLeaf }
      table.rows.forEachRow { object, _ in
        let place = { (leaf: Int) in
          LocationValue(table.name, table.identity(of: object), table.columnNames[leaf])
        }
        let cells = table.cells(object)
        for leaf in properties { list(cells[leaf], of: table, leaf, at: place(leaf)) }
        cut()
      }
    }
  }

  /// A property, unless it has the value that it has anyway.
  private mutating func list(_ cell: Cell, of table: Table, _ leaf: Int, at place: LocationValue) {
    guard let column = table.columns[leaf] else { return }
    switch column.collection {
    case .single:
      guard cell.scalar != column.defaultCell.scalar || cell.scalar == nil else { return }
      put(cell, at: place) { $0.initialize($1, to: $2) }
    case .list, .set, .dictionary: fill(cell, at: place)
    }
  }

  private mutating func put(
    _ cell: Cell, at place: LocationValue,
    _ instruction: (inout ChangesetBuilder, LocationValue, PayloadValue) -> Void
  ) {
    instruction(&builder, place, state.payload(cell))
    if let target = cell.linkTarget { return listEmbedded(target, at: place) }
    fill(cell, at: place)
  }

  private mutating func fill(_ cell: Cell, at place: LocationValue) {
    switch cell {
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        put(element, at: place.appending(.index(UInt32(index)))) {
          $0.arrayInsert($1, $2, priorSize: UInt32(index))
        }
      }
    case .set(let elements):
      for element in elements { builder.setInsert(place, state.payload(element)) }
    case .dictionary(let entries):
      for (key, value) in zip(entries.keys, entries.values) {
        put(value, at: place.appending(.key(key))) { $0.update($1, to: $2) }
      }
    default: break
    }
  }

  private mutating func listEmbedded(_ object: ObjectAddress, at place: LocationValue) {
    let table = state.tables[object.table.slot]
    guard table.isEmbedded, let index = indexes[object.table] else { return }
    keys.tables[index].objects.append(object.key.rawValue)
    let cells = table.cells(object.key)
    for leaf in table.visibleLeaves {
      list(cells[leaf], of: table, leaf, at: place.appending(.key(table.columnNames[leaf])))
    }
  }

  private mutating func listOrders() {
    let ranks = keys.tables.map { ListedRanks(of: $0.objects) }
    for (index, key) in state.tableKeys.enumerated() {
      let table = state.tables[key.slot]
      for leaf in table.backlinkLeaves {
        guard let column = table.columns[leaf], let origin = indexes[column.opposite] else {
          continue
        }
        func listOrder(to object: ObjectKey) {
          guard case .backlinks(let origins) = table.cell(object, leaf), origins.count > 1 else {
            return
          }
          let order = origins.map { ranks[origin][$0.rawValue] ?? .max }
          guard zip(order, order.dropFirst()).contains(where: { $0 > $1 }) else { return }
          keys.tables[index].orders.append(
            SnapshotKeys.IncomingOrder(
              object: object.rawValue, column: column.key, origins: origins.map(\.rawValue)))
        }
        table.rows.forEachRow { object, _ in listOrder(to: object) }
        table.tombstones.keys.sorted().forEach(listOrder)
      }
    }
  }

  /// Notes what does not follow from the objects that are listed: embedded objects that stand in nothing are
  /// not, and have their numbers all the same.
  private mutating func listNextObjects() {
    for (index, key) in state.tableKeys.enumerated() {
      let rows = state.tables[key.slot].rows
      let next = rows.key(at: rows.count).rawValue
      if next != (keys.tables[index].objects.max() ?? -1) + 1 {
        keys.tables[index].nextObject = next
      }
    }
  }
}

extension ChangesetBuilder {
  /// Gives a property of a new object its value. A number is 0.0 by then, and stays so where -0.0 is written; so another
  /// value is written before that.
  mutating func initialize(_ place: LocationValue, to value: PayloadValue) {
    switch value {
    case .value(.float(bitPattern: (-Float.zero).bitPattern)):
      update(place, to: .value(.float(bitPattern: Float(1).bitPattern)))
    case .value(.double(bitPattern: (-Double.zero).bitPattern)):
      update(place, to: .value(.double(bitPattern: Double(1).bitPattern)))
    default: break
    }
    update(place, to: value)
  }
}

extension SnapshotKeys.Table {
  fileprivate init(numbersOf table: Table) {
    self.init(table: table.key.rawValue)
    columnsRemoved = table.layout.columnsRemoved
    everHadTombstone = table.everHadTombstone
    columns = table.visibleLeaves.compactMap { table.columns[$0]?.key }
    primaryKeyIndex = table.primaryKeyLeaf
      .flatMap { table.visibleLeaves.firstIndex(of: $0) }.map(UInt32.init)
    incoming = table.backlinkLeaves.compactMap { leaf in
      table.columns[leaf].map {
        SnapshotKeys.IncomingColumn(
          column: $0.key, originTable: $0.opposite.rawValue, originColumn: $0.originKey)
      }
    }
  }
}

/// Where objects stand among those of their class that are listed. Those that are not embedded are listed by their
/// keys, so that they are found without a table of all.
private struct ListedRanks {
  private let objects: [Int64]
  private var ranks: [Int64: Int] = [:]

  init(of objects: [Int64]) {
    self.objects = objects
    guard zip(objects, objects.dropFirst()).contains(where: { $0 >= $1 }) else { return }
    for (rank, object) in objects.enumerated() where ranks[object] == nil { ranks[object] = rank }
  }

  subscript(_ object: Int64) -> Int? {
    guard ranks.isEmpty else { return ranks[object] }
    let index = objects.partitioningIndex { $0 >= object }
    return index < objects.count && objects[index] == object ? index : nil
  }
}
