/// A value of any type, as a file has it.
public enum StoredMixed {
  case null
  case int(Int64)
  case bool(Bool)
  case float(UInt32)
  case double(UInt64)
  case string([UInt8])
  case binary([UInt8])
  case objectID([UInt8])
  case uuid([UInt8])
  case timestamp(seconds: Int64, nanoseconds: Int64)
  case decimal(low: UInt64, high: UInt64)
  case link(table: UInt32, key: Int64)
  /// The ref of a collection that was written before; 0 for an empty one.
  case list(Int64)
  case dictionary(Int64)
}

// Values of any type (Realm Core: `array_mixed.cpp`).
extension RealmFileWriter {
  mutating func mixed(_ values: [StoredMixed]) throws -> Int64 {
    var columns = MixedColumns()
    let kinds = values.map { columns.add($0) }
    let composite = try integers(kinds)
    let ints = columns.ints.isEmpty ? 0 : try integers(columns.ints)
    let pairs = columns.pairs.isEmpty ? 0 : try integers(columns.pairs)
    let strings = columns.strings.isEmpty ? 0 : try self.strings(columns.strings)
    let collections = columns.collections.isEmpty ? 0 : try references(columns.collections)
    return try references([composite, ints, pairs, strings, collections, 0])
  }
}

/// The values of a leaf by where they stand.
private struct MixedColumns {
  var ints: [Int64] = []
  var pairs: [Int64] = []
  var strings: [[UInt8]?] = []
  var collections: [Int64] = []

  /// - Returns: the number that says the type and the place.
  mutating func add(_ value: StoredMixed) -> Int64 {
    switch value {
    case .null: return 0
    case .int(let value):
      if Int64(Int32.min)...Int64(Int32.max) ~= value { return value << 8 | 1 }
      return add(int: value, type: 0)
    case .bool(let value): return (value ? 1 : 0) << 8 | 2
    case .float(let bits): return add(int: Int64(bits), type: 9)
    case .double(let bits): return add(int: Int64(bitPattern: bits), type: 10)
    case .string(let bytes): return add(bytes, type: 2)
    case .binary(let bytes): return add(bytes, type: 4)
    case .objectID(let bytes): return add(bytes, type: 15)
    case .uuid(let bytes): return add(bytes, type: 17)
    case .timestamp(let seconds, let nanoseconds): return add(pair: seconds, nanoseconds, type: 8)
    case .decimal(let low, let high):
      return add(pair: Int64(bitPattern: low), Int64(bitPattern: high), type: 11)
    case .link(let table, let key): return add(pair: Int64(table), key, type: 16)
    case .list(let ref): return add(collection: ref, type: 19)
    case .dictionary(let ref): return add(collection: ref, type: 21)
    }
  }

  private static func number(type: Int64, slot: Int64, place: Int) -> Int64 {
    Int64(place) << 8 | slot << 5 | (type + 1)
  }

  private mutating func add(int: Int64, type: Int64) -> Int64 {
    ints.append(int)
    return Self.number(type: type, slot: 1, place: ints.count - 1)
  }

  private mutating func add(pair first: Int64, _ second: Int64, type: Int64) -> Int64 {
    pairs += [first, second]
    return Self.number(type: type, slot: 2, place: pairs.count / 2 - 1)
  }

  private mutating func add(_ bytes: [UInt8], type: Int64) -> Int64 {
    strings.append(bytes)
    return Self.number(type: type, slot: 3, place: strings.count - 1)
  }

  private mutating func add(collection ref: Int64, type: Int64) -> Int64 {
    collections.append(ref)
    return Self.number(type: type, slot: 4, place: collections.count - 1)
  }
}
