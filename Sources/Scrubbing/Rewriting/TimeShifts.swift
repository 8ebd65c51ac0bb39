internal import TraceFormat

/// The spans by which the times of traces are moved: one for all traces of a key, so that they stay as far
/// apart as they were.
struct TimeShifts: Sendable {
  private let milliseconds: Int64
  private let clockMilliseconds: Int64
  let areTimesShifted: Bool

  private static let yearMilliseconds: UInt64 = 365 * 86_400_000

  init(_ key: ScrubKey, options: ScrubOptions) {
    var numbers = KeyedNumbers(key, seed: [[ScrubPurpose.timeShift.rawValue]])
    milliseconds = Int64(numbers.next(in: Self.yearMilliseconds..<20 * Self.yearMilliseconds))
    clockMilliseconds = Int64(numbers.next(in: 1 << 30..<1 << 40))
    areTimesShifted = options.shiftsTimes
  }

  /// A time; 0 stands for none and stays. Always later, so that none of those that count from 2015 would
  /// have to be before it.
  func moved<Number: FixedWidthInteger>(_ value: Number, _ field: NumberField) -> Number {
    guard areTimesShifted, value != 0 else { return value }
    return Self.sum(value, field == .timeMicroseconds ? milliseconds * 1000 : milliseconds)
  }

  func movedClock<Number: FixedWidthInteger>(_ value: Number) -> Number {
    value == 0 ? value : Self.sum(value, clockMilliseconds)
  }

  private static func sum<Number: FixedWidthInteger>(_ value: Number, _ span: Int64) -> Number {
    Number(clamping: Int128(value) + Int128(span))
  }
}
