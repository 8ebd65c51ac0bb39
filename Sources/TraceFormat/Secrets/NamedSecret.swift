/// Secrets that a name tells: `access_token=…`, `"password": "…"`, `Cookie: …`, a long random word beside
/// `token`.
enum NamedSecret {
  /// How a value belongs to its name.
  enum Binding {
    /// By `=`, or in JSON.
    case assigned
    /// By a colon, as in a sentence.
    case spoken
  }

  static func find(in bytes: [UInt8], _ found: inout [SecretSearch.Match]) {
    var position = 0
    while position < bytes.count {
      guard bytes[position].isNameByte else {
        position += 1
        continue
      }
      let word = position..<bytes.end(of: \.isNameByte, from: position)
      position = word.upperBound
      guard let name = TellingName(bytes, word) else { continue }
      if let match = value(of: name, word, in: bytes) {
        found.append(match)
        // The words of a value are names of nothing.
        position = max(position, match.range.upperBound)
      } else if name.values == .any || name.values == .authorization,
        let match = LongSecret.match(beside: word, name.kind, in: bytes)
      {
        found.append(match)
        position = max(position, match.range.upperBound)
      }
    }
  }

  private static func value(
    of name: TellingName, _ word: Range<Int>, in bytes: [UInt8]
  ) -> SecretSearch.Match? {
    var position = word.upperBound
    let isQuotedName = position < bytes.count && bytes[position].isQuote
    if isQuotedName { position += 1 }
    position = bytes.end(of: \.isBlank, from: position)
    guard position < bytes.count,
      var binding = binding(bytes[position], isQuotedName: isQuotedName, name)
    else { return nil }
    let isPair = bytes[position] == UInt8(ascii: ",")
    position += 1
    if position < bytes.count, bytes[position] == 0x3D || bytes[position] == 0x3E { position += 1 }
    position = bytes.end(of: { $0.isBlank || isQuotedName && $0.isLineEnd }, from: position)
    guard position < bytes.count, SecretMark.end(in: bytes, at: position) == nil else {
      return nil
    }
    if bytes[position].isQuote {
      let content = position + 1..<endOfQuotation(in: bytes, at: position)
      // A sentence may quote one; a password may have blanks in it.
      let isSentence =
        !isQuotedName && binding == .spoken && name.kind != .password
        && bytes[content].contains(where: \.isBlank)
      if !isSentence { binding = .assigned }
      return match(name, content, binding, in: bytes, isDelimited: true)
    }
    guard !isPair else { return nil }
    if isQuotedName { binding = .spoken }
    let isLine = isAtLineStart(word.lowerBound, in: bytes) && binding == .spoken
    if name.values == .cookies, !isCookie(position, in: bytes) { return nil }
    let end =
      isLine || name.values == .cookies
      ? bytes.end(of: { !$0.isLineEnd }, from: position)
      : bytes.end(of: { !endsValue($0) }, from: position)
    return match(name, position..<end, binding, in: bytes, isDelimited: isLine)
  }

  private static func binding(
    _ separator: UInt8, isQuotedName: Bool, _ name: TellingName
  ) -> Binding? {
    switch separator {
    case UInt8(ascii: "="): .assigned
    case UInt8(ascii: ":"): isQuotedName ? .assigned : .spoken
    // Headers as a list of names and values.
    case UInt8(ascii: ","): isQuotedName ? .assigned : nil
    default: nil
    }
  }

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
    case .assigned:
      guard binding == .assigned, !strength.isSmallNumber else { return nil }
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
  private static func isCookie(_ position: Int, in bytes: [UInt8]) -> Bool {
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

  /// Where the quotation ends that begins at a position: before its closing mark.
  private static func endOfQuotation(in bytes: [UInt8], at start: Int) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != bytes[start] {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, bytes.count)
  }

  private static func isAtLineStart(_ position: Int, in bytes: [UInt8]) -> Bool {
    position == 0 || bytes[position - 1].isLineEnd
  }

  static func endsValue(_ byte: UInt8) -> Bool {
    if byte <= 0x20 { return true }
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "|"),
      UInt8(ascii: "\\"), UInt8(ascii: "#"):
      return true
    default: return false
    }
  }
}
