// Whether what stands behind a telling name is a secret.

extension NamedSecret {
  static func match(
    _ name: TellingName, _ value: Range<Int>, _ binding: Binding, in bytes: [UInt8],
    isDelimited: Bool
  ) -> SecretSearch.Match? {
    guard !value.isEmpty, SecretMark.end(in: bytes, at: value.lowerBound) == nil,
      !isPlaceholder(bytes[value])
    else { return nil }
    let strength = SecretStrength(bytes[value])
    let isAssigned = binding == .assigned
    let isSecret: Bool
    switch name.values {
    case .any where name.kind != .password || !isAssigned:
      // At the start of a line, as a header; but a sentence may stand there too.
      let isWord = !bytes[value].contains(where: \.isBlank)
      isSecret = !strength.isSmallNumber && (isAssigned || isWord && strength.isNoWord)
    case .any, .cookies: isSecret = true
    case .code: isSecret = false
    case .query:
      let before = value.lowerBound - "state=?".utf8.count
      isSecret =
        isAssigned && strength.isNoWord && before >= 0
        && [UInt8(ascii: "?"), UInt8(ascii: "&")].contains(bytes[before])
    case .assigned:
      isSecret =
        isAssigned && !strength.isSmallNumber
        && (name.kind != .signature || !strength.isPlainWord)
    case .random: isSecret = strength.isLongAndRandom
    case .authorization:
      return SecretScheme.credentials(in: bytes, value, isDelimited: isDelimited)
    }
    return isSecret ? SecretSearch.Match(range: value, kind: name.kind) : nil
  }

  /// Whether a name and an equals sign stand there.
  static func isCookie(_ position: Int, in bytes: [UInt8]) -> Bool {
    let end = bytes.end(of: { $0.isNameByte || $0 == UInt8(ascii: ".") }, from: position)
    return end > position && end < bytes.count && bytes[end] == UInt8(ascii: "=")
  }

  /// Words that say that nothing is there, or that somebody has taken it out.
  private static func isPlaceholder(_ value: ArraySlice<UInt8>) -> Bool {
    if value.allSatisfy({ $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ".") }) { return true }
    guard value.count <= 12 else { return false }
    let word = String(decoding: value.map(\.lowercasedASCII), as: UTF8.self)
    return [
      "null", "nil", "none", "true", "false", "undefined", "<redacted>", "redacted", "{", "[",
    ]
    .contains(word)
  }
}
