/// Bytes in the alphabet of RFC 4648, with padding, and back.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4), characters.count(where: { $0 == padding }) <= 2,
      characters.allSatisfy({ $0 == padding || alphabet.contains($0) })
    else { return nil }
    return decodeLenient(characters[...])
  }

  /// The bytes of base64 in either alphabet, with padding or without; nil where there is another character.
  static func decodeLenient(_ characters: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var (bits, digitCount) = (0, 0)
    var isPadded = false
    for character in characters {
      if character == padding {
        isPadded = true
        continue
      }
      guard !isPadded, let value = value(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xFF_FFFF
      // From the second digit of a group on, each completes a byte.
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
