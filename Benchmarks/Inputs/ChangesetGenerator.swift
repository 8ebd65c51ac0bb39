import TraceFormat

extension ChangesetInput {
  /// A field-inspection app: a changeset that creates 50,000 inspections with six properties each,
  /// and 200 transactions of 100 edits. The same seed gives the same bytes.
  public static func generated(seed: UInt64 = 50) throws -> ChangesetInput {
    try generated("generated-50k", objects: 50_000, edits: 20_000, seed: seed)
  }

  /// For each size of the series as many inspections, and as many edits of them.
  public static func series() throws -> [ChangesetInput] {
    try Series.sizes.map {
      try generated("series-\(Series.name(of: $0))", objects: $0, edits: $0, seed: 60)
    }
  }

  private static func generated(
    _ name: String, objects: Int, edits: Int, seed: UInt64
  ) throws -> ChangesetInput {
    var generator = ChangesetGenerator(seed: seed)
    let objects = (0..<objects).map { generator.object(number: $0) }
    var changesets = [generator.creation(of: objects)]
    var notes = ChangesetGenerator.NoteCounts()
    for _ in 0..<(edits / Series.editsPerTransaction) {
      changesets.append(
        generator.edits(of: objects, count: Series.editsPerTransaction, &notes))
    }
    return try ChangesetInput(name: name, changesets: changesets)
  }
}

/// Makes changesets from a seed, with the SplitMix64 generator.
struct ChangesetGenerator {
  /// The sizes of the lists that have more than the one note they begin with.
  typealias NoteCounts = [PrimaryKeyValue: UInt32]

  private static let table: RealmString = "Inspection"
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  private mutating func words(_ count: Int) -> RealmString {
    let choice = ["pressure", "valve", "fence", "north", "ok", "leak", "checked", "pump"]
    return RealmString((0..<count).map { _ in choice[Int(next() % 8)] }.joined(separator: " "))
  }

  mutating func object(number: Int) -> PrimaryKeyValue {
    .objectID(ObjectID(high: next() >> 16, low: UInt32(number)))
  }

  mutating func creation(of objects: [PrimaryKeyValue]) -> [UInt8] {
    var builder = ChangesetBuilder()
    builder.addTable(Self.table, primaryKey: "_id", type: .objectID)
    builder.addColumn(Self.table, "site", type: .string)
    builder.addColumn(Self.table, "status", type: .string)
    builder.addColumn(Self.table, "reading", type: .double)
    builder.addColumn(Self.table, "visits", type: .int)
    builder.addColumn(Self.table, "at", type: .timestamp)
    builder.addColumn(Self.table, "notes", type: .string, collection: .list)
    for object in objects {
      builder.createObject(Self.table, object)
      for name in ["site", "status", "reading", "visits", "at"] as [RealmString] {
        builder.update(LocationValue(Self.table, object, name), to: value(of: name))
      }
      builder.arrayInsert(
        LocationValue(Self.table, object, "notes", [0]), .string(words(4)), priorSize: 0)
    }
    return builder.changeset.encoded()
  }

  mutating func edits(
    of objects: [PrimaryKeyValue], count: Int, _ notes: inout NoteCounts
  ) -> [UInt8] {
    var builder = ChangesetBuilder()
    for _ in 0..<count {
      let object = objects[Int(next() % UInt64(objects.count))]
      switch next() % 4 {
      case 0: builder.addInteger(LocationValue(Self.table, object, "visits"), 1)
      case 1:
        let size = notes[object, default: 1]
        notes[object] = size + 1
        builder.arrayInsert(
          LocationValue(Self.table, object, "notes", [.index(size)]), .string(words(5)),
          priorSize: size)
      case 2: builder.update(LocationValue(Self.table, object, "status"), to: value(of: "status"))
      default:
        builder.update(LocationValue(Self.table, object, "reading"), to: value(of: "reading"))
      }
    }
    return builder.changeset.encoded()
  }

  private mutating func value(of property: RealmString) -> Value {
    switch property.readableText {
    case "reading": .double(Double(next() % 100_000) / 1000)
    case "visits": .int(Int64(next() % 1000))
    case "at": .timestamp(Timestamp(seconds: Int64(next() % 2_000_000_000), nanoseconds: 0))
    default: .string(words(2))
    }
  }
}
