import RealmModel
import ReplaySupport
import TraceFormat

// Values at the edges of what types hold.
extension HostileSession {
  private static let className: RealmString = "Values"

  /// By property: its type, and what is written there.
  private static let values: [(name: RealmString, type: PropertyType, values: [Value])] = [
    ("int", .int, [.int(.max), .int(.min), .int((1 << 53) + 1), .int(-(1 << 53) - 1), .int(0)]),
    ("bool", .bool, [.bool(true), .bool(false)]),
    (
      "float", .float,
      [.float(.infinity), .float(-.infinity), .float(.nan), .float(0.1), .float(-0.0)]
    ),
    (
      "double", .double,
      [
        .double(.infinity), .double(-.infinity), .double(.nan), .double(.leastNonzeroMagnitude),
        .double(1e308),
      ]
    ),
    (
      "decimal", .decimal128,
      ["NaN", "Infinity", "-Infinity", "1.50", "-0.0000001", "9.99E+6144", "1E-6176"]
        .compactMap { Decimal128(text: $0).map(Value.decimal) }
    ),
    (
      "date", .date,
      [
        Timestamp(seconds: -1, nanoseconds: -1), Timestamp(seconds: 0, nanoseconds: -1),
        Timestamp(seconds: -2_208_988_800, nanoseconds: 0),
        Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999),
        Timestamp(seconds: -62_135_596_801, nanoseconds: -500_000_000),
      ].map(Value.timestamp)
    ),
    (
      "data", .data,
      [.binary(.empty), .binary(RealmString([0, 0xFF, 0x27, 0x0A] as [UInt8]))]
    ),
    ("text", .string, texts.map { .string(RealmString($0)) }),
    (
      "id", .objectId,
      [.objectID(ObjectID(high: 0, low: 0)), .objectID(ObjectID(high: .max, low: .max))]
    ),
  ]

  static let valuesSession: [Event] = Sample.events([
    .snapshot(Snapshot(role: .base, changesets: [valuesBase.encoded()])),
    .localCommit(LocalCommit(clientVersion: 2, changeset: valuesChanges.encoded())),
  ])

  private static func place(
    _ key: Int, _ property: RealmString, _ path: [PathStep] = []
  ) -> LocationValue {
    LocationValue(className, .int(Int64(key)), property, path)
  }

  private static let valuesBase = Sample.build { it in
    it.addTable(className, kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
    for (name, type, _) in values {
      it.addColumn(className, name, type: type.payloadType, isNullable: true)
    }
    it.addColumn(className, "any", type: .null, isNullable: true)
    it.addColumn(className, "anys", type: .null, isNullable: true, collection: .list)
    it.addColumn(className, "was", type: .null, isNullable: true)
    for key in 0..<30 { it.createObject(className, .int(Int64(key))) }
    for (key, value) in replaced.enumerated() { it.update(place(key, "was"), to: .value(value)) }
  }

  /// Mixed values that become dictionaries: one of each type, of which JSON has many as objects.
  private static let replaced: [Value] =
    values.compactMap(\.values.first)
    + [.uuid(RealmUUID(high: 1, low: 2)), .link(Value.Link(className: className, key: .int(1)))]

  /// Each value as one that is set, as one of a new object, as a Mixed value and in a list of such.
  private static let valuesChanges = Sample.build { it in
    var count: UInt32 = 0
    for (name, _, values) in values {
      for (index, value) in values.enumerated() {
        it.update(place(index, name), to: .value(value))
        it.update(place(index, "any"), to: .value(value))
        it.arrayInsert(place(0, "anys", [.index(count)]), .value(value), priorSize: count)
        count += 1
      }
    }
    for key in replaced.indices {
      it.update(place(key, "was"), to: .dictionary)
      it.update(place(key, "was", ["k"]), to: .value(.int(1)))
    }
    for key in 30..<35 {
      it.createObject(className, .int(Int64(key)))
      for (name, _, values) in values {
        it.update(place(key, name), to: .value(values[(key - 30) % values.count]))
      }
    }
  }
}
