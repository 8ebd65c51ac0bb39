import TraceFormat

@testable import RealmModel

// The values of one column for the objects of a leaf.
extension StateFile {
  func values(
    _ cells: [Cell], of column: ColumnShape, _ writer: inout RealmFileWriter
  ) throws -> Int64 {
    if column.type == .backlink { return try incoming(cells, of: column, &writer) }
    guard column.collection != .single else {
      return try scalars(cells, of: column, isOfObjects: true, &writer)
    }
    var refs: [Int64] = []
    for cell in cells { refs.append(try collection(cell, of: column, &writer)) }
    return try writer.references(refs)
  }

  private func collection(
    _ cell: Cell, of column: ColumnShape, _ writer: inout RealmFileWriter
  ) throws -> Int64 {
    if case .dictionary(let entries) = cell { return try dictionary(entries, &writer) }
    let elements = Array(cell.elements)
    guard !elements.isEmpty else { return 0 }
    return try writer.elementTree(elements) {
      try scalars($1, of: column, isOfObjects: false, &$0)
    }
  }

  private func scalars(
    _ cells: [Cell], of column: ColumnShape, isOfObjects: Bool, _ writer: inout RealmFileWriter
  ) throws -> Int64 {
    switch column.type {
    case .int:
      return column.isNullable
        ? try writer.nullableIntegers(cells.map(\.integer))
        : try writer.integers(cells.map { $0.integer ?? 0 })
    case .bool: return try writer.integers(cells.map(\.truth))
    case .string: return try writer.strings(cells.map(\.text))
    case .binary: return try writer.binaries(cells.map(\.text))
    case .timestamp: return try writer.timestamps(cells.map(\.time))
    case .float: return try writer.floats(cells.map(\.floatBits))
    case .double: return try writer.doubles(cells.map(\.doubleBits))
    case .decimal: return try writer.decimals(cells.map(\.decimalWords))
    case .objectID: return try writer.identifiers(cells.map(\.identifier), size: 12)
    case .uuid: return try writer.identifiers(cells.map(\.identifier), size: 16)
    case .link:
      let shift: Int64 = isOfObjects ? 1 : 0
      return try writer.integers(
        cells.map { $0.linkTarget.map { storedKey($0) + shift } ?? shift - 1 })
    case .mixed: return try mixed(cells, &writer)
    case .backlink, .typedLink: return 0
    }
  }

  private func storedKey(_ target: ObjectAddress) -> Int64 {
    key(of: target.key, in: state.tables[target.table.slot])
  }

  private func mixed(_ cells: [Cell], _ writer: inout RealmFileWriter) throws -> Int64 {
    var values: [StoredMixed] = []
    for cell in cells { values.append(try mixed(cell, &writer)) }
    return try writer.mixed(values)
  }

  private func mixed(_ cell: Cell, _ writer: inout RealmFileWriter) throws -> StoredMixed {
    switch cell {
    case .null, .backlinks, .set: .null
    case .int(let value): .int(value)
    case .bool(let value): .bool(value)
    case .float(let bits): .float(bits)
    case .double(let bits): .double(bits)
    case .string(let value): .string(Array(value.bytes))
    case .binary(let value): .binary(Array(value.bytes))
    case .objectID: .objectID(cell.identifier ?? [])
    case .uuid: .uuid(cell.identifier ?? [])
    case .timestamp(let value):
      .timestamp(seconds: value.seconds, nanoseconds: Int64(value.nanoseconds))
    case .decimal(let value): .decimal(low: value.low, high: value.high)
    case .link(let target): .link(table: target.table.rawValue, key: storedKey(target))
    case .list(let elements):
      .list(
        elements.isEmpty ? 0 : try writer.elementTree(Array(elements)) { try mixed($1, &$0) })
    case .dictionary(let entries): .dictionary(try dictionary(entries, &writer))
    }
  }

  private func dictionary(
    _ entries: CellDictionary, _ writer: inout RealmFileWriter
  ) throws -> Int64 {
    guard entries.count > 0 else { return 0 }
    let keys = try writer.elementTree(entries.keys.map { Array($0.bytes) }) { try $0.strings($1) }
    let values = try writer.elementTree(Array(entries.values)) { try mixed($1, &$0) }
    return try writer.references([keys, values])
  }

  /// The objects that link to each object.
  private func incoming(
    _ cells: [Cell], of column: ColumnShape, _ writer: inout RealmFileWriter
  ) throws -> Int64 {
    var elements: [Int64] = []
    for cell in cells {
      guard case .backlinks(let origins) = cell, !origins.isEmpty else {
        elements.append(0)
        continue
      }
      let keys = origins.map { key(of: $0, in: state.tables[column.opposite.slot]) }
      elements.append(
        keys.count == 1
          ? keys[0] << 1 | 1 : try writer.elementTree(keys) { try $0.integers($1) })
    }
    return try writer.references(elements)
  }
}

extension Cell {
  fileprivate var integer: Int64? { if case .int(let value) = self { value } else { nil } }

  fileprivate var truth: Int64 {
    if case .bool(let value) = self { value ? 1 : 0 } else { 3 }
  }

  fileprivate var text: [UInt8]? {
    switch self {
    case .string(let value), .binary(let value): Array(value.bytes)
    default: nil
    }
  }

  fileprivate var time: (seconds: Int64, nanoseconds: Int64)? {
    if case .timestamp(let value) = self { (value.seconds, Int64(value.nanoseconds)) } else { nil }
  }

  fileprivate var floatBits: UInt32 {
    if case .float(let bits) = self { bits } else { 0x7FC0_00AA }
  }

  fileprivate var doubleBits: UInt64 {
    if case .double(let bits) = self { bits } else { 0x7FF8_0000_0000_00AA }
  }

  fileprivate var decimalWords: (low: UInt64, high: UInt64)? {
    if case .decimal(let value) = self { (value.low, value.high) } else { nil }
  }

  fileprivate var identifier: [UInt8]? {
    switch self {
    case .objectID(let id):
      id.high.littleEndianBytes.reversed() + id.low.littleEndianBytes.reversed()
    case .uuid(let id): id.high.littleEndianBytes.reversed() + id.low.littleEndianBytes.reversed()
    default: nil
    }
  }
}
