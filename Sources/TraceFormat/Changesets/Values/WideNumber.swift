/// An unsigned number of 128 bits, as far as decimals need one. The standard library's `UInt128` needs newer systems
/// than an app can ask for.
public struct WideNumber: Hashable, Sendable, BitwiseCopyable {
  /// The upper 64 bits.
  public var high: UInt64
  /// The lower 64 bits.
  public var low: UInt64

  /// A number by its bits.
  public init(high: UInt64 = 0, low: UInt64) {
    (self.high, self.low) = (high, low)
  }

  /// The sum; too large a one traps. (No operators, which would make those of other types ambiguous.)
  package func adding(_ b: UInt64) -> WideNumber {
    let (low, overflows) = low.addingReportingOverflow(b)
    return WideNumber(high: high + (overflows ? 1 : 0), low: low)
  }

  /// The product; too large a one traps.
  package func multiplied(by b: UInt64) -> WideNumber {
    let (carry, low) = low.multipliedFullWidth(by: b)
    return WideNumber(high: high * b + carry, low: low)
  }

  package func quotientAndRemainder(dividingBy divisor: UInt64) -> (WideNumber, UInt64) {
    let upper = high.quotientAndRemainder(dividingBy: divisor)
    let (lower, rest) = divisor.dividingFullWidth((upper.remainder, low))
    return (WideNumber(high: upper.quotient, low: lower), rest)
  }
}

extension WideNumber: Comparable {
  /// The order of the numbers.
  public static func < (a: WideNumber, b: WideNumber) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension WideNumber: ExpressibleByIntegerLiteral {
  /// A number of at most 64 bits.
  public init(integerLiteral value: UInt64) { self.init(low: value) }
}

extension WideNumber: CustomStringConvertible {
  /// The decimal digits.
  public var description: String {
    // The largest power of ten in 64 bits: each division gives nineteen digits.
    let (upper, lower) = quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    return upper == 0 ? "\(lower)" : "\(upper)\(lower.padded(to: 19))"
  }
}
