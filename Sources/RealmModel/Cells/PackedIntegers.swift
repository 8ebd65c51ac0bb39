public import TraceFormat

/// Whole numbers as Realm packs them: all of one width, which is 0, 1, 2, 4, 8, 16, 32 or 64 bits. Below
/// eight bits they have no sign (Realm Core: `array.cpp`).
///
/// They stand in an array of bytes that they may share with others.
@usableFromInline package struct PackedIntegers: Sendable {
  @usableFromInline let bytes: [UInt8]
  /// Where the first one would begin if the numbers began with it.
  @usableFromInline let start: Int
  /// How many are passed over before the first one.
  @usableFromInline let first: Int
  @usableFromInline let width: Int
  @usableFromInline package let count: Int

  /// - Parameters:
  ///   - start: the index of the byte with which they begin.
  ///   - first: how many are passed over.
  ///   - width: their width in bits.
  /// - Precondition: the bytes are there.
  @inlinable
  package init(in bytes: [UInt8], at start: Int, first: Int = 0, width: Int, count: Int) {
    precondition(
      start >= 0 && first >= 0 && count >= 0
        && start + ((first + count) * width + 7) >> 3 <= bytes.count,
      "packed numbers lie inside their bytes")
    (self.bytes, self.start, self.first) = (bytes, start, first)
    (self.width, self.count) = (width, count)
  }

  @inlinable
  package subscript(index: Int) -> Int64 {
    precondition(index >= 0 && index < count, "an index must lie inside the numbers")
    return Self.element(in: bytes, at: start, index: first + index, width: width)
  }

  /// An element of packed numbers that begin at an index of bytes, and which must lie inside them.
  @inlinable
  @inline(__always)
  package static func element(in bytes: [UInt8], at start: Int, index: Int, width: Int) -> Int64 {
    switch width {
    case 0: 0
    case 1: Int64(bytes[start + index >> 3] >> UInt8(index & 7) & 1)
    case 2: Int64(bytes[start + index >> 2] >> (UInt8(index & 3) * 2) & 3)
    case 4: Int64(bytes[start + index >> 1] >> (UInt8(index & 1) * 4) & 15)
    case 8: Int64(Int8(bitPattern: bytes[start + index]))
    case 16: Int64(Int16(bitPattern: load(UInt16.self, from: bytes, at: start + index * 2)))
    case 32: Int64(Int32(bitPattern: load(UInt32.self, from: bytes, at: start + index * 4)))
    default: Int64(bitPattern: load(UInt64.self, from: bytes, at: start + index * 8))
    }
  }

  /// A number of which the least significant byte stands first, and which must lie inside the bytes.
  @inlinable
  @inline(__always)
  package static func load<T: FixedWidthInteger & BitwiseCopyable>(
    _: T.Type, from bytes: [UInt8], at offset: Int
  ) -> T {
    precondition(
      offset >= 0 && offset <= bytes.count - MemoryLayout<T>.size, "a number lies in its bytes")
    // SAFETY: the precondition proves that the bytes are there, and any of them are a number.
    return unsafe T(
      littleEndian: bytes.rawBytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: T.self))
  }
}

extension PackedIntegers {
  /// Numbers of eight bits or more, in as few as the largest needs.
  package init(_ values: [Int64]) {
    var spread: UInt64 = 0
    for value in values { spread |= UInt64(bitPattern: value ^ (value >> 63)) }
    switch Int64.bitWidth - spread.leadingZeroBitCount {
    case ...7: self.init(packing: values.map { Int8(truncatingIfNeeded: $0) })
    case ...15: self.init(packing: values.map { Int16(truncatingIfNeeded: $0) })
    case ...31: self.init(packing: values.map { Int32(truncatingIfNeeded: $0) })
    default: self.init(packing: values)
    }
  }

  private init<T: FixedWidthInteger & BitwiseCopyable>(packing values: [T]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * MemoryLayout<T>.size)
    for value in values {
      for shift in stride(from: 0, to: T.bitWidth, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
      }
    }
    self.init(in: bytes, at: 0, width: T.bitWidth, count: values.count)
  }

  /// The same without the bytes before and behind them.
  package var detached: PackedIntegers {
    let end = start + ((first + count) * width + 7) >> 3
    guard end - start < bytes.count else { return self }
    return PackedIntegers(
      in: Array(bytes[start..<end]), at: 0, first: first, width: width, count: count)
  }
}
