/// Numbers for attributes, the same on every machine.
enum HTMLNumber {
  /// A share in per cent with two decimals.
  static func percent(_ part: Int, of whole: Int) -> String {
    hundredths(part * 10_000 / max(whole, 1))
  }

  /// Such as `12.05` for 1205.
  static func hundredths(_ value: Int) -> String {
    let rest = value % 100
    return rest == 0 ? "\(value / 100)" : "\(value / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
