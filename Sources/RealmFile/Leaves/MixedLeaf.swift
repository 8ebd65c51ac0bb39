internal import RealmModel
internal import TraceFormat

/// A leaf of values of any type (Realm Core: `array_mixed.cpp`): a number for each says its type, and
/// either what it is or where among those of its kind it stands.
struct MixedLeaf {
  private let kinds: Node
  private let integers: Node?
  private let pairs: Node?
  private let strings: StoredTexts?
  private let collections: Node?
  private let ref: Int
  /// The class of links that do not name one.
  private let target: TableKey?

  /// - Throws: where it does not hold together (R20).
  init(_ ref: Int, target: TableKey?, reader: LeafReader) throws(RealmFileFailure) {
    let node = try reader.store.node(ref, .references)
    try require((4...6).contains(node.size), 20, "4 to 6 elements", found: node.size, at: ref)
    (self.ref, self.target) = (ref, target)
    kinds = try reader.store.node(try node.requiredRef(0, rule: 20), .integers)
    integers = try Self.payload(node, 1, .integers, reader)
    pairs = try Self.payload(node, 2, .integers, reader)
    collections = try Self.payload(node, 4, .references, reader)
    var stringReader = reader
    stringReader.expectedCount = nil
    strings = try node.ref(3).map { ref throws(RealmFileFailure) in try stringReader.texts(ref) }
  }

  private static func payload(
    _ node: Node, _ slot: Int, _ shape: NodeShape, _ reader: LeafReader
  ) throws(RealmFileFailure) -> Node? {
    guard slot < node.size, let ref = try node.ref(slot) else { return nil }
    return try reader.store.node(ref, shape)
  }

  var count: Int { kinds.size }

  /// What a value is: complete, or a collection that stands elsewhere.
  enum Element {
    case value(Cell)
    /// Its kind, and its place; nil for an empty one.
    case collection(CollectionKind, Int?)
  }

  func element(_ index: Int) throws(RealmFileFailure) -> Element {
    let number = try kinds.integer(index)
    if number == 0 { return .value(.null) }
    let (type, payload, place) = (number & 0x1F - 1, number >> 5 & 7, number >> 8)
    switch (type, payload) {
    case (0, 0): return .value(.int(place))
    case (1, 0): return .value(.bool(place != 0))
    case (0, 1): return .value(.int(try integer(place)))
    case (9, 1): return .value(.float(bitPattern: UInt32(truncatingIfNeeded: try integer(place))))
    case (10, 1): return .value(.double(bitPattern: UInt64(bitPattern: try integer(place))))
    case (12, 1): return .value(try link(try integer(place)))
    case (2, 3), (4, 3), (15, 3), (17, 3): return .value(try text(type, place))
    case (8, 2), (11, 2), (16, 2): return .value(try pair(type, place))
    case (19, 4): return .collection(.list, try child(place))
    case (21, 4): return .collection(.dictionary, try child(place))
    default:
      throw .damaged(
        21, expected: "a type and the place of its values", found: "type \(type) in \(payload)",
        at: ref)
    }
  }

  private func integer(_ place: Int64) throws(RealmFileFailure) -> Int64 {
    guard let integers else { throw noPayload(1, place) }
    return try integers.integer(Int(place))
  }

  private func child(_ place: Int64) throws(RealmFileFailure) -> Int? {
    guard let collections else { throw noPayload(4, place) }
    return try collections.ref(Int(place))
  }

  private func noPayload(_ slot: Int, _ place: Int64) -> RealmFileFailure {
    .damaged(21, expected: "a value \(place) in element \(slot)", found: "none", at: ref)
  }

  private func link(_ key: Int64) throws(RealmFileFailure) -> Cell {
    guard let target else {
      throw .damaged(21, expected: "a link that names its class", found: "one without", at: ref)
    }
    return .storedLink(table: target, key: key)
  }

  private func pair(_ type: Int64, _ place: Int64) throws(RealmFileFailure) -> Cell {
    guard let pairs, place >= 0, place < Int64(pairs.size / 2) else { throw noPayload(2, place) }
    let first = try pairs.integer(Int(place) * 2)
    let second = try pairs.integer(Int(place) * 2 + 1)
    switch type {
    case 8: return .timestamp(try Timestamp(checking: first, second, at: ref))
    case 11:
      let value = Decimal128(high: UInt64(bitPattern: second), low: UInt64(bitPattern: first))
      return value.isNull ? .null : .decimal(value)
    default:
      try require((0...0x7FFF_FFFF).contains(first), 42, "a table", found: first, at: ref)
      return .storedLink(table: TableKey(UInt32(first)), key: second)
    }
  }

  private func text(_ type: Int64, _ place: Int64) throws(RealmFileFailure) -> Cell {
    guard let strings, place >= 0, place < strings.count else { throw noPayload(3, place) }
    let value = strings[Int(place)] ?? .empty
    switch type {
    case 2: return .string(value)
    case 4: return .binary(value)
    default:
      let size = type == 15 ? 12 : 16
      try require(value.count == size, 22, "\(size) bytes", found: value.count, at: ref)
      return type == 15 ? .objectID(value.objectID) : .uuid(value.uuid)
    }
  }
}

extension RealmString {
  private func bigEndian<T: FixedWidthInteger>(at offset: Int) -> T {
    bytes.dropFirst(offset).prefix(T.bitWidth / 8).bigEndian()
  }

  fileprivate var objectID: ObjectID { ObjectID(high: bigEndian(at: 0), low: bigEndian(at: 8)) }

  fileprivate var uuid: RealmUUID { RealmUUID(high: bigEndian(at: 0), low: bigEndian(at: 8)) }
}
