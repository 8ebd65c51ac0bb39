internal import TraceFormat

/// A sequence of numbers that a key and a seed decide, and that nobody foresees who has not both.
struct KeyedNumbers {
  private let key: ScrubKey
  private let seed: [[UInt8]]
  private var block: [UInt8] = []
  private var position = 0
  private var counter: UInt64 = 0

  init(_ key: ScrubKey, seed: [[UInt8]]) { (self.key, self.seed) = (key, seed) }

  mutating func next() -> UInt64 {
    if position == block.count {
      var number: [UInt8] = []
      number.append(littleEndian: counter)
      (block, position) = (key.code(.sequence, seed + [number]), 0)
      counter += 1
    }
    defer { position += 8 }
    return block[position..<position + 8].bigEndian()
  }

  /// The next number of a range. The range is far smaller than 2^64, so no number is noticeably rarer.
  mutating func next(in range: Range<UInt64>) -> UInt64 {
    range.lowerBound
      + next().multipliedFullWidth(by: range.upperBound - range.lowerBound).high
  }

  /// So many different numbers of a range, ascending, of which none is to be avoided.
  ///
  /// The range must have twice as many at least; those to be avoided do not count, since they are avoided
  /// only as far as that can be done.
  mutating func distinct(
    _ count: Int, in range: Range<UInt64>, avoiding avoided: Set<UInt64> = []
  ) -> [UInt64] {
    precondition(range.upperBound - range.lowerBound >= 2 * UInt64(count), "there is room")
    var found: Set<UInt64> = []
    found.reserveCapacity(count)
    var refusals = 0
    while found.count < count {
      let number = next(in: range)
      if avoided.contains(number), refusals < 64 + 8 * count {
        refusals += 1
      } else {
        found.insert(number)
      }
    }
    return found.sorted()
  }
}
