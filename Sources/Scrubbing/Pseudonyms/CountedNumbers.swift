internal import TraceFormat

/// Numbers of a property that something is added to: all are multiplied, so that a sum stays one, 0 stays, and so does
/// the order as far as nothing overflows; where it does, a product of an odd number is still another for each.
enum CountedNumbers {
  /// The factor of a property, the same in all traces: odd, and so small that a product is exact.
  static func factor(of property: PropertyName, _ key: ScrubKey) -> Int64 {
    3 + 2 * Int64(key.number(.factor, property.parts) % 499)
  }

  static func pseudonym(of value: Value, _ factor: Int64) -> Value? {
    guard !value.isNoNumber else { return value }
    switch value {
    case .int(let number): return .int(number &* factor)
    case .float(let bits):
      return .float(bitPattern: (Float(bitPattern: bits) * Float(factor)).bitPattern)
    case .double(let bits):
      return .double(bitPattern: (Double(bitPattern: bits) * Double(factor)).bitPattern)
    case .decimal(let number): return .decimal(number.multiplied(by: factor) ?? number)
    default: return nil
    }
  }
}

extension Decimal128 {
  /// The exact product; nil where it has too many digits.
  fileprivate func multiplied(by factor: Int64) -> Decimal128? {
    // A coefficient has 113 bits and a factor has ten.
    let product = coefficient.multiplied(by: UInt64(factor))
    return Decimal128(text: "\(isNegative ? "-" : "")\(product)E\(exponent)")
  }
}
