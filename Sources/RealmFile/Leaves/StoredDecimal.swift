internal import TraceFormat

// Decimals of fewer bits, widened to the 128 that all others have: the number and its exponent stay as
// they are (Realm Core: `decimal128.cpp`).
extension Decimal128 {
  /// What a leaf without bytes holds, where that is not null.
  static let storedZero = Decimal128(high: 0x3040_0000_0000_0000, low: 0)

  static func stored32(_ word: UInt32) -> Decimal128 {
    stored(UInt64(word), size: 32, exponentSize: 8, bias: 101, digitsEnd: 10_000_000)
  }

  static func stored64(_ word: UInt64) -> Decimal128 {
    stored(word, size: 64, exponentSize: 10, bias: 398, digitsEnd: 10_000_000_000_000_000)
  }

  /// A number of so many bits: the sign, the exponent, the digits. Where the first two bits of the exponent are set, it
  /// begins behind them, and the digits with 100; where the next two are too, it is no number.
  private static func stored(
    _ word: UInt64, size: UInt64, exponentSize: UInt64, bias: UInt64, digitsEnd: UInt64
  ) -> Decimal128 {
    let (sign, kind) = (word >> (size - 1), word >> (size - 6) & 0x1F)
    if word == 0x1F << (size - 6) | 0xAA { return .null }
    if kind == 0x1F { return .nan }
    if kind == 0x1E { return Decimal128(high: infinity.high | sign << 63, low: 0) }
    let isShifted = kind >> 3 == 3
    let digitsSize = size - 1 - exponentSize - (isShifted ? 2 : 0)
    let exponent = word >> digitsSize & (1 << exponentSize - 1)
    var digits = word & (1 << digitsSize - 1) | (isShifted ? 4 << digitsSize : 0)
    if digits >= digitsEnd { digits = 0 }
    return Decimal128(high: sign << 63 | (exponent + 6176 - bias) << 49, low: digits)
  }
}
