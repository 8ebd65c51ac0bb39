extension Timestamp {
  /// The time in UTC for people, such as `2024-05-01T12:00:00.250Z`.
  ///
  /// Years outside 0 to 9999 are written with their sign; Realm holds any 64-bit second.
  public var text: String {
    var (days, second) = seconds.flooredQuotientAndRemainder(dividingBy: 86_400)
    var fraction = Int64(nanoseconds)
    if fraction < 0 {
      fraction += 1_000_000_000
      (days, second) = second == 0 ? (days - 1, 86_399) : (days, second - 1)
    }
    let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
    return Self.date(daysSince1970: days) + "T" + clock.joined(separator: ":")
      + Self.fractionText(fraction) + "Z"
  }

  private static func fractionText(_ nanoseconds: Int64) -> String {
    if nanoseconds == 0 { return "" }
    if nanoseconds % 1_000_000 == 0 { return "." + (nanoseconds / 1_000_000).padded(to: 3) }
    if nanoseconds % 1000 == 0 { return "." + (nanoseconds / 1000).padded(to: 6) }
    return "." + nanoseconds.padded(to: 9)
  }

  /// The Gregorian date, reckoned in years that begin in March so that a leap day comes last.
  private static func date(daysSince1970 days: Int64) -> String {
    let (era, day) = (days + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    return [yearText(year), month.padded(to: 2), dayOfMonth.padded(to: 2)].joined(separator: "-")
  }

  private static func yearText(_ year: Int64) -> String {
    (0...9999).contains(year) ? year.padded(to: 4) : (year > 0 ? "+" : "") + String(year)
  }
}

extension Int64 {
  package func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
