extension Base64 {
  /// The bytes of base64 in either alphabet, with padding or without; nil where there is another character.
  static func decodeLenient(_ characters: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var (bits, digitCount) = (0, 0)
    var isPadded = false
    for character in characters {
      if character == UInt8(ascii: "=") {
        isPadded = true
        continue
      }
      guard !isPadded, let value = value(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xFF_FFFF
      if digitCount % 4 > 0 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> (6 - 2 * (digitCount % 4))))
      }
      digitCount += 1
    }
    return bytes
  }

  private static func value(of character: UInt8) -> Int? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
