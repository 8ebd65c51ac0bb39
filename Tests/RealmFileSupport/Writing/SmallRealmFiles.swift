/// A file with one object, whose one property holds lists inside each other.
public enum NestedLists {
  public static func file(depth: Int) throws -> [UInt8] {
    try file(depth: depth) { writer, list in try writer.mixed([.list(list)]) }
  }

  /// The same with dictionaries as format 22 has them: trees of objects of a key and a value.
  public static func oldDictionaries(depth: Int) throws -> [UInt8] {
    var bytes = try file(depth: depth) { writer, value in
      guard value != 0 else { return try writer.mixed([.dictionary(0)]) }
      let columns = [try writer.shortStrings([[0x61]]), value]
      let entries = try writer.objectLeaf(keys: [0], isFirst: true, columns: columns)
      return try writer.mixed([.dictionary(entries.ref)])
    }
    bytes.replaceSubrange(20..<22, with: [22, 22])
    return bytes
  }

  private static func file(
    depth: Int, nest: (inout RealmFileWriter, Int64) throws -> Int64
  ) throws -> [UInt8] {
    try RealmFileWriter.bytes { writer in
      // The innermost value is an empty collection, and the outermost one that of the property.
      var value: Int64 = 0
      for _ in 0..<depth { value = try nest(&writer, value) }
      let columns = [try writer.integers([1]), value]
      let objects = try writer.objectLeaf(keys: [0], isFirst: true, columns: columns)
      let table = WrittenTable(
        name: Array("class_Deep".utf8), key: 0,
        columns: [
          WrittenColumn(key: 0, name: Array("_id".utf8)),
          WrittenColumn(key: 1 | 6 << 16 | 16 << 22 | 1 << 30, name: Array("any".utf8)),
        ], primaryKey: 0, objects: objects.ref, nextObjectNumber: 1)
      try writer.finish([table], WrittenGroup())
    }
  }
}

/// A file with one object, and embedded ones that it or each of them may hold one of.
public struct EmbeddedObjects: Sendable {
  /// What the one object holds.
  public var held: Int?
  /// What each embedded object holds.
  public var holding: [Int?]

  public init(held: Int?, holding: [Int?]) { (self.held, self.holding) = (held, holding) }

  // Columns by their numbers: leaf, type, attributes, tag.
  private static let child: Int64 = 1 | 12 << 16 | 16 << 22 | 1 << 30
  private static let next: Int64 = 0 | 12 << 16 | 16 << 22 | 1 << 30
  private static let fromChild: Int64 = 1 | 14 << 16 | 2 << 30
  private static let fromNext: Int64 = 2 | 14 << 16 | 3 << 30

  public func file() throws -> [UInt8] {
    try RealmFileWriter.bytes { writer in
      let owner = try writer.objectLeaf(
        keys: [0], isFirst: true,
        columns: [try writer.integers([1]), try writer.integers([held.map { Int64($0) + 1 } ?? 0])])
      let owners = WrittenTable(
        name: Array("class_Owner".utf8), key: 0,
        columns: [
          WrittenColumn(key: 0, name: Array("_id".utf8)),
          WrittenColumn(
            key: Self.child, name: Array("child".utf8), oppositeTable: 1,
            oppositeColumn: Self.fromChild),
        ], primaryKey: 0, objects: owner.ref, nextObjectNumber: 1)
      try writer.finish([owners, try part(&writer)], WrittenGroup())
    }
  }

  private func part(_ writer: inout RealmFileWriter) throws -> WrittenTable {
    let keys = holding.indices.map(UInt64.init)
    let links = try writer.integers(holding.map { $0.map { Int64($0) + 1 } ?? 0 })
    let incoming = try writer.references(
      holding.indices.map { held == $0 ? RealmFileWriter.tagged(0) : 0 })
    var nested: [Int64] = []
    for index in holding.indices {
      let origins = holding.indices.filter { holding[$0] == index }.map(Int64.init)
      nested.append(
        origins.count == 1
          ? RealmFileWriter.tagged(UInt64(origins[0]))
          : origins.isEmpty ? 0 : try writer.integers(origins))
    }
    let objects = try writer.objectLeaf(
      keys: keys, isFirst: true, columns: [links, incoming, try writer.references(nested)])
    return WrittenTable(
      name: Array("class_Part".utf8), key: 1, kind: 1,
      columns: [
        WrittenColumn(
          key: Self.next, name: Array("next".utf8), oppositeTable: 1, oppositeColumn: Self.fromNext),
        WrittenColumn(
          key: Self.fromChild, oppositeTable: 0, oppositeColumn: Self.child),
        WrittenColumn(key: Self.fromNext, oppositeTable: 1, oppositeColumn: Self.next),
      ], objects: objects.ref, nextObjectNumber: UInt64(holding.count))
  }
}

extension RealmFileWriter {
  /// The bytes of a file that a body writes.
  public static func bytes(
    _ body: (inout RealmFileWriter) throws -> Void
  ) throws -> [UInt8] {
    let collected = CollectedBytes()
    var writer = try RealmFileWriter { collected.bytes += $0 }
    try body(&writer)
    return collected.bytes
  }
}

private final class CollectedBytes {
  var bytes: [UInt8] = []
}
