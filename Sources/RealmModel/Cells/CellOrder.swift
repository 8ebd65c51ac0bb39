import TraceFormat

/// Realm's order of values: of sets, and of what counts as equal when states are compared.
///
/// Two orders exist. A typed set orders its elements by their type; everything that compares values as Mixed ranks the
/// types first and compares numbers across them (Realm Core: `set.hpp`, `mixed.cpp`).
package enum CellOrder {
  /// Negative, zero or positive: the order of Mixed.
  package static func compareMixed(_ a: Cell, _ b: Cell) -> Int {
    switch (a, b) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    case (.int(let x), .int(let y)): order(x, y)
    case (.bool(let x), .bool(let y)): order(x ? 1 : 0, y ? 1 : 0)
    case (.string(let x), .string(let y)), (.binary(let x), .binary(let y)): order(x, y)
    case (.timestamp(let x), .timestamp(let y)): compareTimes(x, y)
    case (.objectID(let x), .objectID(let y)): order(x, y)
    case (.uuid(let x), .uuid(let y)): order(x, y)
    case (.link(let x), .link(let y)): order(x, y)
    case (.float(let x), .float(let y)):
      compareFloating(Float(bitPattern: x), Float(bitPattern: y), UInt64(x), UInt64(y))
    case (.double(let x), .double(let y)):
      compareFloating(Double(bitPattern: x), Double(bitPattern: y), x, y)
    case (.float(let x), .double(let y)): compareWidened(x, y)
    case (.double(let x), .float(let y)): -compareWidened(y, x)
    case (.int(let x), .float(let y)): compare(x, Double(Float(bitPattern: y)))
    case (.float(let x), .int(let y)): -compare(y, Double(Float(bitPattern: x)))
    case (.int(let x), .double(let y)): compare(x, Double(bitPattern: y))
    case (.double(let x), .int(let y)): -compare(y, Double(bitPattern: x))
    default: compareDecimalsOrRanks(a, b)
    }
  }

  /// Whether two lists have values that are equal as Mixed, in the same order.
  package static func isSameList(_ a: CellList, _ b: CellList) -> Bool {
    guard a.count == b.count else { return false }
    for (value, other) in zip(a, b) where compareMixed(value, other) != 0 { return false }
    return true
  }

  private static func compareDecimalsOrRanks(_ a: Cell, _ b: Cell) -> Int {
    if let x = decimalNumber(a), let y = decimalNumber(b) { return x.compared(to: y) }
    return order(rank(a), rank(b))
  }

  private static func decimalNumber(_ cell: Cell) -> DecimalNumber? {
    switch cell {
    case .int(let value): DecimalNumber(value)
    case .float(let bits): DecimalNumber(Double(Float(bitPattern: bits)), digits: 7)
    case .double(let bits): DecimalNumber(Double(bitPattern: bits), digits: 15)
    case .decimal(let value): DecimalNumber(value)
    default: nil
    }
  }

  private static func rank(_ cell: Cell) -> Int {
    switch cell {
    case .null: -1
    case .bool: 0
    case .int, .float, .double, .decimal: 1
    case .string: 2
    case .binary: 3
    case .timestamp: 4
    case .objectID: 5
    case .uuid: 6
    case .link: 7
    case .list: 9
    case .set: 10
    case .dictionary: 11
    case .backlinks: 12
    }
  }
}

extension CellOrder {
  /// Whether an element of a typed set belongs before another one.
  ///
  /// With NaN among the floating-point elements this is not an order, and neither is it in Realm.
  static func isTypedLess(_ a: Cell, _ b: Cell) -> Bool {
    switch (a, b) {
    case (.float(let x), .float(let y)):
      Double(Float(bitPattern: x)) < Double(Float(bitPattern: y))
    case (.double(let x), .double(let y)): Double(bitPattern: x) < Double(bitPattern: y)
    case (.decimal, .null), (.null, .decimal): nullAsDecimal(a) < nullAsDecimal(b)
    default: compareMixed(a, b) < 0
    }
  }

  /// The equality of a typed set; NaN equals nothing.
  static func isTypedEqual(_ a: Cell, _ b: Cell) -> Bool {
    switch (a, b) {
    case (.float(let x), .float(let y)): Float(bitPattern: x) == Float(bitPattern: y)
    case (.double(let x), .double(let y)): Double(bitPattern: x) == Double(bitPattern: y)
    default: compareMixed(a, b) == 0
    }
  }

  /// Null in a set of decimals is one of the NaNs, and stands among them.
  private static func nullAsDecimal(_ cell: Cell) -> DecimalNumber {
    if case .decimal(let value) = cell { return DecimalNumber(value) }
    return .notANumber(high: 0x7C00_0000_0000_0000, low: 0xAA)
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> Int { a == b ? 0 : a < b ? -1 : 1 }

  private static func compareTimes(_ a: Timestamp, _ b: Timestamp) -> Int {
    a.seconds != b.seconds ? order(a.seconds, b.seconds) : order(a.nanoseconds, b.nanoseconds)
  }

  private static func compareFloating<T: BinaryFloatingPoint>(
    _ a: T, _ b: T, _ bitsOfA: UInt64, _ bitsOfB: UInt64
  ) -> Int {
    switch (a.isNaN, b.isNaN) {
    case (false, false): order(a, b)
    case (true, true): order(bitsOfA, bitsOfB)
    case (true, false): -1
    case (false, true): 1
    }
  }

  private static func compareWidened(_ a: UInt32, _ b: UInt64) -> Int {
    let wide = Double(Float(bitPattern: a))
    return compareFloating(wide, Double(bitPattern: b), wide.bitPattern, b)
  }

  /// Exact, also where an integer has more digits than a double holds.
  private static func compare(_ a: Int64, _ b: Double) -> Int {
    if b.isNaN { return 1 }
    if b >= 0x1p63 { return -1 }
    if b < -0x1p63 { return 1 }
    let whole = b.rounded(.towardZero)
    let integer = Int64(whole)
    return a != integer ? order(a, integer) : order(0, b - whole)
  }
}
