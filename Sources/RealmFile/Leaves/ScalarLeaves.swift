internal import RealmModel
internal import TraceFormat

// Dates, decimals, identifiers, links (Realm Core: `array_timestamp.hpp`, `array_decimal128.cpp`,
// `array_fixed_bytes.hpp`, `array_key.hpp`).
extension LeafReader {
  func timestamps(_ ref: Int) throws(RealmFileFailure) -> LeafValues {
    let node = try store.references(ref, count: 2, rule: 16)
    let (seconds, null) = try integers(try node.requiredRef(0, rule: 16), isNullable: true)
    let nanoseconds = try store.node(try node.requiredRef(1, rule: 16), .integers).packed()
    try require(
      nanoseconds.count == seconds.count, 16, "\(seconds.count) nanoseconds",
      found: nanoseconds.count, at: ref)
    for index in 0..<seconds.count where seconds[index] != null {
      _ = try Timestamp(checking: seconds[index], nanoseconds[index], at: ref)
    }
    return LeafValues(
      column: .timestamps(seconds, null: null ?? 0, nanoseconds: nanoseconds),
      count: seconds.count)
  }

  func decimals(_ ref: Int) throws(RealmFileFailure) -> LeafValues {
    let node = try store.node(ref, .decimals)
    try charge(node.size)
    var cells: [Cell] = []
    cells.reserveCapacity(node.size)
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
    return LeafValues(column: .cells(cells), count: cells.count)
  }

  /// Identifiers of one size, in blocks of eight behind a byte that says which of them are null.
  func identifiers(_ ref: Int, isUUID: Bool) throws(RealmFileFailure) -> LeafValues {
    let node = try store.node(ref, .fixedBytes)
    let size = StoredIdentifiers.size(isUUID: isUUID)
    let block = 8 * size + 1
    let count = (node.size - (node.size + block - 1) / block) / size
    try require(
      node.size == StoredIdentifiers.byteCount(of: count, isUUID: isUUID)
        && (node.width == 1 || node.size == 0), 18, "identifiers of \(size) bytes",
      found: "\(node.size) bytes", at: ref)
    try charge(count)
    let identifiers = StoredIdentifiers(in: node.page, at: node.start, count: count, isUUID: isUUID)
    return LeafValues(column: .identifiers(identifiers), count: count)
  }

  /// Links to one class: in objects one more than the key, in collections the key itself.
  func links(
    _ ref: Int, target: TableKey, isOfObjects: Bool
  ) throws(RealmFileFailure) -> LeafValues {
    let node = try store.node(ref, .integers)
    try charge(node.size)
    let column: CellColumn =
      target == .none ? .same(.null) : .links(target, node.packed(), more: isOfObjects ? 1 : 0)
    return LeafValues(column: column, count: node.size)
  }

  func typedLinks(_ ref: Int) throws(RealmFileFailure) -> LeafValues {
    let node = try store.node(ref, .integers)
    try require(node.size.isMultiple(of: 2), 24, "pairs", found: "\(node.size) elements", at: ref)
    try charge(node.size / 2)
    var cells: [Cell] = []
    for index in 0..<node.size / 2 {
      let table = (try node.integer(2 * index) &- 1) & 0x7FFF_FFFF
      let key = try node.integer(2 * index + 1) &- 1
      cells.append(.storedLink(table: TableKey(UInt32(table)), key: key))
    }
    return LeafValues(column: .cells(cells), count: cells.count)
  }
}

extension TableKey {
  static let none = TableKey(0x7FFF_FFFF)
}

extension Cell {
  /// A link as it is stored: -1 is null, and other negative keys are those of tombstones.
  static func storedLink(table: TableKey, key: Int64) -> Cell {
    if key == -1 || table == .none { return .null }
    return .link(ObjectAddress(table: table, key: ObjectKey(key)))
  }
}

extension Timestamp {
  /// A date whose parts are stored apart (R16).
  init(checking seconds: Int64, _ nanoseconds: Int64, at ref: Int) throws(RealmFileFailure) {
    let fits = nanoseconds.magnitude < 1_000_000_000
    self.init(seconds: seconds, nanoseconds: Int32(clamping: nanoseconds))
    try require(
      fits && hasOneSign, 16,
      "nanoseconds below 1000000000 of the sign of the seconds",
      found: "\(seconds) s \(nanoseconds) ns", at: ref)
  }
}

// Decimals of fewer bits, widened to the 128 that all others have: the number and its exponent stay as
// they are (Realm Core: `decimal128.cpp`).
extension Decimal128 {
  /// What a leaf without bytes holds, where that is not null.
  static let storedZero = Decimal128(high: 0x3040_0000_0000_0000, low: 0)

  static func stored32(_ word: UInt32) -> Decimal128 {
    stored(UInt64(word), size: 32, exponentSize: 8, bias: 101, digitsEnd: 10_000_000)
  }

  static func stored64(_ word: UInt64) -> Decimal128 {
    stored(word, size: 64, exponentSize: 10, bias: 398, digitsEnd: 10_000_000_000_000_000)
  }

  /// A number of so many bits: the sign, the exponent, the digits. Where the first two bits of the exponent are set, it
  /// begins behind them, and the digits with 100; where the next two are too, it is no number.
  private static func stored(
    _ word: UInt64, size: UInt64, exponentSize: UInt64, bias: UInt64, digitsEnd: UInt64
  ) -> Decimal128 {
    let (sign, kind) = (word >> (size - 1), word >> (size - 6) & 0x1F)
    if word == 0x1F << (size - 6) | 0xAA { return .null }
    if kind == 0x1F { return .nan }
    if kind == 0x1E { return Decimal128(high: infinity.high | sign << 63, low: 0) }
    let isShifted = kind >> 3 == 3
    let digitsSize = size - 1 - exponentSize - (isShifted ? 2 : 0)
    let exponent = word >> digitsSize & (1 << exponentSize - 1)
    var digits = word & (1 << digitsSize - 1) | (isShifted ? 4 << digitsSize : 0)
    if digits >= digitsEnd { digits = 0 }
    return Decimal128(high: sign << 63 | (exponent + 6176 - bias) << 49, low: digits)
  }
}
