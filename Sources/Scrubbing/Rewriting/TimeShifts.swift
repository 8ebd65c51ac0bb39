internal import TraceFormat

/// The spans by which the times of traces are moved: one for all traces of a key, so that they stay as far
/// apart as they were.
struct TimeShifts: Sendable {
  private let milliseconds: Int64
  private let clockMilliseconds: Int64
  let areTimesShifted: Bool

  private static let dayMilliseconds: Int64 = 86_400_000
  private static let yearMilliseconds = 365 * UInt64(dayMilliseconds)

  init(_ key: ScrubKey, options: ScrubOptions) {
    var numbers = KeyedNumbers(key, seed: [[ScrubPurpose.timeShift.rawValue]])
    milliseconds = Int64(numbers.next(in: Self.yearMilliseconds..<20 * Self.yearMilliseconds))
    clockMilliseconds = Int64(numbers.next(in: 1 << 30..<1 << 40))
    areTimesShifted = options.shiftsTimes
  }

  /// A time, always later, so that none of those that count from 2015 would have to be before it.
  ///
  /// A record from before 1980, or a changeset within a day of 2015, has the time of somebody without a clock or a
  /// calendar, and stays: moved, it would tell the span.
  func moved<Number: FixedWidthInteger>(_ value: Number, _ field: NumberField) -> Number {
    let (unit, days): (Int64, Int64) = field == .timeMicroseconds ? (1000, 3652) : (1, 1)
    guard areTimesShifted, value.magnitude >= days * Self.dayMilliseconds * unit else {
      return value
    }
    return Self.sum(value, milliseconds * unit)
  }

  func movedClock<Number: FixedWidthInteger>(_ value: Number) -> Number {
    value == 0 ? value : Self.sum(value, clockMilliseconds)
  }

  private static func sum<Number: FixedWidthInteger>(_ value: Number, _ span: Int64) -> Number {
    Number(clamping: Int128(value) + Int128(span))
  }
}
