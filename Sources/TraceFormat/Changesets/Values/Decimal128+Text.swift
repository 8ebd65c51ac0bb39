extension Decimal128 {
  /// The text that Realm prints, which keeps representations apart: `1.5` is not `1.50`.
  ///
  /// Realm writes coefficients of 2^64 and more in another notation, without a point and always
  /// with signs (`docs/changesets.md`, "Decimals"; Realm Core: `decimal128.cpp`).
  public var text: String {
    let sign = isNegative ? "-" : ""
    if isNaN { return sign + "NaN" }
    if isInfinite { return sign + "Inf" }
    return coefficient.high == 0 ? sign + shortText : longText
  }

  private var longText: String {
    "\(isNegative ? "-" : "+")\(coefficient)E\(exponent < 0 ? "" : "+")\(exponent)"
  }

  /// The digits with the point moved to the left until the exponent is used up or one digit is
  /// left in front of it. A positive exponent grows by that.
  private var shortText: String {
    let digits = coefficient.description
    let shift =
      exponent < 0 ? min(-exponent, digits.count - 1) : exponent == 0 ? 0 : digits.count - 1
    let rest = exponent + shift
    let point = digits.count - shift
    let fraction = shift == 0 ? "" : "." + digits.dropFirst(point)
    return digits.prefix(point) + fraction + (rest == 0 ? "" : "E\(rest)")
  }
}

extension Decimal128: CustomStringConvertible {
  /// As ``text``.
  public var description: String { text }
}
