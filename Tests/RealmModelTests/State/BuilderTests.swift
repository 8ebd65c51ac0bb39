import Testing
import TraceFormat

@testable import RealmModel

/// States that are built of parts with keys of their own.
@Suite struct BuilderTests {
  private static let item = TableKey(slot: 3, reuseTag: 2)
  private static let part = TableKey(slot: 1, reuseTag: 0)

  /// The number of a column, as `keys.hpp` makes it.
  private static func key(
    _ leaf: Int, _ type: ColumnType, _ collection: CollectionKind = .single, tag: UInt32 = 0,
    isNullable: Bool = false
  ) -> Int64 {
    ColumnShape(
      type: type, collection: collection, isNullable: isNullable, tag: tag, leaf: leaf
    ).key
  }

  /// A class `Item` with the primary key `_id`, a number and a link to itself.
  private static func builder() throws -> RealmState.Builder {
    var builder = RealmState.Builder()
    try builder.addTable(item, name: "Item", kind: .topLevel)
    try builder.addColumn(key(4, .int, tag: 7), named: "_id", to: item)
    try builder.addColumn(key(0, .int), named: "count", to: item)
    try builder.addColumn(key(2, .link, isNullable: true), named: "other", to: item, target: item)
    try builder.addBacklinkColumn(
      key(5, .backlink), to: item, origin: item, originKey: key(2, .link, isNullable: true))
    try builder.setPrimaryKey("_id", of: item)
    return builder
  }

  private static func cells(
    id: Int64, count: Int64 = 0, other: ObjectKey? = nil, from origins: [ObjectKey] = []
  ) -> RowCells {
    [
      .int(count), .null, other.map { .link(ObjectAddress(table: item, key: $0)) } ?? .null, .null,
      .int(id), origins.isEmpty ? .null : .backlinks(PersistentList(origins)),
    ]
  }

  @Test func `objects have the keys that they are given, up to two to the 62nd`() throws {
    var builder = try Self.builder()
    let keys: [ObjectKey] = [ObjectRows.keyMax, ObjectKey(0), ObjectKey(1 << 40), ObjectKey(1)]
    for (index, key) in keys.enumerated() {
      try builder.addObject(key, to: Self.item, cells: Self.cells(id: Int64(index), count: 7))
    }
    var state = try builder.build()
    let table = try #require(state.table(named: "Item"))
    #expect(table.objectKeys == keys.sorted())
    #expect(state.keys(of: "Item") == [.int(1), .int(3), .int(2), .int(0)])
    #expect(keys.allSatisfy(table.contains))
    #expect(![2, 1 << 39, 1 << 61].contains { table.contains(ObjectKey($0)) })
    #expect(table.columns[4]?.tag == 7)
    var builderOfChanges = ChangesetBuilder()
    builderOfChanges.createObject("Item", .int(9))
    builderOfChanges.eraseObject("Item", .int(2))
    builderOfChanges.update(LocationValue("Item", .int(0), "count"), to: .int(8))
    try state.apply(builderOfChanges.changeset)
    #expect(state.table(named: "Item")?.find(.int(9)) == ObjectKey(1 << 62 + 1))
    #expect(state.table(named: "Item")?.contains(ObjectKey(1 << 40)) == false)
    #expect(state.value(at: LocationValue("Item", .int(0), "count")) == .int(8))
  }

  @Test func `memory goes with the number of objects`() throws {
    var builder = try Self.builder()
    for index in 0..<100 as Range<Int64> {
      try builder.addObject(
        ObjectKey(index << 55), to: Self.item, cells: Self.cells(id: index))
    }
    let table = try #require(try builder.build().table(named: "Item"))
    #expect(table.rows.count == 100)
    #expect((0..<100).allSatisfy { table.rows.position(of: table.rows.key(at: $0)) == $0 })
  }

  @Test func `links keep the order in which they come in`() throws {
    var builder = try Self.builder()
    let (a, b, c) = (ObjectKey(1 << 20), ObjectKey(1 << 30), ObjectKey(1 << 60))
    try builder.addObject(c, to: Self.item, cells: Self.cells(id: 3, other: a))
    try builder.addObject(a, to: Self.item, cells: Self.cells(id: 1, from: [c, b]))
    try builder.addObject(b, to: Self.item, cells: Self.cells(id: 2, other: a))
    let state = try builder.build()
    let links = RealmTransaction(state).incomingLinks(
      of: ObjectAddress(table: Self.item, key: a))
    #expect(links.map(\.object.key) == [c, b])
    #expect(state.schema(of: "Item")?.property("other")?.target == "Item")
  }

  @Test func `a tombstone comes to life when its object is created`() throws {
    var builder = try Self.builder()
    let (key, absent) = (ObjectKey(1 << 33), ObjectKey(-5))
    try builder.addObject(key, to: Self.item, cells: Self.cells(id: 1, other: absent))
    try builder.addObject(absent, to: Self.item, cells: Self.cells(id: 2, from: [key]))
    var state = try builder.build()
    #expect(state.objectCount(of: "Item") == 1)
    var creation = ChangesetBuilder()
    creation.createObject("Item", .int(2))
    try state.apply(creation.changeset)
    #expect(
      state.value(at: LocationValue("Item", .int(1), "other"))
        == .link(.init(className: "Item", key: .int(2))))
  }

  /// What is added to ``builder()`` and must be refused, at once or when all is built.
  static let refusals:
    [(BuildingFailure.Code, @Sendable (inout RealmState.Builder) throws -> Void)] = [
      (
        .duplicateTable,
        { try $0.addTable(TableKey(slot: 3, reuseTag: 0), name: "A", kind: .topLevel) }
      ),
      (.duplicateTable, { try $0.addPrivateTable(item) }),
      (.duplicateClassName, { try $0.addTable(part, name: "Item", kind: .topLevel) }),
      (.unknownTable(part), { try $0.addColumn(key(0, .int), named: "a", to: part) }),
      (
        .unknownTable(part),
        { try $0.addColumn(key(1, .link, isNullable: true), named: "a", to: item, target: part) }
      ),
      (
        .unknownColumn(key(1, .link, isNullable: true)),
        { try $0.addColumn(key(1, .link, isNullable: true), named: "a", to: item, target: item) }
      ),
      (.columnKeyOutOfRange(-1), { try $0.addColumn(-1, named: "a", to: item) }),
      (.columnKeyOutOfRange(5 << 16), { try $0.addColumn(5 << 16, named: "a", to: item) }),
      (.duplicateColumn(leaf: 0), { try $0.addColumn(key(0, .bool), named: "a", to: item) }),
      (.duplicateProperty("count"), { try $0.addColumn(key(1, .bool), named: "count", to: item) }),
      (.unsuitablePrimaryKey, { try $0.setPrimaryKey("other", of: item) }),
      (
        .objectKeyOutOfRange(ObjectKey(1 << 62 + 1)),
        { try $0.addObject(ObjectKey(1 << 62 + 1), to: item, cells: cells(id: 1)) }
      ),
      (
        .objectKeyOutOfRange(ObjectKey(-1)),
        { try $0.addObject(ObjectKey(-1), to: item, cells: cells(id: 1)) }
      ),
      (
        .duplicateObject(ObjectKey(5)),
        {
          try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 1))
          try $0.addObject(ObjectKey(1 << 50), to: item, cells: cells(id: 2))
          try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 3))
        }
      ),
      (
        .duplicatePrimaryKey(.int(1)),
        {
          try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 1))
          try $0.addObject(ObjectKey(6), to: item, cells: cells(id: 1))
        }
      ),
      (
        .tooManyCells(ObjectKey(5)),
        { try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 1) + [.null]) }
      ),
      (
        .danglingLink(ObjectAddress(table: item, key: ObjectKey(6))),
        { try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 1, other: ObjectKey(6))) }
      ),
      (
        .incomingLinksDiffer(ObjectAddress(table: item, key: ObjectKey(5))),
        { try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 1, other: ObjectKey(5))) }
      ),
      (
        .incomingLinksDiffer(ObjectAddress(table: item, key: ObjectKey(5))),
        { try $0.addObject(ObjectKey(5), to: item, cells: cells(id: 1, from: [ObjectKey(5)])) }
      ),
    ]

  @Test(arguments: refusals.indices)
  func `parts that do not fit are refused`(index: Int) throws {
    let (code, add) = Self.refusals[index]
    let failure = #expect(throws: BuildingFailure.self) {
      var builder = try Self.builder()
      try add(&builder)
      _ = try builder.build()
    }
    #expect(failure?.code == code)
    #expect(failure?.description.isEmpty == false)
  }

  @Test func `a primary key that two objects have is said as it is written elsewhere`() throws {
    let id = try #require(ObjectID(text: "6b00e1fdf42488c2779759d9"))
    #expect(
      BuildingFailure(.duplicatePrimaryKey(.objectID(id)), in: Self.item).description
        == "class 3 (tag 2): two objects with the primary key oid 6b00e1fdf42488c2779759d9")
  }
}
