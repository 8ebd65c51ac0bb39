/// A Realm file of any size, made of a seed: inspections with eleven properties of different types, which link to
/// their inspectors, and changes that were never uploaded.
///
/// The same size and seed give the same bytes. It is written as it is made, so that it may be larger than memory.
public struct GeneratedRealmFile {
  private let sizeBytes: Int
  private let changesets: [[UInt8]]
  /// Files of other seeds or changes are of other clients.
  private let salt: UInt64
  private var random: SeededNumbers
  private var inspectionCount = 0

  static let inspectorCount = 1000
  private static let words = ["valve", "boiler", "roof", "pump", "lift", "door", "ramp", "panel"]

  /// - Parameters:
  ///   - sizeBytes: how large the inspections are together, which are nearly all of the file.
  ///   - changesets: the changes that were never uploaded.
  public init(sizeBytes: Int, changesets: [[UInt8]] = [], seed: UInt64 = 1) {
    (self.sizeBytes, self.changesets) = (sizeBytes, changesets)
    salt = changesets.joined().reduce(seed) { $0 &* 31 &+ UInt64($1) } >> 40
    random = SeededNumbers(state: seed)
  }

  /// Writes the file.
  ///
  /// - Parameter sink: takes the bytes of the file, in order.
  /// - Returns: how many inspections there are.
  public consuming func write(to sink: @escaping ([UInt8]) throws -> Void) throws -> Int {
    var writer = try RealmFileWriter(to: sink)
    var leaves: [WrittenLeaf] = []
    while writer.offset < sizeBytes { leaves.append(try inspections(&writer, leaves.isEmpty)) }
    let inspections = WrittenTable(
      name: Array("class_Inspection".utf8), key: 0, columns: Columns.inspection,
      primaryKey: Columns.inspection[0].key, objects: try writer.objectTree(leaves),
      nextObjectNumber: UInt64(inspectionCount))
    let inspectors = WrittenTable(
      name: Array("class_Inspector".utf8), key: 1, columns: Columns.inspector,
      primaryKey: Columns.inspector[0].key, objects: try inspectors(&writer),
      nextObjectNumber: UInt64(Self.inspectorCount))
    let history = try history(&writer)
    try writer.finish(
      [inspections, inspectors],
      WrittenGroup(
        version: UInt64(changesets.count + 1), clientFileIdent: 1, history: history))
    return inspectionCount
  }

  private func history(_ writer: inout RealmFileWriter) throws -> Int64 {
    let entries = zip(0..., changesets).map { number, changeset in
      WrittenEntry(
        originTimestamp: 300_000_000_000 + number * 1000, remoteVersion: 1, changeset: changeset)
    }
    return try writer.history(entries, progress: [salt, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0])
  }
}

// Objects
extension GeneratedRealmFile {
  /// The next 256 inspections.
  private mutating func inspections(
    _ writer: inout RealmFileWriter, _ isFirst: Bool
  ) throws -> WrittenLeaf {
    let ids = (0..<RealmFileWriter.objectsPerLeafMax).map { inspectionCount + $0 }
    inspectionCount += ids.count
    let columns = [
      try writer.integers(ids.map(Int64.init)),
      try writer.strings(ids.map { _ in text(words: 2) }),
      try writer.strings(ids.map { $0 % 5 == 0 ? nil : text(words: 7) }),
      try writer.timestamps(
        ids.map { (1_700_000_000 + Int64($0), Int64(random.next() % 1_000_000_000)) }),
      try writer.doubles(ids.map { Double($0).bitPattern }),
      try writer.integers(ids.map { _ in Int64(random.next() & 1) }),
      try writer.nullableIntegers(ids.map { $0 % 7 == 0 ? nil : Int64(random.next() % 40) }),
      try writer.identifiers(
        ids.map { _ in random.next().littleEndianBytes + random.next().littleEndianBytes },
        size: 16),
      try writer.integers(ids.map { Int64($0 % Self.inspectorCount + 1) }),
      try readings(&writer, ids),
      try writer.mixed(ids.map { $0 % 3 == 0 ? .null : .int(Int64($0)) }),
    ]
    return try writer.objectLeaf(keys: ids.map(UInt64.init), isFirst: isFirst, columns: columns)
  }

  private mutating func readings(
    _ writer: inout RealmFileWriter, _ ids: [Int]
  ) throws -> Int64 {
    var refs: [Int64] = []
    for id in ids {
      let count = id % 4 == 0 ? 0 : id % 4
      refs.append(
        count == 0 ? 0 : try writer.integers((0..<count).map { _ in Int64(random.next() % 30000) }))
    }
    return try writer.references(refs)
  }

  private func inspectors(_ writer: inout RealmFileWriter) throws -> Int64 {
    var leaves: [WrittenLeaf] = []
    let size = RealmFileWriter.objectsPerLeafMax
    for first in stride(from: 0, to: Self.inspectorCount, by: size) {
      let ids = Array(first..<min(first + size, Self.inspectorCount))
      var origins: [Int64] = []
      for id in ids {
        let keys = Array(stride(from: id, to: inspectionCount, by: Self.inspectorCount))
        origins.append(
          keys.isEmpty ? 0 : try writer.elementTree(keys) { try $0.integers($1.map(Int64.init)) })
      }
      let columns = [
        try writer.strings(ids.map { Array("inspector-\($0)".utf8) }),
        try writer.strings(ids.map { Array("Inspector number \($0)".utf8) }),
        try writer.references(origins),
      ]
      leaves.append(
        try writer.objectLeaf(
          keys: ids.map(UInt64.init), isFirst: leaves.isEmpty, columns: columns))
    }
    return try writer.objectTree(leaves)
  }

  private mutating func text(words count: Int) -> [UInt8] {
    let words = (0..<count).map { _ in Self.words[Int(random.next() % 8)] }
    return Array(words.joined(separator: " ").utf8)
  }
}

/// The columns of the classes.
private enum Columns {
  static let inspection = [
    column(0, "_id", type: 0), column(1, "site", type: 2), column(2, "notes", type: 2, nullable),
    column(3, "createdAt", type: 8), column(4, "score", type: 10), column(5, "isDone", type: 1),
    column(6, "photoCount", type: 0, nullable), column(7, "reference", type: 17), inspector8,
    column(9, "readings", type: 0, list), column(10, "extra", type: 6, nullable),
  ]
  static let inspector = [column(0, "_id", type: 2), column(1, "name", type: 2), incoming]

  private static let nullable: Int64 = 16
  private static let list: Int64 = 32

  private static let inspector8 = WrittenColumn(
    key: key(8, type: 12, nullable), name: Array("inspector".utf8), oppositeTable: 1,
    oppositeColumn: key(2, type: 14, 0))
  private static let incoming = WrittenColumn(
    key: key(2, type: 14, 0), name: nil, oppositeTable: 0, oppositeColumn: inspector8.key)

  private static func key(_ leaf: Int64, type: Int64, _ attributes: Int64) -> Int64 {
    leaf | type << 16 | attributes << 22 | leaf << 30
  }

  private static func column(
    _ leaf: Int64, _ name: String, type: Int64, _ attributes: Int64 = 0
  ) -> WrittenColumn {
    WrittenColumn(key: key(leaf, type: type, attributes), name: Array(name.utf8))
  }
}

/// Numbers that follow from a seed (SplitMix64).
private struct SeededNumbers {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }
}
