extension Decimal128 {
  /// The largest coefficient of a number: 34 digits.
  package static let digitsMax = WideNumber(high: 0x1_ED09_BEAD_87C0, low: 0x378D_8E63_FFFF_FFFF)
  static let numberExponents = -6176...6111

  /// Positive infinity.
  public static let infinity = Decimal128(high: 0x7800_0000_0000_0000, low: 0)
  /// The NaN that text means; not the one that Realm keeps for null.
  public static let nan = Decimal128(high: 0x7C00_0000_0000_0000, low: 0)

  /// Reads a decimal from text: digits with an optional point and exponent, `Inf` or `NaN`.
  ///
  /// Exact: the representation is the one that the text shows (`1.50` keeps its zero), and nil is
  /// the answer to what 34 digits and the exponents of the format can't hold without rounding.
  public init?(text: some StringProtocol) {
    var rest = Substring(text)
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    switch rest.lowercased() {
    case "inf", "infinity": self = .infinity
    case "nan": self = .nan
    default:
      guard let number = Self.number(rest) else { return nil }
      self = number
    }
    if isNegative { high |= 1 << 63 }
  }

  private static func number(_ text: Substring) -> Decimal128? {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    guard parts.count <= 2, let (coefficient, scale) = digits(parts[0]) else { return nil }
    guard parts.count == 2 else { return fit(coefficient, -scale) }
    guard let exponent = Int(parts[1]), exponent.magnitude < 100_000 else { return nil }
    return fit(coefficient, exponent - scale)
  }

  /// The digits as one number, and how many of them stand behind the point.
  private static func digits(_ text: Substring) -> (WideNumber, Int)? {
    var (value, scale, count) = (WideNumber(low: 0), 0, 0)
    var isBehindPoint = false
    for character in text.utf8 {
      if character == UInt8(ascii: "."), !isBehindPoint {
        isBehindPoint = true
        continue
      }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character) else { return nil }
      value = value.multiplied(by: 10).adding(UInt64(character - UInt8(ascii: "0")))
      guard value <= digitsMax else { return nil }
      count += 1
      scale += isBehindPoint ? 1 : 0
    }
    return count > 0 && scale < 100_000 ? (value, scale) : nil
  }

  /// Moves zeros between the coefficient and an exponent that is out of range.
  private static func fit(_ coefficient: WideNumber, _ exponent: Int) -> Decimal128? {
    var (coefficient, exponent) = (coefficient, exponent)
    if coefficient == 0 {
      exponent = min(max(exponent, numberExponents.lowerBound), numberExponents.upperBound)
    }
    while exponent < numberExponents.lowerBound,
      case (let quotient, 0) = coefficient.quotientAndRemainder(dividingBy: 10)
    {
      (coefficient, exponent) = (quotient, exponent + 1)
    }
    while exponent > numberExponents.upperBound, coefficient.multiplied(by: 10) <= digitsMax {
      (coefficient, exponent) = (coefficient.multiplied(by: 10), exponent - 1)
    }
    guard numberExponents.contains(exponent) else { return nil }
    return Decimal128(isNegative: false, coefficient: coefficient, biasedExponent: exponent)
  }
}
