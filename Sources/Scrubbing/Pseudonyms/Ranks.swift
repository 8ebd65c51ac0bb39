internal import TraceFormat

/// New numbers for ranked ones: whole, of the same sign, and of so few digits that every type of Realm's
/// holds them exactly. So what was equal across types is equal, and nothing else.
enum NumberRanks {
  /// Five digits at least, seven at most: a float that is compared with a decimal has no more.
  private static let narrow: Range<UInt64> = 10_000..<10_000_000
  /// For more numbers than that has room for; what a double holds exactly.
  private static let wide: Range<UInt64> = 10_000_000..<1 << 53

  static func pseudonyms(
    of ranks: [[Value]], _ draws: inout KeyedNumbers, avoiding avoided: Set<UInt64>
  ) -> [(Value, Value)] {
    let negative = ranks.prefix { $0[0].compareMixed(.int(0)) < 0 }
    let positive = ranks.dropFirst(negative.count)
    let below = magnitudes(negative.count, &draws, avoided)
    let above = magnitudes(positive.count, &draws, avoided)
    let numbers: [Int64] = below.reversed().map { -Int64($0) } + above.map { Int64($0) }
    return zip(ranks, numbers).flatMap { rank, number in
      rank.map { ($0, $0.replaced(by: number)) }
    }
  }

  private static func magnitudes(
    _ count: Int, _ draws: inout KeyedNumbers, _ avoided: Set<UInt64>
  ) -> [UInt64] {
    let range = count < 1_000_000 ? narrow : wide
    return draws.distinct(count, in: range, avoiding: avoided)
  }
}

extension Value {
  /// A whole number of the type of this one; a decimal also has its zeros at the end, since Realm tells
  /// 1.5 from 1.50 where it prints them.
  fileprivate func replaced(by number: Int64) -> Value {
    switch self {
    case .float: .float(bitPattern: Float(number).bitPattern)
    case .double: .double(bitPattern: Double(number).bitPattern)
    case .decimal(let value): .decimal(value.withZeros(of: number))
    default: .int(number)
    }
  }
}

extension Decimal128 {
  /// A number with as many zeros at the end of its digits as this one has, as far as there is room.
  fileprivate func withZeros(of number: Int64) -> Decimal128 {
    let room = 34 - String(number.magnitude).utf8.count
    let digits = coefficient.description.utf8
    let zeros = min(digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count, room)
    let text = "\(number)\(String(repeating: "0", count: zeros))E-\(zeros)"
    guard let result = Decimal128(text: text) else { preconditionFailure("\(text) fits") }
    return result
  }

  /// The exact product; nil where it has too many digits.
  fileprivate func multiplied(by factor: Int64) -> Decimal128? {
    // A coefficient has 113 bits and a factor has ten.
    let product = coefficient.multiplied(by: UInt64(factor))
    return Decimal128(text: "\(isNegative ? "-" : "")\(product)E\(exponent)")
  }
}

/// Numbers of a property that something is added to: all are multiplied, so that a sum stays one, 0 stays, and so does
/// the order as far as nothing overflows; where it does, a product of an odd number is still another for each.
enum CountedNumbers {
  /// The factor of a property, the same in all traces: odd, and so small that a product is exact.
  static func factor(of property: PropertyName, _ key: ScrubKey) -> Int64 {
    3 + 2 * Int64(key.number(.factor, property.parts) % 499)
  }

  static func pseudonym(of value: Value, _ factor: Int64) -> Value? {
    guard !value.isNoNumber else { return value }
    switch value {
    case .int(let number): return .int(number &* factor)
    case .float(let bits):
      return .float(bitPattern: (Float(bitPattern: bits) * Float(factor)).bitPattern)
    case .double(let bits):
      return .double(bitPattern: (Double(bitPattern: bits) * Double(factor)).bitPattern)
    case .decimal(let number): return .decimal(number.multiplied(by: factor) ?? number)
    default: return nil
    }
  }
}

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
