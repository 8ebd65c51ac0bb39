internal import TraceFormat

/// The traces of a fleet by what they are: what has to be known of each until all rows are read.
struct FleetTraceTable {
  private var indexes: [Identity: UInt32] = [:]
  private(set) var entries: [Entry] = []

  /// A trace is known by half of the SHA-256 of its bytes, or where a row has none by its name.
  private struct Identity: Hashable {
    var high: UInt64
    var low: UInt64

    init(_ trace: FleetTrace) {
      if let digits = trace.sha256, let high = UInt64(digits.prefix(16), radix: 16),
        let low = UInt64(digits.dropFirst(16).prefix(16), radix: 16)
      {
        (self.high, self.low) = (high, low)
      } else {
        high = XXH64.digest(Array(trace.name.bytes))
        low = XXH64.digest(Array(trace.name.bytes) + [0])
      }
    }
  }

  enum Answer {
    case isNew
    case isSame
    case isOther
  }

  struct Entry {
    /// What it costs in each mode, by the mode's place in the order.
    fileprivate var costs: SIMD4<UInt64> = .zero
    /// How many writes have a fate that is not known, in each mode.
    fileprivate var unknown: SIMD4<UInt64> = .zero
    fileprivate var digests: SIMD4<Int32> = .zero
    /// The modes that there is a row of.
    fileprivate var modes: UInt8 = 0
    fileprivate var failures: UInt64 = 0
    fileprivate var gaps: UInt32 = 0
    fileprivate(set) var isDamaged = false
    fileprivate(set) var isIncident = false

    var hasGaps: Bool { isDamaged || gaps != 0 }
    func hasGap(_ place: Int) -> Bool { gaps & 1 << UInt32(place) != 0 }
  }

  /// The number of a trace; a new one if need be.
  mutating func index(of trace: FleetTrace) -> UInt32 {
    let identity = Identity(trace)
    if let index = indexes[identity] { return index }
    let index = UInt32(entries.count)
    indexes[identity] = index
    entries.append(Entry())
    return index
  }

  /// Notes that a row has a replay, and tells whether another one has.
  mutating func noteReplay(_ mode: ResetMode, _ digest: Int32, at index: UInt32) -> Answer {
    let place = mode.place
    guard entries[Int(index)].modes & 1 << UInt8(place) == 0 else {
      return entries[Int(index)].digests[place] == digest ? .isSame : .isOther
    }
    entries[Int(index)].modes |= 1 << UInt8(place)
    entries[Int(index)].digests[place] = digest
    return .isNew
  }

  /// Notes that a row says why there is no replay, in one mode or in all, and tells whether it is the first of its trace
  /// to say that, and the first for such a reason.
  mutating func noteFailure(
    _ kind: FleetFailure.Kind, _ mode: ResetMode?, at index: UInt32
  ) -> (isNew: Bool, isFirstOfKind: Bool) {
    let bits = entries[Int(index)].failures >> UInt64(kind.place * 5) & 0b11111
    let bit: UInt64 = 1 << UInt64(mode?.place ?? 4)
    entries[Int(index)].failures |= bit << UInt64(kind.place * 5)
    return (bits & bit == 0, bits == 0)
  }

  mutating func take(_ facts: FleetRowFacts, _ mode: ResetMode, at index: UInt32) {
    entries[Int(index)].costs[mode.place] = UInt64(facts.cost)
    entries[Int(index)].unknown[mode.place] = UInt64(facts.unknownCount)
    for gap in facts.gaps { entries[Int(index)].gaps |= 1 << UInt32(gap.place) }
    if facts.isDamaged { entries[Int(index)].isDamaged = true }
    if facts.isIncident { entries[Int(index)].isIncident = true }
  }
}

extension CaseIterable where Self: Equatable {
  /// Which of the cases it is, from 0.
  var place: Int {
    var place = 0
    for other in Self.allCases {
      if other == self { return place }
      place += 1
    }
    preconditionFailure("a case is one of all cases")
  }
}

extension FleetTraceTable {
  /// What some traces cost in some modes; those that not all modes were tried on are left out, and those without a
  /// reset or harm have nothing to compare.
  func best(of indexes: some Sequence<UInt32>, in modes: [ResetMode]) -> FleetBest {
    let places = modes.map(\.place)
    let wanted: UInt8 = places.reduce(0) { $0 | 1 << UInt8($1) }
    var best = FleetBest(costs: modes.map { .init(mode: $0, cost: 0) })
    for index in indexes {
      let entry = entries[Int(index)]
      guard entry.isIncident, entry.modes == wanted else { continue }
      best.comparedTraceCount += 1
      for (column, place) in places.enumerated() {
        best.costs[column].cost += Int(clamping: entry.costs[place])
        best.costs[column].unknown += Int(clamping: entry.unknown[place])
      }
    }
    return best
  }
}
