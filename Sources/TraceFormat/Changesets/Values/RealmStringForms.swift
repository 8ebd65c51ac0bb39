/// Up to 14 bytes as a number that compares as they do: the first is the most significant, unused ones are 0, and how
/// many they are comes last.
@usableFromInline struct ShortBytes: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline static let countMax = 14

  // Fifteen bytes in all, which leaves one of sixteen to tell both forms of a string apart.
  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt32
  @usableFromInline let third: UInt16
  @usableFromInline let fourth: UInt8

  @inlinable init(_ storage: [UInt8], _ range: ByteRange) {
    var (first, rest) = (UInt64(0), UInt64(range.size))
    for offset in 0..<Int(range.size) {
      let byte = UInt64(storage[Int(range.offset) + offset])
      if offset < 8 {
        first |= byte << Self.shift(offset)
      } else {
        rest |= byte << Self.shift(offset)
      }
    }
    self.first = first
    second = UInt32(truncatingIfNeeded: rest >> 32)
    third = UInt16(truncatingIfNeeded: rest >> 16)
    fourth = UInt8(truncatingIfNeeded: rest)
  }

  @inlinable static func shift(_ offset: Int) -> UInt64 { UInt64(56 - offset % 8 * 8) }

  @inlinable var rest: UInt64 { UInt64(second) << 32 | UInt64(third) << 16 | UInt64(fourth) }

  @inlinable static func == (a: Self, b: Self) -> Bool { a.first == b.first && a.rest == b.rest }

  @inlinable static func < (a: Self, b: Self) -> Bool {
    a.first == b.first ? a.rest < b.rest : a.first < b.first
  }

  @inlinable func hash(into hasher: inout Hasher) {
    hasher.combine(first)
    hasher.combine(rest)
  }
}

extension ShortBytes: RandomAccessCollection {
  @inlinable var startIndex: Int { 0 }
  @inlinable var endIndex: Int { Int(fourth) }

  @inlinable subscript(offset: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: (offset < 8 ? first : rest) >> Self.shift(offset))
  }
}

/// A stretch of an array that others share.
@usableFromInline struct ByteStretch: Sendable {
  @usableFromInline let storage: [UInt8]
  @usableFromInline let start: UInt32
  @usableFromInline let countLow: UInt16
  @usableFromInline let countHigh: UInt8

  /// What is longer than three bytes can count, which no value in a Realm is, has an array of its own.
  @inlinable init(_ storage: [UInt8], _ range: ByteRange) {
    let count = min(range.size, 0xFF_FFFF)
    let isOwn = count == 0xFF_FFFF
    self.storage =
      isOwn ? Array(storage[Int(range.offset)..<Int(range.offset) + Int(range.size)]) : storage
    start = isOwn ? 0 : range.offset
    countLow = UInt16(truncatingIfNeeded: count)
    countHigh = UInt8(count >> 16)
  }

  @inlinable var count: Int {
    let count = Int(countHigh) << 16 | Int(countLow)
    return count == 0xFF_FFFF ? storage.count : count
  }

  @inlinable var bytes: ArraySlice<UInt8> { storage[Int(start)..<Int(start) + count] }

  @inlinable func precedes(_ other: Self) -> Bool {
    let (left, right) = (bytes.span, other.bytes.span)
    for offset in 0..<min(left.count, right.count) {
      let (a, b) = (left[offset], right[offset])
      if a != b { return a < b }
    }
    return left.count < right.count
  }
}
