import TraceFormat

/// The schema that random sessions begin with: every kind of class and of property.
enum SessionSchema {
  /// Classes with objects of their own, and how to make a key of theirs from a small number.
  ///
  /// Numbers come from a small pool, so that client and server create and erase the same objects.
  static let keys: [RealmString: @Sendable (Int) -> PrimaryKeyValue] = [
    "Item": { .int(Int64($0)) },
    "Other": { $0 == 0 ? .null : .string(RealmString("key \($0)")) },
    "Third": { .objectID(ObjectID(high: 7, low: UInt32($0))) },
    "Fourth": { .uuid(RealmUUID(high: 9, low: UInt64($0))) },
  ]

  /// All types that are neither links nor Mixed, with the name of a property of each.
  static let scalars: [(name: String, type: PayloadType)] = [
    ("int", .int), ("bool", .bool), ("string", .string), ("binary", .binary),
    ("timestamp", .timestamp), ("float", .float), ("double", .double), ("decimal", .decimal),
    ("objectID", .objectID), ("uuid", .uuid),
  ]

  static let collections: [CollectionKind] = [.list, .set, .dictionary]

  static var changeset: Changeset {
    Sample.build {
      addClasses(&$0)
      addScalars(&$0)
      addLinks(&$0)
      addEmbedded(&$0)
    }
  }

  private static func addClasses(_ builder: inout ChangesetBuilder) {
    builder.addTable("Item", primaryKey: "_id", type: .int)
    builder.addTable("Other", primaryKey: "_id", type: .string, isNullable: true)
    builder.addEmbeddedTable("Part")
    builder.addTable("Third", primaryKey: "_id", type: .objectID)
    builder.addEmbeddedTable("Screw")
    builder.addTable("Fourth", primaryKey: "_id", type: .uuid)
    builder.addTable("Event", kind: .asymmetric, primaryKey: "_id", type: .objectID)
    builder.addColumn("Event", "int", type: .int)
  }

  /// `Item` has a property of each type, required and optional ones in turn, and `Other` a
  /// collection of each kind and type.
  private static func addScalars(_ builder: inout ChangesetBuilder) {
    for (index, scalar) in scalars.enumerated() {
      builder.addColumn(
        "Item", RealmString(scalar.name), type: scalar.type, isNullable: index % 2 == 1)
      for kind in collections {
        builder.addColumn(
          "Other", RealmString("\(scalar.name) \(kind)"), type: scalar.type,
          isNullable: index % 2 == 0, collection: kind)
      }
    }
    for table in ["Item", "Third", "Part"] as [RealmString] {
      builder.addColumn(table, "count", type: .int)
      builder.addColumn(table, "mixed", type: .null, isNullable: true)
      builder.addColumn(table, "numbers", type: .int, collection: .list)
    }
    for kind in collections {
      builder.addColumn(
        "Third", RealmString("mixed \(kind)"), type: .null, isNullable: true, collection: kind)
    }
  }

  private static func addLinks(_ builder: inout ChangesetBuilder) {
    for table in ["Item", "Fourth", "Part"] as [RealmString] {
      builder.addLinkColumn(table, "link", target: "Other")
      for kind in collections {
        builder.addLinkColumn(table, RealmString("links \(kind)"), target: "Item", collection: kind)
      }
    }
  }

  private static func addEmbedded(_ builder: inout ChangesetBuilder) {
    for kind in [.single, .list, .dictionary] as [CollectionKind] {
      builder.addLinkColumn("Item", RealmString("parts \(kind)"), target: "Part", collection: kind)
      builder.addLinkColumn(
        "Part", RealmString("screws \(kind)"), target: "Screw", collection: kind)
    }
    builder.addColumn("Screw", "string", type: .string, isNullable: true)
    builder.addColumn("Screw", "numbers", type: .int, collection: .list)
    builder.addLinkColumn("Fourth", "part", target: "Part")
  }
}
