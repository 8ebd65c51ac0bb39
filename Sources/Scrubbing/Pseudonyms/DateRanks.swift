internal import TraceFormat

/// New points in time for ranked ones: in order, on the same side of 1970, and with a fraction of a second
/// where there was one.
enum DateRanks {
  /// Until 2106.
  private static let seconds: Range<UInt64> = 100_000..<1 << 32
  private static let nanoseconds: Range<UInt64> = 10_000..<1_000_000_000

  static func pseudonyms(of dates: [Value], _ draws: inout KeyedNumbers) -> [(Value, Value)] {
    let times = dates.compactMap { if case .timestamp(let time) = $0 { time } else { nil } }
    let before = times.prefix { $0.seconds < 0 || $0.seconds == 0 && $0.nanoseconds < 0 }
    let after = times.dropFirst(before.count)
    let early = draws.distinct(before.count, in: seconds).reversed().map { -Int64($0) }
    let late = draws.distinct(after.count, in: seconds).map { Int64($0) }
    return zip(times, early + late).map { time, seconds in
      let fraction = time.nanoseconds == 0 ? 0 : Int32(draws.next(in: nanoseconds))
      let new = Timestamp(seconds: seconds, nanoseconds: seconds < 0 ? -fraction : fraction)
      return (.timestamp(time), .timestamp(new))
    }
  }
}

enum IdentifierRanks {
  static func pseudonyms(of values: [Value], _ draws: inout KeyedNumbers) -> [(Value, Value)] {
    // The first eight bytes decide the order.
    let ranks = draws.distinct(values.count, in: 1..<1 << 63)
    return zip(values, ranks).map { value, rank in
      let high = rank << 1 | draws.next() & 1
      if case .objectID = value {
        return (
          value, .objectID(ObjectID(high: high, low: UInt32(truncatingIfNeeded: draws.next())))
        )
      }
      return (value, .uuid(RealmUUID(high: high, low: draws.next())))
    }
  }
}
