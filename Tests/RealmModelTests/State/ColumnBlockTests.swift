import TestSupport
import Testing
import TraceFormat

@testable import RealmModel

/// States whose objects were added by column, beside those that had each for itself.
@Suite struct ColumnBlockTests {
  private static let item = TableKey(slot: 0, reuseTag: 0)

  private static func key(
    _ leaf: Int, _ type: ColumnType, _ collection: CollectionKind = .single,
    isNullable: Bool = false
  ) -> Int64 {
    ColumnShape(type: type, collection: collection, isNullable: isNullable, tag: 0, leaf: leaf).key
  }

  private static func builder() throws -> RealmState.Builder {
    var builder = RealmState.Builder()
    try builder.addTable(item, name: "Item", kind: .topLevel)
    try builder.addColumn(key(0, .int), named: "_id", to: item)
    try builder.addColumn(key(1, .string, isNullable: true), named: "name", to: item)
    try builder.addColumn(key(2, .link, isNullable: true), named: "next", to: item, target: item)
    try builder.addColumn(key(3, .int, .list), named: "numbers", to: item)
    try builder.addColumn(key(4, .mixed, isNullable: true), named: "any", to: item)
    for (leaf, origin) in [
      (5, key(2, .link, isNullable: true)), (6, key(4, .mixed, isNullable: true)),
    ] {
      try builder.addBacklinkColumn(key(leaf, .backlink), to: item, origin: item, originKey: origin)
    }
    try builder.setPrimaryKey("_id", of: item)
    return builder
  }

  /// Objects in a ring, of which every third also holds a link in a value of any type.
  private struct Ring {
    var count: Int
    /// By object, what `next` leads to.
    var next: [Int]
    var incoming: [[ObjectKey]]
    var mixed: [[ObjectKey]]
    var ids: [Int64]

    init(_ count: Int) {
      self.count = count
      next = (0..<count).map { ($0 + 1) % count }
      incoming = (0..<count).map { [ObjectKey(Int64(($0 + count - 1) % count))] }
      mixed = Array(repeating: [], count: count)
      for index in stride(from: 0, to: count, by: 3) { mixed[0].append(ObjectKey(Int64(index))) }
      ids = (0..<count).map { Int64($0) * 7 }
    }

    func cells(_ index: Int) -> RowCells {
      let first = ObjectAddress(table: item, key: ObjectKey(0))
      return [
        .int(ids[index]), index % 2 == 0 ? .null : .string(RealmString("name \(index)")),
        .link(ObjectAddress(table: item, key: ObjectKey(Int64(next[index])))),
        .list(CellList((0..<index % 4).map { .int(Int64($0 * index)) })),
        index % 3 == 0 ? .link(first) : .int(Int64(index)),
        incoming[index].isEmpty ? .null : .backlinks(PersistentList(incoming[index])),
        mixed[index].isEmpty ? .null : .backlinks(PersistentList(mixed[index])),
      ]
    }

    func state(byColumn: Bool) throws -> RealmState {
      var builder = try builder()
      for first in stride(from: 0, to: count, by: 256) {
        let part = first..<min(first + 256, count)
        let rows = part.map(cells)
        guard byColumn else {
          for index in part {
            try builder.addObject(ObjectKey(Int64(index)), to: item, cells: rows[index - first])
          }
          continue
        }
        try builder.addObjects(
          part.map { ObjectKey(Int64($0)) }, to: item, columns: Self.columns(of: rows))
      }
      return try builder.build()
    }

    private static func columns(of rows: [RowCells]) -> ContiguousArray<CellColumn> {
      let columns = (0..<7).map { leaf in rows.map { $0[leaf] } }
      let elements = columns[3].flatMap { Array($0.elements) }
      var (ends, end): ([UInt32], UInt32) = ([], 0)
      for cell in columns[3] {
        end += UInt32(cell.elements.count)
        ends.append(end)
      }
      return [
        CellColumn(compacting: columns[0]),
        .strings(
          StoredTexts(
            .separate(columns[1].map { if case .string(let text) = $0 { text } else { nil } }),
            count: rows.count), null: .null),
        CellColumn(compacting: columns[2]),
        .collections(CellCollections(CellColumn(compacting: elements), ends: ends, isSet: false)),
        CellColumn(compacting: columns[4]), .cells(columns[5]), .cells(columns[6]),
      ]
    }
  }

  /// Writes to some objects, in every way that concerns what a row holds.
  private static func changes() -> Changeset {
    var builder = ChangesetBuilder()
    builder.update(LocationValue("Item", .int(7), "name"), to: .value(.string("changed")))
    builder.update(LocationValue("Item", .int(14), "next"), to: .value(.link("Item", .int(0))))
    builder.update(LocationValue("Item", .int(21), "next"), to: .value(.null))
    builder.arrayInsert(
      LocationValue("Item", .int(7 * 3), "numbers", [.index(3)]), .value(.int(99)), priorSize: 3)
    builder.update(LocationValue("Item", .int(7 * 6), "any"), to: .value(.link("Item", .int(7))))
    builder.eraseObject("Item", .int(7 * 9))
    builder.createObject("Item", .int(-1))
    return builder.changeset
  }

  @Test func `they are the same, also once they were written to`() throws {
    var rows = try Ring(600).state(byColumn: false)
    var columns = try Ring(600).state(byColumn: true)
    #expect(rows.canonicalJSON == columns.canonicalJSON)
    let before = columns
    let text = columns.canonicalJSON.text()
    try rows.apply(Self.changes())
    try columns.apply(Self.changes())
    #expect(rows.canonicalJSON == columns.canonicalJSON)
    #expect(columns.canonicalJSON.text() != text)
    #expect(before.canonicalJSON.text() == text)
    let names = { (state: RealmState) in
      Set((state.changes(since: before)?.objects ?? []).map { "\($0.key)" })
    }
    // All that was written to, and what links to or from it; and nothing of the rest.
    #expect(names(columns).count < 20)
    #expect(names(columns).contains("\(PrimaryKeyValue.int(7))"))
    #expect(columns.changes(since: columns)?.objects.isEmpty == true)
  }

  @Test func `a column that is added or removed changes every object`() throws {
    var changes = ChangesetBuilder()
    changes.addColumn(
      PropertySchema(
        name: "more", type: .bool, isOptional: false, collection: .single, target: nil),
      to: "Item")
    changes.eraseColumn("Item", "name")
    var states = try [Ring(300).state(byColumn: false), Ring(300).state(byColumn: true)]
    for index in states.indices { try states[index].apply(changes.changeset) }
    #expect(states[0].canonicalJSON == states[1].canonicalJSON)
    #expect(states[1].value(at: LocationValue("Item", .int(7), "more")) == .bool(false))
  }

  /// More than one thread is worth, and fewer.
  @Test(arguments: [30, 12_000])
  func `what does not fit together is told, whatever is worked on at once`(count: Int) throws {
    let ring = Ring(count)
    #expect(try ring.state(byColumn: true).objectCount(of: "Item") == count)
    var twice = ring
    (twice.ids[count - 1], twice.ids[count - 2]) = (0, 7)
    #expect(throws: BuildingFailure(.duplicatePrimaryKey(.int(7)), in: Self.item)) {
      try twice.state(byColumn: true)
    }
    var wrong = ring
    wrong.incoming[5] = [ObjectKey(7)]
    #expect(throws: BuildingFailure(.incomingLinksDiffer(Self.address(5)), in: Self.item)) {
      try wrong.state(byColumn: true)
    }
    wrong.mixed[0].removeLast()
    #expect(throws: BuildingFailure(.incomingLinksDiffer(Self.address(0)), in: Self.item)) {
      try wrong.state(byColumn: true)
    }
    var dangling = ring
    dangling.next[4] = count
    #expect(throws: BuildingFailure(.danglingLink(Self.address(count)), in: Self.item)) {
      try dangling.state(byColumn: true)
    }
  }

  private static func address(_ index: Int) -> ObjectAddress {
    ObjectAddress(table: item, key: ObjectKey(Int64(index)))
  }

  @Test func `incoming links may stand in any order, but each as often as its link`() throws {
    var ring = Ring(30)
    ring.mixed[0].reverse()
    #expect(try ring.state(byColumn: true).objectCount(of: "Item") == 30)
    ring.mixed[0].append(ObjectKey(0))
    #expect(throws: BuildingFailure(.incomingLinksDiffer(Self.address(0)), in: Self.item)) {
      try ring.state(byColumn: true)
    }
  }
}

@Suite struct KeyRunsTests {
  @Test(arguments: 1...20)
  func `keys are found at their positions, and no others`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    var (runs, keys): (KeyRuns, [Int64]) = (KeyRuns(), [])
    var next: Int64 = seed % 2 == 0 ? 0 : Int64(numbers.next() % 9)
    for position in 0..<200 {
      keys.append(next)
      runs.append(ObjectKey(next), at: position)
      next += numbers.next() % 5 == 0 ? Int64(1 + numbers.next() % (1 << 40)) : 1
    }
    for (position, key) in keys.enumerated() {
      #expect(runs.place(of: ObjectKey(key), count: 200) == position)
      #expect(runs.key(at: position).rawValue == key)
      if !keys.contains(key + 1) {
        let place = runs.place(of: ObjectKey(key + 1), count: 200)
        #expect(place >= 200)
      }
    }
    #expect(runs.key(at: 200).rawValue == keys[199] + 1)
  }
}
