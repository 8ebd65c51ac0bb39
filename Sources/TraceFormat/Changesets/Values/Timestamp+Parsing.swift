extension Timestamp {
  /// Reads `2025-03-01T08:00:00.25Z`, always in UTC: the one form of ISO 8601 that files written by
  /// hand use. Foundation's readers differ between platforms in fractions and limits, and a file must
  /// mean the same bytes everywhere.
  public init?(text: String) {
    let halves = text.split(separator: "T", omittingEmptySubsequences: false)
    guard halves.count == 2, halves[1].hasSuffix("Z") else { return nil }
    let day = halves[0].split(separator: "-", omittingEmptySubsequences: false)
    let clock = halves[1].dropLast().split(separator: ".", omittingEmptySubsequences: false)
    let time = clock[0].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count <= 2, day.map(\.utf8.count) == [4, 2, 2], time.map(\.utf8.count) == [2, 2, 2]
    else { return nil }
    let numbers = (day + time).compactMap(Self.unsigned)
    guard numbers.count == 6, Self.isDate(numbers), (0...23).contains(numbers[3]),
      (0...59).contains(numbers[4]), (0...59).contains(numbers[5]),
      let fraction = clock.count == 1 ? 0 : Self.fraction(clock[1])
    else { return nil }
    let days = Self.daysSince1970(year: numbers[0], month: numbers[1], day: numbers[2])
    let seconds = days * 86_400 + numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
    // Realm wants seconds and nanoseconds of one sign.
    self =
      seconds < 0 && fraction > 0
      ? Timestamp(seconds: seconds + 1, nanoseconds: Int32(fraction - 1_000_000_000))
      : Timestamp(seconds: seconds, nanoseconds: Int32(fraction))
  }

  private static func unsigned(_ digits: Substring) -> Int64? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(digits) : nil
  }

  private static func fraction(_ digits: Substring) -> Int64? {
    guard (1...9).contains(digits.utf8.count) else { return nil }
    return unsigned(digits + String(repeating: "0", count: 9 - digits.utf8.count))
  }

  private static func isDate(_ numbers: [Int64]) -> Bool {
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard (1...12).contains(month) else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...lengths[Int(month) - 1]).contains(day)
  }

  /// Days of the Gregorian calendar, counted in years that begin in March, so that a leap day is the last of its year.
  package static func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let marchYear = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    let leapDays = marchYear >= 0 ? marchYear / 4 - marchYear / 100 + marchYear / 400 : -1
    return marchYear * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
  }
}
