/// Codes of a few digits that are good for one login: `otp=482913`, `your verification code is 482913`.
enum NamedCode {
  /// What a word `code` is called where it is such a one.
  private static let callings = [
    "verification", "security", "one-time", "onetime", "login", "confirmation", "authentication",
    "sms", "access", "your",
  ].map { Array($0.utf8) }
  private static let digitCounts = 4...10

  /// Whether the word before a name says that it is such a code.
  static func isNamed(before name: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard name.count == 4, name.lowerBound > 1, bytes[name.lowerBound - 1].isBlank else {
      return false
    }
    let end = name.lowerBound - 1
    var start = end
    while start > 0, end - start < 16, bytes[start - 1].isNameByte { start -= 1 }
    return callings.contains(bytes[start..<end].map(\.lowercasedASCII))
  }

  /// The digits behind a name, with `is`, a colon or an equals sign between them or nothing.
  static func match(behind name: Range<Int>, in bytes: [UInt8]) -> SecretSearch.Match? {
    var position = name.upperBound
    if position < bytes.count, bytes[position].isQuote { position += 1 }
    position = bytes.end(of: \.isBlank, from: position)
    if bytes.hasBytes(Array("is".utf8), at: position) { position += 2 }
    position = bytes.end(
      of: { $0.isBlank || $0.isQuote || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") },
      from: position)
    let end = bytes.end(of: \.isASCIIDigit, from: position)
    guard position > name.upperBound, digitCounts.contains(end - position),
      end == bytes.count || !bytes[end].isNameByte
    else { return nil }
    return SecretSearch.Match(range: position..<end, kind: .password)
  }
}
