// Values of one type (Realm Core: `array_string.cpp`, `array_blobs_small.hpp`, `array_blobs_big.hpp`,
// `array_timestamp.hpp`, `array_decimal128.cpp`, `array_fixed_bytes.hpp`).
extension RealmFileWriter {
  private static let shortStringSizeMax = 15
  private static let mediumStringSizeMax = 63
  private static let smallBinarySizeMax = 64

  /// Numbers behind one that stands for null.
  mutating func nullableIntegers(_ values: [Int64?]) throws -> Int64 {
    let present = Set(values.compactMap { $0 })
    var null: Int64 = 0
    while present.contains(null) { null += 1 }
    return try integers([null] + values.map { $0 ?? null })
  }

  /// Texts, in the form that Realm has for the longest of them.
  mutating func strings(_ values: [[UInt8]?]) throws -> Int64 {
    let longest = values.map { $0?.count ?? 0 }.max() ?? 0
    if longest <= Self.shortStringSizeMax { return try shortStrings(values) }
    let terminated = values.map { $0.map { $0 + [0] } }
    return longest <= Self.mediumStringSizeMax
      ? try smallBlobs(terminated, nullSize: 1) : try bigBlobs(terminated)
  }

  /// Texts of at most 63 bytes in records of one width, as names stand.
  mutating func shortStrings(_ values: [[UInt8]?]) throws -> Int64 {
    let longest = values.map { $0.map { $0.count + 1 } ?? 0 }.max() ?? 0
    var width = longest == 0 ? 0 : 1
    while width < longest { width *= 2 }
    var bytes: [UInt8] = []
    for value in values where width > 0 {
      guard let value else {
        bytes += [UInt8](repeating: 0, count: width - 1) + [UInt8(width)]
        continue
      }
      let fill = width - 1 - value.count
      bytes += value + [UInt8](repeating: 0, count: fill) + [UInt8(fill)]
    }
    return try records(bytes, width: width, count: values.count)
  }

  mutating func binaries(_ values: [[UInt8]?]) throws -> Int64 {
    let longest = values.map { $0?.count ?? 0 }.max() ?? 0
    return longest <= Self.smallBinarySizeMax
      ? try smallBlobs(values, nullSize: 0) : try bigBlobs(values)
  }

  private mutating func smallBlobs(_ values: [[UInt8]?], nullSize: Int) throws -> Int64 {
    var (ends, bytes): ([Int64], [UInt8]) = ([], [])
    for value in values {
      bytes += value ?? [UInt8](repeating: 0, count: nullSize)
      ends.append(Int64(bytes.count))
    }
    let parts = [
      try integers(ends), try blob(bytes), try integers(values.map { $0 == nil ? 1 : 0 }),
    ]
    return try references(parts)
  }

  private mutating func bigBlobs(_ values: [[UInt8]?]) throws -> Int64 {
    var refs: [Int64] = []
    for value in values { refs.append(try value.map { try blob($0) } ?? 0) }
    return try references(refs, .context)
  }

  /// Seconds since 1970 and nanoseconds.
  mutating func timestamps(_ values: [(seconds: Int64, nanoseconds: Int64)?]) throws -> Int64 {
    let seconds = try nullableIntegers(values.map { $0?.seconds })
    return try references([seconds, try integers(values.map { $0?.nanoseconds ?? 0 })])
  }

  mutating func doubles(_ bits: [UInt64]) throws -> Int64 {
    try records(bits.flatMap(\.littleEndianBytes), width: 8, count: bits.count)
  }

  mutating func floats(_ bits: [UInt32]) throws -> Int64 {
    try records(bits.flatMap(\.littleEndianBytes), width: 4, count: bits.count)
  }

  mutating func decimals(_ values: [(low: UInt64, high: UInt64)?]) throws -> Int64 {
    let bytes = values.flatMap { value in
      (value?.low ?? 0xAA).littleEndianBytes
        + (value?.high ?? 0x7C00_0000_0000_0000).littleEndianBytes
    }
    return try records(
      bytes, width: values.isEmpty ? 0 : 16, count: values.count, values.isEmpty ? .context : [])
  }

  /// Identifiers of one size, in blocks of eight behind a byte that says which are null.
  mutating func identifiers(_ values: [[UInt8]?], size: Int) throws -> Int64 {
    var bytes: [UInt8] = []
    for first in stride(from: 0, to: values.count, by: 8) {
      let block = values[first..<min(first + 8, values.count)]
      bytes.append(
        zip(0..., block).reduce(0) { $0 | ($1.1 == nil ? 1 << UInt8($1.0) : 0) })
      for value in block { bytes += value ?? [UInt8](repeating: 0xDE, count: size) }
    }
    return try records(bytes, width: bytes.isEmpty ? 0 : 1, count: bytes.count)
  }
}
