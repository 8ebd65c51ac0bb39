extension Decimal128 {
  static let exponentBias = 6176
  /// The exponents that fourteen stored bits can hold. The highest ones mean infinity and NaN.
  static let exponentRange = -6176...10207
  /// The largest coefficient that 113 stored bits can hold.
  static let coefficientMax = WideNumber(high: (1 << 49) - 1, low: .max)

  /// Puts a decimal together from its parts, bit by bit, so that infinities and NaN survive.
  ///
  /// `biasedExponent` is the stored exponent less the bias; it must lie in ``exponentRange``, and
  /// the coefficient must not exceed ``coefficientMax``.
  init(isNegative: Bool, coefficient: WideNumber, biasedExponent exponent: Int) {
    assert(Self.exponentRange.contains(exponent) && coefficient <= Self.coefficientMax)
    self.init(
      high: coefficient.high | UInt64(exponent + Self.exponentBias) << 49
        | (isNegative ? 1 << 63 : 0),
      low: coefficient.low)
  }

  /// The sign bit; set for -0 as well.
  public var isNegative: Bool { high >> 63 != 0 }

  /// The coefficient: the digits without decimal point. Meaningless for infinity and NaN.
  public var coefficient: WideNumber { WideNumber(high: high & ((1 << 49) - 1), low: low) }

  /// The power of ten that the coefficient is multiplied with. Meaningless for infinity and NaN.
  public var exponent: Int { Int(high >> 49 & 0x3FFF) - Self.exponentBias }

  /// Whether it is not a number; true for every NaN, the one for null included.
  public var isNaN: Bool { high & 0x7C00_0000_0000_0000 == 0x7C00_0000_0000_0000 }

  /// Whether it is infinite, of either sign.
  public var isInfinite: Bool { high & 0x7C00_0000_0000_0000 == 0x7800_0000_0000_0000 }

  /// The one NaN that Realm keeps for null (Realm Core: `decimal128.cpp`).
  public static let null = Decimal128(high: 0x7C00_0000_0000_0000, low: 0xAA)

  /// Whether Realm treats the value as null.
  public var isNull: Bool { self == .null }
}
