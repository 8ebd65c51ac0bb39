import TraceFormat

/// A small changeset that uses every instruction, every kind of value, key and path.
public enum EveryInstruction {
  public static let changeset = make()
  public static let bytes = changeset.encoded()
  public static let objectID = ObjectID(high: 0x65f1_0000_0000_0000, low: 7)
  public static let uuid = RealmUUID(high: 0x3b24_1101_e2bb_4255, low: 0x8caf_4136_c566_a962)

  private static func make() -> Changeset {
    var builder = ChangesetBuilder()
    addSchema(to: &builder)
    addObjects(to: &builder)
    for value in values { builder.update(LocationValue("P", .int(7), "any"), to: value) }
    addContents(to: &builder)
    return builder.changeset
  }

  private static func addSchema(to builder: inout ChangesetBuilder) {
    builder.addTable("P", primaryKey: "_id", type: .int, isNullable: true)
    builder.addTableWithoutPrimaryKey("Old")
    builder.addTable("Log", kind: .asymmetric, primaryKey: "_id", type: .uuid)
    builder.addEmbeddedTable("E")
    builder.addColumn("P", "age", type: .int, isNullable: true)
    builder.addColumn("P", "any", type: .null, isNullable: true)
    builder.addColumn("P", "meta", type: .string, collection: .dictionary)
    builder.addLinkColumn("P", "friend", target: "P")
    builder.addLinkColumn("P", "friends", target: "P", collection: .dictionary)
    builder.eraseColumn("P", "age")
    builder.eraseTable("Old")
  }

  private static func addObjects(to builder: inout ChangesetBuilder) {
    builder.createObject("P", .null)
    builder.createObject("P", .int(-7))
    builder.createObject("P", .string("k\"1"))
    builder.createObject("Old", .globalKey(GlobalKey(high: 3, low: 500)))
    builder.createObject("P", .objectID(objectID))
    builder.eraseObject("P", .uuid(uuid))
  }

  private static let values: [Value] = [
    .null, .int(.min), .bool(true), .string("ürgent\n"), .string(RealmString([0xFF])),
    .binary(RealmString([0xDE, 0xAD])),
    .timestamp(Timestamp(seconds: -1, nanoseconds: -100_000_000)),
    .float(1.5), .double(bitPattern: 0x7FF8_0000_0000_00AA), .decimal(Decimal128(text: "1.50")!),
    .decimal(Decimal128(text: "+9999999999999999999999999999999999E+6111")!),
    .decimal(.infinity), .link("P", .string("k\"1")), .objectID(objectID),
    .uuid(uuid), .dictionary([]), .list([]), .set([]),
  ]

  private static func addContents(to builder: inout ChangesetBuilder) {
    let friend = LocationValue("P", .int(7), "friend")
    let notes = LocationValue("P", .int(7), "notes", [3])
    builder.update(friend, to: .objectValue, isDefault: true)
    builder.update(LocationValue("P", .int(7), "meta", ["k"]), to: .erased)
    builder.update(notes, to: .string("x"), priorSize: 70)
    builder.addInteger(LocationValue("P", .int(7), "age"), -5)
    builder.arrayInsert(notes, .int(1), priorSize: 3)
    builder.arrayMove(notes, to: 0, priorSize: 4)
    builder.arrayErase(notes, priorSize: 4)
    builder.clear(LocationValue("P", .int(7), "meta", ["k", 0, "l"]), .list)
    builder.clear(LocationValue("P", .int(7), "meta"), .single)
    builder.setInsert(LocationValue("P", .int(7), "set"), .int(64))
    builder.setErase(LocationValue("P", .int(7), "set"), .null)
  }
}
