// Arrays of numbers, refs and bytes (Realm Core: `array.cpp`, `array_unsigned.cpp`).
extension RealmFileWriter {
  /// A number that stands among refs.
  static func tagged(_ number: UInt64) -> Int64 { Int64(bitPattern: number << 1 | 1) }

  /// Whole numbers, as narrow as they can be.
  mutating func integers(_ values: [Int64], _ flags: NodeFlags = []) throws -> Int64 {
    let (least, most) = (values.min() ?? 0, max(values.max() ?? 0, 0))
    let small: [(Int64, Int)] = [(0, 0), (1, 1), (3, 2), (15, 3)]
    if least >= 0, let fit = small.first(where: { most <= $0.0 }) {
      return try packed(values, flags, widthIndex: fit.1)
    }
    // How many bits the number needs that needs most, its sign not counted.
    let bitCount = max(
      Int64.bitWidth - most.leadingZeroBitCount,
      Int64.bitWidth - (least < 0 ? ~least : least).leadingZeroBitCount)
    switch bitCount {
    case ...7: return try wide(values.map { Int8($0) }, flags, 4)
    case ...15: return try wide(values.map { Int16($0) }, flags, 5)
    case ...31: return try wide(values.map { Int32($0) }, flags, 6)
    default: return try wide(values, flags, 7)
    }
  }

  /// Object keys and offsets, which have no sign.
  mutating func unsigned(_ values: [UInt64]) throws -> Int64 {
    switch values.max() ?? 0 {
    case ...0xFF: return try wide(values.map { UInt8($0) }, [], 4)
    case ...0xFFFF: return try wide(values.map { UInt16($0) }, [], 5)
    case ...0xFFFF_FFFF: return try wide(values.map { UInt32($0) }, [], 6)
    default: return try wide(values, [], 7)
    }
  }

  /// Refs and tagged numbers.
  mutating func references(_ elements: [Int64], _ flags: NodeFlags = []) throws -> Int64 {
    try integers(elements, flags.union(.refs))
  }

  mutating func blob(_ bytes: [UInt8]) throws -> Int64 {
    try append(.blob, widthIndex: 1, count: bytes.count, payload: bytes)
  }

  /// Records of so many bytes each: a power of two.
  mutating func records(_ bytes: [UInt8], width: Int, count: Int, _ flags: NodeFlags = [])
    throws -> Int64
  {
    try append(
      flags.union(.bytes), widthIndex: width == 0 ? 0 : width.trailingZeroBitCount + 1,
      count: count, payload: bytes)
  }

  private mutating func wide(
    _ values: [some FixedWidthInteger], _ flags: NodeFlags, _ index: Int
  ) throws -> Int64 {
    var payload: [UInt8] = []
    for value in values { payload += value.littleEndianBytes }
    return try append(flags, widthIndex: index, count: values.count, payload: payload)
  }

  /// Numbers of less than eight bits.
  private mutating func packed(
    _ values: [Int64], _ flags: NodeFlags, widthIndex: Int
  ) throws -> Int64 {
    let width = (1 << widthIndex) >> 1
    var payload = [UInt8](repeating: 0, count: (values.count * width + 7) / 8)
    for (index, value) in values.enumerated() where value != 0 {
      payload[index * width / 8] |= UInt8(value) << UInt8((index * width) % 8)
    }
    return try append(flags, widthIndex: widthIndex, count: values.count, payload: payload)
  }
}
