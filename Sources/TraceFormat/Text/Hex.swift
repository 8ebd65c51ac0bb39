/// Bytes as hexadecimal digits, lower case, and back.
public enum Hex {
  private static let alphabet = Array("0123456789abcdef".utf8)

  /// The digits of a byte string.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      text.append(alphabet[Int(byte >> 4)])
      text.append(alphabet[Int(byte & 0xF)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A 64-bit digest as sixteen digits.
  package static func digest(_ value: UInt64) -> String { digits(of: value) }

  /// The bytes that an even number of digits means, or nil.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    decode(ascii: Array(text.utf8))
  }

  /// The bytes that an even number of ASCII digits means, or nil.
  package static func decode(ascii digits: [UInt8]) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = nibble(digits[index]), let low = nibble(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// All digits of a number, most significant first, lower case.
  package static func digits<T: FixedWidthInteger>(of value: T) -> String {
    let shifts = stride(from: T.bitWidth - 4, through: 0, by: -4)
    return String(
      decoding: shifts.map { alphabet[Int(truncatingIfNeeded: value >> $0) & 0xF] }, as: UTF8.self)
  }
}
