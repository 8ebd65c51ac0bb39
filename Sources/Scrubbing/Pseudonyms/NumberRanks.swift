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
    var result: [(Value, Value)] = []
    for (rank, magnitude) in zip(negative, below.reversed()) {
      result += rank.map { ($0, $0.replaced(by: -Int64(magnitude))) }
    }
    for (rank, magnitude) in zip(positive, above) {
      result += rank.map { ($0, $0.replaced(by: Int64(magnitude))) }
    }
    return result
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
}
