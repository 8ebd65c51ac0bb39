internal import RealmModel
internal import TraceFormat

// Dates, decimals, identifiers, links (Realm Core: `array_timestamp.hpp`, `array_decimal128.cpp`,
// `array_fixed_bytes.hpp`, `array_key.hpp`).
extension LeafReader {
  func readTimestamps(_ ref: Int, into cells: inout [Cell]) throws(RealmFileFailure) {
    let node = try store.node(ref, .references)
    guard node.size == 2 else {
      throw .damaged(16, expected: "2 refs", found: "\(node.size)", at: ref)
    }
    var seconds: [Cell] = []
    try readIntegers(
      try node.requiredRef(0, rule: 16), isNullable: true, into: &seconds)
    let nanoseconds = try store.node(try node.requiredRef(1, rule: 16), .integers)
    guard nanoseconds.size == seconds.count else {
      throw .damaged(
        16, expected: "\(seconds.count) nanoseconds", found: "\(nanoseconds.size)", at: ref)
    }
    for (index, second) in seconds.enumerated() {
      guard case .int(let value) = second else {
        cells.append(.null)
        continue
      }
      cells.append(
        .timestamp(try Timestamp(checking: value, try nanoseconds.integer(index), at: ref)))
    }
  }

  func readDecimals(_ ref: Int, into cells: inout [Cell]) throws(RealmFileFailure) {
    let node = try store.node(ref, .decimals)
    try charge(node.size)
    for index in 0..<node.size {
      let value: Decimal128
      switch node.width {
      case 0: value = node.header.context ? .storedZero : .null
      case 4: value = .stored32(node.load(UInt32.self, at: 4 * index))
      case 8: value = .stored64(node.load(UInt64.self, at: 8 * index))
      default:
        value = Decimal128(
          high: node.load(UInt64.self, at: 16 * index + 8),
          low: node.load(UInt64.self, at: 16 * index))
      }
      cells.append(value.isNull ? .null : .decimal(value))
    }
  }

  /// Identifiers of one size, in blocks of eight behind a byte that says which of them are null.
  private func readFixedBytes(
    _ ref: Int, size: Int, _ body: (Node, Int) -> Cell, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    let node = try store.node(ref, .fixedBytes)
    let block = 8 * size + 1
    let count = (node.size - (node.size + block - 1) / block) / size
    guard node.size == count * size + (count + 7) / 8,
      node.width == 1 || node.size == 0
    else {
      throw .damaged(
        18, expected: "identifiers of \(size) bytes", found: "\(node.size) bytes", at: ref)
    }
    try charge(count)
    for index in 0..<count {
      let start = index / 8 * block
      let isNull = node.byte(start) >> UInt8(index % 8) & 1 == 1
      cells.append(isNull ? .null : body(node, start + 1 + index % 8 * size))
    }
  }

  func readObjectIDs(_ ref: Int, into cells: inout [Cell]) throws(RealmFileFailure) {
    try readFixedBytes(
      ref, size: 12,
      { node, offset in
        .objectID(
          ObjectID(
            high: node.load(UInt64.self, at: offset).byteSwapped,
            low: node.load(UInt32.self, at: offset + 8).byteSwapped))
      }, into: &cells)
  }

  func readUUIDs(_ ref: Int, into cells: inout [Cell]) throws(RealmFileFailure) {
    try readFixedBytes(
      ref, size: 16,
      { node, offset in
        .uuid(
          RealmUUID(
            high: node.load(UInt64.self, at: offset).byteSwapped,
            low: node.load(UInt64.self, at: offset + 8).byteSwapped))
      }, into: &cells)
  }

  /// Links to one class: in objects one more than the key, in collections the key itself.
  func readLinks(
    _ ref: Int, target: TableKey, isOfObjects: Bool, into cells: inout [Cell]
  ) throws(RealmFileFailure) {
    let node = try store.node(ref, .integers)
    try charge(node.size)
    for index in 0..<node.size {
      let key = try node.integer(index) &- (isOfObjects ? 1 : 0)
      cells.append(.storedLink(table: target, key: key))
    }
  }

  /// Links that name their class.
  func readTypedLinks(_ ref: Int, into cells: inout [Cell]) throws(RealmFileFailure) {
    let node = try store.node(ref, .integers)
    guard node.size.isMultiple(of: 2) else {
      throw .damaged(24, expected: "pairs", found: "\(node.size) elements", at: ref)
    }
    try charge(node.size / 2)
    for index in 0..<node.size / 2 {
      let table = (try node.integer(2 * index) &- 1) & 0x7FFF_FFFF
      let key = try node.integer(2 * index + 1) &- 1
      cells.append(.storedLink(table: TableKey(UInt32(table)), key: key))
    }
  }
}

extension Cell {
  /// A link as it is stored: -1 is null, and other negative keys are those of tombstones.
  static func storedLink(table: TableKey, key: Int64) -> Cell {
    if key == -1 || table.rawValue == 0x7FFF_FFFF { return .null }
    return .link(ObjectAddress(table: table, key: ObjectKey(key)))
  }
}

extension Timestamp {
  /// A date whose parts are stored apart (R16).
  init(checking seconds: Int64, _ nanoseconds: Int64, at ref: Int) throws(RealmFileFailure) {
    let fits = nanoseconds.magnitude < 1_000_000_000
    guard fits, nanoseconds == 0 || seconds == 0 || (seconds < 0) == (nanoseconds < 0) else {
      throw .damaged(
        16, expected: "nanoseconds below 1000000000 of the sign of the seconds",
        found: "\(seconds) s \(nanoseconds) ns", at: ref)
    }
    self.init(seconds: seconds, nanoseconds: Int32(nanoseconds))
  }
}
