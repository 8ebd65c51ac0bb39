package import TraceFormat

/// The number that a decimal or floating-point value stands for, in the form comparisons need.
///
/// Realm compares floating-point values with decimals by converting them to decimal and rounding
/// them to 15 (double) or 7 (float) digits (Realm Core: `decimal128.cpp`).
package enum DecimalNumber: Hashable, Sendable {
  /// The two words, because Realm orders these among themselves by their bits.
  case notANumber(high: UInt64, low: UInt64)
  case infinity(isNegative: Bool)
  case zero
  /// A coefficient that does not end in the digit 0, times ten to the exponent.
  case finite(isNegative: Bool, coefficient: WideNumber, exponent: Int)

  /// A finite number in its one form.
  init(isNegative: Bool, coefficient: WideNumber, exponent: Int) {
    guard coefficient != 0 else {
      self = .zero
      return
    }
    var (coefficient, exponent) = (coefficient, exponent)
    while case (let quotient, let digit) = coefficient.quotientAndRemainder(dividingBy: 10),
      digit == 0
    {
      coefficient = quotient
      exponent += 1
    }
    self = .finite(isNegative: isNegative, coefficient: coefficient, exponent: exponent)
  }

  package init(_ value: Decimal128) {
    let isNegative = value.high >> 63 == 1
    switch value.high >> 58 & 0x1F {
    case 0x1F: self = .notANumber(high: value.high, low: value.low)
    case 0x1E: self = .infinity(isNegative: isNegative)
    default:
      // The long form, with the two bits 11, only encodes coefficients that are out of range and so count as zero.
      guard value.high >> 61 & 3 != 3 else {
        self = .zero
        return
      }
      let coefficient = value.coefficient
      let isCanonical = coefficient <= Decimal128.digitsMax
      self.init(
        isNegative: isNegative, coefficient: isCanonical ? coefficient : 0,
        exponent: value.exponent)
    }
  }

  init(_ value: Int64) {
    self.init(isNegative: value < 0, coefficient: WideNumber(low: value.magnitude), exponent: 0)
  }

  init(_ value: Double, digits: Int) {
    guard value.isFinite else {
      self =
        value.isNaN ? Self.notANumber(value.bitPattern) : .infinity(isNegative: value < 0)
      return
    }
    guard value != 0 else {
      self = .zero
      return
    }
    let binaryExponent = Int(value.exponent) - 52
    let significand = UInt64((value.significand * 0x1p52).magnitude)
    let exact = LargeDecimal(significand, timesTwoToThe: binaryExponent)
    // First to the 34 digits of a decimal, then to what Realm keeps: two roundings, as in Realm.
    let decimal = exact.rounded(toDigits: 34)
    let (coefficient, exponent) = Self.round(
      decimal.coefficient, decimal.exponent, toDigits: digits)
    self.init(isNegative: value < 0, coefficient: coefficient, exponent: exponent)
  }

  /// A NaN keeps its sign, and the bits below the quiet one as far as a decimal has room for them, so that it can be
  /// equal to a decimal NaN (Realm Core: `decimal128.cpp`, `realm_binary64_to_bid128`).
  private static func notANumber(_ bits: UInt64) -> DecimalNumber {
    let payload = bits << 13
    let (high, low) = (payload >> 18, payload << 46)
    let isInRange = (high, low) <= (54_210_108_624_275, 4_089_650_035_136_921_599)
    let head = bits & 1 << 63 | 0x7C00_0000_0000_0000
    return .notANumber(high: head | (isInRange ? high : 0), low: isInRange ? low : 0)
  }

  static func digitCount(_ value: WideNumber) -> Int {
    value == 0 ? 0 : value.description.utf8.count
  }

  /// Rounds half to even.
  static func round(_ coefficient: WideNumber, _ exponent: Int, toDigits digits: Int) -> (
    coefficient: WideNumber, exponent: Int
  ) {
    let surplus = digitCount(coefficient) - digits
    guard surplus > 0 else { return (coefficient, exponent) }
    var (quotient, digit, isExact) = (coefficient, UInt64(0), true)
    for _ in 0..<surplus {
      isExact = isExact && digit == 0
      (quotient, digit) = quotient.quotientAndRemainder(dividingBy: 10)
    }
    let isUp = digit > 5 || digit == 5 && (!isExact || quotient.low & 1 == 1)
    return (isUp ? quotient.adding(1) : quotient, exponent + surplus)
  }
}

extension DecimalNumber: Comparable {
  package static func < (a: DecimalNumber, b: DecimalNumber) -> Bool { a.compared(to: b) < 0 }

  /// Negative, zero or positive. NaNs come first, ordered by their bits as unsigned numbers.
  func compared(to other: DecimalNumber) -> Int {
    if case .notANumber(let high, let low) = self {
      guard case .notANumber(let otherHigh, let otherLow) = other else { return -1 }
      return (high, low) == (otherHigh, otherLow) ? 0 : (high, low) < (otherHigh, otherLow) ? -1 : 1
    }
    if case .notANumber = other { return 1 }
    if sign != other.sign { return sign < other.sign ? -1 : 1 }
    return sign < 0 ? other.comparedMagnitude(to: self) : comparedMagnitude(to: other)
  }

  private var sign: Int {
    switch self {
    case .notANumber, .zero: 0
    case .infinity(let isNegative), .finite(let isNegative, _, _): isNegative ? -1 : 1
    }
  }

  private func comparedMagnitude(to other: DecimalNumber) -> Int {
    switch (self, other) {
    case (.infinity, .infinity), (.zero, .zero): return 0
    case (.infinity, _): return 1
    case (_, .infinity): return -1
    case (.finite(_, var a, let p), .finite(_, var b, let q)):
      let (digitsOfA, digitsOfB) = (Self.digitCount(a), Self.digitCount(b))
      guard digitsOfA + p == digitsOfB + q else { return digitsOfA + p < digitsOfB + q ? -1 : 1 }
      for _ in digitsOfA..<max(digitsOfA, digitsOfB) { a = a.multiplied(by: 10) }
      for _ in digitsOfB..<max(digitsOfA, digitsOfB) { b = b.multiplied(by: 10) }
      return a == b ? 0 : a < b ? -1 : 1
    default: return 0
    }
  }
}

/// An exact decimal number of any length: what a double is before it is rounded.
private struct LargeDecimal {
  /// Base one billion, lowest first.
  private var limbs: [UInt32]
  private var exponent: Int

  /// `significand` times two to the exponent; two to a negative exponent is five to the positive
  /// one with the decimal point moved.
  init(_ significand: UInt64, timesTwoToThe binaryExponent: Int) {
    limbs = []
    exponent = min(0, binaryExponent)
    var remaining = significand
    while remaining > 0 {
      limbs.append(UInt32(remaining % 1_000_000_000))
      remaining /= 1_000_000_000
    }
    let base: UInt64 = binaryExponent < 0 ? 5 : 2
    let (chunks, rest) = abs(binaryExponent).quotientAndRemainder(dividingBy: 12)
    for _ in 0..<chunks { multiply(by: (0..<12).reduce(1) { power, _ in power * base }) }
    for _ in 0..<rest { multiply(by: base) }
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      carry += UInt64(limbs[index]) * factor
      limbs[index] = UInt32(carry % 1_000_000_000)
      carry /= 1_000_000_000
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  /// Rounds half to even.
  func rounded(toDigits count: Int) -> (coefficient: WideNumber, exponent: Int) {
    let text = limbs.reversed().enumerated().flatMap { index, limb in
      let digits = Array(String(limb).utf8)
      return Array(repeating: UInt8(ascii: "0"), count: index == 0 ? 0 : 9 - digits.count) + digits
    }
    let kept = text.prefix(count).reduce(WideNumber(low: 0)) {
      $0.multiplied(by: 10).adding(UInt64($1 - UInt8(ascii: "0")))
    }
    let rest = text.dropFirst(count)
    guard let first = rest.first else { return (kept, exponent) }
    let isHalf =
      first == UInt8(ascii: "5") && rest.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
    let isUp = isHalf ? kept.low & 1 == 1 : first >= UInt8(ascii: "5")
    return (isUp ? kept.adding(1) : kept, exponent + rest.count)
  }
}
