// Whether what stands behind a telling name is a secret.

extension NamedSecret {
  /// The secret in the value of a name, if it is one.
  static func match(
    _ name: TellingName, _ value: Range<Int>, _ binding: Binding, in bytes: [UInt8],
    isDelimited: Bool
  ) -> SecretSearch.Match? {
    guard !value.isEmpty, SecretMark.end(in: bytes, at: value.lowerBound) == nil,
      !isPlaceholder(bytes[value])
    else { return nil }
    let strength = SecretStrength(bytes[value])
    switch name.values {
    case .any:
      guard name.kind == .password && binding == .assigned || !strength.isSmallNumber else {
        return nil
      }
      // At the start of a line, as a header; but a sentence may stand there too.
      let isWord = !bytes[value].contains(where: \.isBlank)
      guard binding == .assigned || isWord && strength.isNoWord else { return nil }
      return SecretSearch.Match(range: value, kind: name.kind)
    case .code: return nil
    case .query:
      let before = value.lowerBound - "state=?".utf8.count
      guard binding == .assigned, strength.isNoWord, before >= 0,
        [UInt8(ascii: "?"), UInt8(ascii: "&")].contains(bytes[before])
      else { return nil }
      return SecretSearch.Match(range: value, kind: name.kind)
    case .assigned:
      guard binding == .assigned, !strength.isSmallNumber,
        name.kind != .signature || !strength.isPlainWord
      else { return nil }
      return SecretSearch.Match(range: value, kind: name.kind)
    case .random:
      guard strength.isLongAndRandom else { return nil }
      return SecretSearch.Match(range: value, kind: name.kind)
    case .cookies:
      return SecretSearch.Match(range: value, kind: .cookie)
    case .authorization:
      return SecretScheme.credentials(in: bytes, value, isDelimited: isDelimited)
    }
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
