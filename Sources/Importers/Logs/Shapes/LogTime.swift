import TraceFormat

struct LogTime: Hashable, Sendable {
  /// Microseconds since 1970-01-01 in the clock of the log, as if it were UTC.
  var printedMicroseconds: Int64
  /// How far that clock is ahead of UTC, in seconds, where the log says it.
  var zoneSeconds: Int?
  var hasYear = true
  var hasDay = true
  /// Whether it is a 29 February, which only leap years have.
  var isLeapDay = false
  /// Whether it is a clock of twelve hours that does not say which half of the day it is.
  var isHalfDay = false

  static let hourMicroseconds: Int64 = 3_600_000_000
  static let dayMicroseconds = 24 * hourMicroseconds
  static let halfYearMicroseconds = 183 * dayMicroseconds

  private static let monthNames = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}

extension LogTime {
  /// The time that a line begins with; the scanner goes past it, and past the bracket around it.
  init?(_ scanner: inout LogScanner) {
    var own = scanner
    let isBracketed = own.take("[")
    if isBracketed { _ = own.takeBlanks() }
    // A quoted field of CSV.
    _ = own.take("\"")
    guard let time = Self.dated(&own) ?? Self.timeOfDay(&own) else { return nil }
    self = time
    readHalfOfDay(&own)
    readZone(&own)
    // Java names the zone as well: `+01:00[Europe/Berlin]`.
    if zoneSeconds != nil, own.take("["), own.take(to: "]", within: 40) == nil { return nil }
    if isBracketed {
      _ = own.takeBlanks()
      // The long form of logcat has more inside its brackets.
      if own.take("]") { _ = own.take(":") }
    } else {
      // What continues with a word was no time.
      guard own.isAtEnd || [0x20, 0x09, 0x22, 0x3A, 0x5D, 0x2C, 0x7C].contains(own.peek()) else {
        return nil
      }
      _ = own.take(":")
    }
    _ = own.takeBlanks()
    scanner = own
  }

  /// A time in the values of a message: `2025-03-09 07:15:30.250000000`, which is UTC.
  static func utcMicroseconds(_ text: some Sequence<UInt8>) -> Int64? {
    var scanner = LogScanner(Array(text))
    guard let time = dated(&scanner), time.hasYear, !time.isHalfDay else { return nil }
    return time.printedMicroseconds
  }
}

// The parts of a time
extension LogTime {
  private static func dated(_ scanner: inout LogScanner) -> LogTime? {
    var own = scanner
    var (year, month, day) = (1970, 0, 0)
    var (hasYear, isHalfDay) = (true, false)
    if let number = own.digits(4...4) {
      year = number
      guard let separator = own.peek(), separator == 0x2D || separator == 0x2F else { return nil }
      own.position += 1
      if let number = own.digits(2...2) {
        month = number
      } else {
        // Kotlin's logger on a JVM, whose hours go from 1 to 12.
        guard let name = monthName(&own) else { return nil }
        (month, isHalfDay) = (name, true)
      }
      guard own.peek() == separator else { return nil }
      own.position += 1
      guard let number = own.digits(2...2) else { return nil }
      day = number
    } else if let number = own.digits(2...2) {
      guard own.take("-"), let second = own.digits(2...2), own.peek() == 0x20 else { return nil }
      (month, day, hasYear) = (number, second, false)
    } else if let name = monthName(&own) {
      guard own.takeBlanks() > 0, let number = own.digits(1...2) else { return nil }
      (month, day, hasYear) = (name, number, false)
    } else {
      return nil
    }
    guard (1...12).contains(month), (1...31).contains(day), (1...9999).contains(year),
      own.take("T") || own.takeBlanks() > 0, let time = clock(&own)
    else { return nil }
    scanner = own
    let days = Timestamp.daysSince1970(year: Int64(year), month: Int64(month), day: Int64(day))
    return LogTime(
      printedMicroseconds: days * Self.dayMicroseconds + time, hasYear: hasYear,
      isLeapDay: month == 2 && day == 29, isHalfDay: isHalfDay)
  }

  private static func timeOfDay(_ scanner: inout LogScanner) -> LogTime? {
    clock(&scanner).map { LogTime(printedMicroseconds: $0, hasYear: false, hasDay: false) }
  }

  private static func monthName(_ scanner: inout LogScanner) -> Int? {
    guard scanner.position + 3 <= scanner.bytes.count else { return nil }
    let name = scanner.bytes[scanner.position..<scanner.position + 3].map { $0 | 0x20 }.text
    guard let index = monthNames.firstIndex(of: name) else { return nil }
    scanner.position += 3
    if scanner.peek() == UInt8(ascii: ".") { scanner.position += 1 }
    return index + 1
  }

  /// `hh:mm:ss`, with a fraction behind a point or a comma.
  private static func clock(_ scanner: inout LogScanner) -> Int64? {
    guard let hour = scanner.digits(2...2), scanner.take(":"), let minute = scanner.digits(2...2),
      scanner.take(":"), let second = scanner.digits(2...2), hour < 24, minute < 60, second < 61
    else { return nil }
    var fraction: Int64 = 0
    if scanner.peek() == 0x2E || scanner.peek() == 0x2C, scanner.peek(1)?.isDigit == true {
      scanner.position += 1
      var scale: Int64 = 100_000
      while let byte = scanner.peek(), byte.isDigit {
        fraction += Int64(byte - UInt8(ascii: "0")) * scale
        scale /= 10
        scanner.position += 1
      }
    }
    return Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + fraction
  }

  /// Takes `AM`, `p.m.` or `p. m.`, whose blanks may be ones at which no line breaks.
  private mutating func readHalfOfDay(_ scanner: inout LogScanner) {
    var own = scanner
    own.takeAnyBlanks()
    guard let first = own.peek(), "APap".utf8.contains(first) else { return }
    own.position += 1
    let isDotted = own.take(".")
    if isDotted { own.takeAnyBlanks() }
    guard own.peek() == UInt8(ascii: "M") | first & 0x20 else { return }
    own.position += 1
    guard isDotted ? own.take(".") : own.peek()?.isLetter != true else { return }
    isHalfDay = false
    let isAfternoon = first | 0x20 == UInt8(ascii: "p")
    let hour = printedMicroseconds / Self.hourMicroseconds % 24
    if isAfternoon, hour < 12 { printedMicroseconds += 12 * Self.hourMicroseconds }
    if !isAfternoon, hour == 12 { printedMicroseconds -= 12 * Self.hourMicroseconds }
    scanner = own
  }

  private mutating func readZone(_ scanner: inout LogScanner) {
    var own = scanner
    if own.take("Z") {
      (zoneSeconds, scanner) = (0, own)
      return
    }
    _ = own.takeBlanks()
    let isNamed = own.take("UTC") || own.take("GMT")
    if isNamed { (zoneSeconds, scanner) = (0, own) }
    guard let sign = own.peek(), sign == 0x2B || sign == 0x2D else { return }
    own.position += 1
    let compact = own.digits(4...4)
    // Behind a name an hour may stand alone: `GMT+1`.
    guard let hour = compact.map({ $0 / 100 }) ?? own.digits(isNamed ? 1...2 : 2...2),
      let minute = compact.map({ $0 % 100 })
        ?? (own.take(":") ? own.digits(2...2) : isNamed ? 0 : nil),
      hour < 24, minute < 60
    else { return }
    zoneSeconds = (hour * 3600 + minute * 60) * (sign == 0x2B ? 1 : -1)
    scanner = own
  }

  func inYear(_ year: Int) -> LogTime {
    guard !hasYear, hasDay else { return self }
    var result = self
    let day = printedMicroseconds / Self.dayMicroseconds
    // Behind February a leap year is a day longer.
    let month: Int64 = day >= 59 && !isLeapDay ? 3 : 1
    let days =
      Timestamp.daysSince1970(year: Int64(year), month: month, day: 1)
      - Timestamp.daysSince1970(year: 1970, month: month, day: 1)
    result.printedMicroseconds += days * Self.dayMicroseconds
    result.hasYear = true
    return result
  }

  var clock: LoggedReset.Clock {
    if !hasDay { return .dayUnknown }
    if isHalfDay { return .halfOfDayUnknown }
    if !hasYear { return zoneSeconds == nil ? .yearUnknown : .onlyYearUnknown }
    return zoneSeconds == nil ? .zoneUnknown : .exact
  }

  /// Whether it is earlier for certain, of clocks that say the same of themselves. Without a year that is less than half
  /// a year in one year, and less than a month where January follows December. Without a zone, a clock of the night may
  /// have been put back by an hour in between.
  func isBefore(_ other: LogTime) -> Bool {
    guard clock == other.clock else { return false }
    let distance = other.microseconds - microseconds
    let isNight = printedMicroseconds % Self.dayMicroseconds < 4 * Self.hourMicroseconds
    if zoneSeconds == nil, isNight, abs(distance) <= Self.hourMicroseconds { return false }
    if hasYear || abs(distance) < Self.halfYearMicroseconds { return distance > 0 }
    return distance < -335 * Self.dayMicroseconds
  }

  /// Microseconds since 1970-01-01 (UTC), where a clock without a zone is taken for UTC.
  var microseconds: Int64 { printedMicroseconds - Int64(zoneSeconds ?? 0) * 1_000_000 }
}

extension LogScanner {
  /// Takes blanks, also those at which no line breaks.
  fileprivate mutating func takeAnyBlanks() {
    while takeBlanks() > 0 || take("\u{A0}") || take("\u{202F}") {}
  }
}
