import Testing
import TraceFormat

@testable import RealmModel

@Suite struct CellOrderTests {
  /// Each value is less than the next (Realm Core: `mixed.cpp`).
  static let ascending: [Cell] = [
    .null, .bool(false), .bool(true),
    .double(bitPattern: Double.nan.bitPattern),
    .decimal(Decimal128(high: 0xF800_0000_0000_0000, low: 0)),  // −Infinity
    .int(.min), .float(bitPattern: Float(-1.5).bitPattern), .int(-1),
    .double(bitPattern: Double(0.5).bitPattern),
    .decimal(Decimal128(high: 0x303E_0000_0000_0000, low: 15)),  // 1.5
    .int(9_007_199_254_740_992), .int(9_007_199_254_740_993),
    .double(bitPattern: Double(0x1p63).bitPattern),
    .string("a"), .string("aa"), .string("b"), .binary("a"),
    .timestamp(Timestamp(seconds: 1, nanoseconds: 1)),
    .timestamp(Timestamp(seconds: 2, nanoseconds: 0)),
    .objectID(ObjectID(high: 1, low: 0)), .uuid(RealmUUID(high: 0, low: 0)),
    .list([]), .set([]), .dictionary(CellDictionary()),
  ]

  @Test func `values of all types have one order`() {
    for (i, a) in Self.ascending.enumerated() {
      for (j, b) in Self.ascending.enumerated() {
        let order = CellOrder.compareMixed(a, b).signum()
        #expect(order == (i - j).signum(), "\(a) and \(b)")
      }
    }
  }

  @Test func `numbers are equal across types`() {
    let one: [Cell] = [
      .int(1), .float(bitPattern: Float(1).bitPattern), .double(bitPattern: Double(1).bitPattern),
      .decimal(Decimal128(high: 0x3040_0000_0000_0000, low: 1)),
      .decimal(Decimal128(high: 0x303C_0000_0000_0000, low: 100)),
    ]
    for a in one { for b in one { #expect(CellOrder.compareMixed(a, b) == 0, "\(a) and \(b)") } }
  }

  @Test func `floating-point numbers are rounded before they meet decimals`() {
    // 0.1 is 0.1000000000000000055… in binary and 0.1 after rounding to 15 digits.
    let tenth = Cell.decimal(Decimal128(high: 0x303E_0000_0000_0000, low: 1))
    #expect(CellOrder.compareMixed(.double(bitPattern: Double(0.1).bitPattern), tenth) == 0)
    #expect(CellOrder.compareMixed(.float(bitPattern: Float(0.1).bitPattern), tenth) == 0)
  }

  @Test(arguments: [
    Double.leastNonzeroMagnitude, .leastNormalMagnitude, 1e-300, 123.456, 1e22,
    .greatestFiniteMagnitude, -0.0,
  ])
  func `a double rounds to the digits that its text has`(value: Double) {
    let exact = DecimalNumber(value, digits: 17)
    guard value != 0 else {
      #expect(exact == .zero)
      return
    }
    guard case .finite(let isNegative, let coefficient, let exponent) = exact else {
      Issue.record("\(value) is finite")
      return
    }
    #expect(Double("\(isNegative ? "-" : "")\(coefficient)e\(exponent)") == value)
  }

  @Test func `collections of one kind are equal, whatever they hold`() {
    #expect(CellOrder.compareMixed(.list([.int(1)]), .list([])) == 0)
  }

  @Test func `NaN is never found in a set of doubles, and in a set of Mixed it is`() {
    let nan = Cell.double(bitPattern: Double.nan.bitPattern)
    #expect(!SetSearch.find(nan, in: [nan], isMixed: false).isFound)
    #expect(SetSearch.find(nan, in: [nan], isMixed: true).isFound)
  }

  @Test func `a NaN keeps its sign and payload where it is compared with a decimal one`() {
    let decimal = { Cell.decimal(Decimal128(high: $0, low: $1)) }
    let order = { CellOrder.compareMixed(.double(bitPattern: $0), $1) }
    #expect(order(0x7FF8_0000_0000_0000, decimal(0x7C00_0000_0000_0000, 0)) == 0)
    #expect(order(0xFFF8_0000_0000_0000, decimal(0x7C00_0000_0000_0000, 0)) > 0)
    #expect(order(0xFFF8_0000_0000_0000, decimal(0xFC00_0000_0000_0000, 0)) == 0)
    #expect(order(0x7FF8_0000_0000_0021, decimal(0x7C00_0000_0000_0001, 1 << 59)) == 0)
    // More than a decimal has room for counts for nothing.
    #expect(order(0x7FFF_FFFF_FFFF_FFFF, decimal(0x7C00_0000_0000_0000, 0)) == 0)
  }
}
