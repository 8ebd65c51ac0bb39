/// Bytes in the alphabet of RFC 4648, with padding, and back.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Four characters for every three bytes.
  static func encode(_ bytes: [UInt8]) -> String {
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

  /// The bytes, or nil where the text is not of this form.
  package static func decode(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    let digits = characters.prefix(while: { $0 != padding })
    guard characters.count - digits.count <= 2,
      characters[digits.count...].allSatisfy({ $0 == padding })
    else { return nil }
    var bytes: [UInt8] = []
    var bits = 0
    for (index, character) in digits.enumerated() {
      guard let value = alphabet.firstIndex(of: character) else { return nil }
      bits = (bits << 6 | value) & 0xFF_FFFF
      // From the second digit of a group on, each completes a byte.
      if index % 4 > 0 { bytes.append(UInt8(bits >> (6 - 2 * (index % 4)) & 0xFF)) }
    }
    return bytes
  }
}
