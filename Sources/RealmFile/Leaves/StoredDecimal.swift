internal import TraceFormat

// Decimals of fewer bits, widened to the 128 that all others have: the number and its exponent stay as
// they are (Realm Core: `decimal128.cpp`).
extension Decimal128 {
  /// What a leaf without bytes holds, where that is not null.
  static let storedZero = Decimal128(high: 0x3040_0000_0000_0000, low: 0)

  static func stored32(_ word: UInt32) -> Decimal128 {
    if word == 0x7C00_00AA { return .null }
    let mask = { (bits: UInt32) in word & bits == bits }
    if mask(0x7C00_0000) { return .nan }
    let sign = UInt64(word >> 31)
    if mask(0x7800_0000) { return Decimal128(high: infinity.high | sign << 63, low: 0) }
    var (exponent, digits) = (word >> 23 & 0xFF, word & 0x7F_FFFF)
    if mask(0x6000_0000) { (exponent, digits) = (word >> 21 & 0xFF, word & 0x1F_FFFF | 0x80_0000) }
    if digits >= 10_000_000 { digits = 0 }
    return widened(sign, UInt64(exponent) + 6176 - 101, UInt64(digits))
  }

  static func stored64(_ word: UInt64) -> Decimal128 {
    if word == 0x7C00_0000_0000_00AA { return .null }
    let mask = { (bits: UInt64) in word & bits == bits }
    if mask(0x7C00_0000_0000_0000) { return .nan }
    if mask(0x7800_0000_0000_0000) {
      return Decimal128(high: infinity.high | word & 1 << 63, low: 0)
    }
    var (exponent, digits) = (word >> 53 & 0x3FF, word & 0x1F_FFFF_FFFF_FFFF)
    if mask(0x6000_0000_0000_0000) {
      (exponent, digits) = (word >> 51 & 0x3FF, word & 0x7_FFFF_FFFF_FFFF | 0x20_0000_0000_0000)
    }
    if digits >= 10_000_000_000_000_000 { digits = 0 }
    return widened(word >> 63, exponent + 6176 - 398, digits)
  }

  private static func widened(_ sign: UInt64, _ exponent: UInt64, _ digits: UInt64) -> Decimal128 {
    Decimal128(high: sign << 63 | exponent << 49, low: digits)
  }
}
