import RealmModel
import TestSupport
import Testing
import TraceFormat

/// An instruction that must be rejected, and how.
struct Rejection: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var failureClass: ApplyFailure.Class
  var message: String
  var build: @Sendable (inout ChangesetBuilder) -> Void

  init(
    _ name: String, _ failureClass: ApplyFailure.Class, _ message: String,
    _ build: @escaping @Sendable (inout ChangesetBuilder) -> Void
  ) {
    testDescription = name
    self.failureClass = failureClass
    self.message = message
    self.build = build
  }

  /// A property of the one `Item`, or a place below it.
  static func at(_ property: RealmString, _ path: PathStep...) -> LocationValue {
    LocationValue("Item", .int(1), property, path)
  }

  /// One class with every kind of property that a check asks about, and one object in it.
  static var state: RealmState {
    get throws { try RealmState(applying: [Changeset.build(buildState)]) }
  }

  private static func buildState(_ builder: inout ChangesetBuilder) {
    builder.addTable("Item", primaryKey: "_id", type: .int)
    builder.addTable("Other", primaryKey: "_id", type: .string)
    builder.addTable("Event", kind: .asymmetric, primaryKey: "_id", type: .int)
    builder.addEmbeddedTable("Part")
    builder.addColumn("Part", "n", type: .int)
    builder.addColumn("Item", "count", type: .int)
    builder.addColumn("Item", "name", type: .string)
    builder.addColumn("Item", "any", type: .null, isNullable: true)
    builder.addColumn("Item", "numbers", type: .int, collection: .list)
    builder.addColumn("Item", "mixed", type: .null, isNullable: true, collection: .list)
    builder.addColumn("Item", "prices", type: .int, collection: .dictionary)
    builder.addColumn("Item", "tags", type: .int, collection: .set)
    builder.addLinkColumn("Item", "other", target: "Other")
    builder.addLinkColumn("Item", "others", target: "Other", collection: .list)
    builder.addLinkColumn("Item", "part", target: "Part")
    builder.addLinkColumn("Item", "parts", target: "Part", collection: .list)
    builder.createObject("Item", .int(1))
    builder.arrayInsert(at("numbers", 0), .int(7), priorSize: 0)
  }
}

extension Rejection {
  static let schema: [Rejection] = [
    .init("AddTable with another key name", .badChangeset, "has different properties") {
      $0.addTable("Item", primaryKey: "id", type: .int)
    },
    .init("AddTable with another kind", .badChangeset, "has different properties") {
      $0.addTable("Item", kind: .asymmetric, primaryKey: "_id", type: .int)
    },
    .init("AddTable, embedded, of a top-level class", .badChangeset, "is not embedded") {
      $0.addEmbeddedTable("Item")
    },
    .init("AddTable with a name of 58 bytes", .assertion, "longer than 57") {
      $0.addTable(RealmString(String(repeating: "c", count: 58)), primaryKey: "_id", type: .int)
    },
    .init("EraseTable of no class", .badChangeset, "table does not exist") {
      $0.eraseTable("Missing")
    },
    .init("EraseTable of a link target", .storage, "target of links") { $0.eraseTable("Other") },
    .init("AddColumn to no class", .badChangeset, "'class_Missing' does not exist") {
      $0.addColumn("Missing", "x", type: .int)
    },
    .init("AddColumn of another type", .badChangeset, "(expected col_type_Int, got type_String)") {
      $0.addColumn("Item", "count", type: .string)
    },
    .init("AddColumn of another collection", .badChangeset, "(existing is a list, the other is not")
    {
      $0.addColumn("Item", "numbers", type: .int)
    },
    .init("AddColumn to another target", .badChangeset, "(link targets differ)") {
      $0.addLinkColumn("Item", "other", target: "Item")
    },
    .init("AddColumn to no target", .badChangeset, "which doesn't exist") {
      $0.addLinkColumn("Item", "x", target: "Missing")
    },
    .init("AddColumn to an asymmetric target", .storage, "not supported as link target") {
      $0.addLinkColumn("Item", "x", target: "Event")
    },
    .init("AddColumn of a set of embedded objects", .storage, "Set of embedded objects") {
      $0.addLinkColumn("Item", "x", target: "Part", collection: .set)
    },
    .init("AddColumn with a name of 64 bytes", .storage, "name too long") {
      $0.addColumn("Item", RealmString(String(repeating: "p", count: 64)), type: .int)
    },
    .init("EraseColumn of no property", .badChangeset, "which doesn't exist") {
      $0.eraseColumn("Item", "missing")
    },
  ]

  static let objects: [Rejection] = [
    .init("CreateObject in no class", .badChangeset, "'class_Missing' does not exist") {
      $0.createObject("Missing", .int(1))
    },
    .init("CreateObject with another key type", .badChangeset, "with primary key type type_Int") {
      $0.createObject("Item", .string("1"))
    },
    .init("CreateObject with null for a required key", .badChangeset, "non-nullable primary key") {
      $0.createObject("Item", .null)
    },
    .init("CreateObject without key", .badChangeset, "on table with a primary key") {
      $0.createObject("Item", .globalKey(GlobalKey(high: 1, low: 1)))
    },
    .init("CreateObject of an embedded class", .storage, "not allowed in: class_Part") {
      $0.createObject("Part", .globalKey(GlobalKey(high: 1, low: 1)))
    },
    .init("EraseObject with another key type", .badChangeset, "has primary keys of type 'type_Int'")
    {
      $0.eraseObject("Item", .string("1"))
    },
    .init("Update of no object", .badChangeset, "No such object: 'Int(2)' in class 'Item'") {
      $0.update(LocationValue("Item", .int(2), "count"), to: .int(1))
    },
    .init("Update of no property", .badChangeset, "No such field: 'missing'") {
      $0.update(at("missing"), to: .int(1))
    },
  ]
}
