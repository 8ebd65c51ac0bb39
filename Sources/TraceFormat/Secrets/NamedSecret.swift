/// Secrets that a name tells: `access_token=…`, `"password": "…"`, `Cookie: …`, a long random word beside `token`.
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
    while let start = bytes.start(
      ofStretch: TellingName.sizeMin, of: { $0.isNameByte }, from: position)
    {
      let word = start..<bytes.end(of: \.isNameByte, from: start)
      position = word.upperBound
      guard let name = TellingName(bytes, word) else { continue }
      let isCode =
        name.values == .code
        || name.values == .random && NamedCode.isNamed(before: word, in: bytes)
      let matches =
        isCode
        ? NamedCode.match(behind: word, in: bytes).map { [$0] } ?? []
        : values(of: name, word, in: bytes)
      if let last = matches.last {
        found += matches
        // The words of a value are names of nothing.
        position = max(position, last.range.upperBound)
      } else if name.values == .any || name.values == .authorization,
        let match = LongSecret.match(beside: word, name.kind, in: bytes)
      {
        found.append(match)
        position = max(position, match.range.upperBound)
      }
    }
  }

  private static func values(
    of name: TellingName, _ word: Range<Int>, in bytes: [UInt8]
  ) -> [SecretSearch.Match] {
    if let value = CommandSecret.value(behind: word, in: bytes) ?? element(word, in: bytes) {
      return match(name, value, .assigned, in: bytes, isDelimited: true).map { [$0] } ?? []
    }
    var position = word.upperBound
    let isQuotedName = position < bytes.count && bytes[position].isQuote
    if isQuotedName { position += 1 }
    position = bytes.end(of: \.isBlank, from: position)
    guard position < bytes.count,
      let binding = binding(bytes[position], isQuotedName: isQuotedName, name)
    else { return [] }
    let isPair = bytes[position] == UInt8(ascii: ",")
    position += 1
    if position < bytes.count, bytes[position] == 0x3D || bytes[position] == 0x3E { position += 1 }
    position = bytes.end(of: { $0.isBlank || isQuotedName && $0.isLineEnd }, from: position)
    if name.kind == .password, !isQuotedName, let line = nextLine(behind: position, in: bytes) {
      return match(name, line, .assigned, in: bytes, isDelimited: true).map { [$0] } ?? []
    }
    if !isPair, position < bytes.count, bytes[position] == UInt8(ascii: "[") {
      let elements = elements(of: name, from: position + 1, in: bytes)
      if !elements.isEmpty { return elements }
    }
    let value = value(
      of: name, word, binding, at: position, in: bytes, isQuotedName: isQuotedName, isPair: isPair)
    return value.map { [$0] } ?? []
  }

  /// The text of an element of XML that a name begins: `<password>…</password>`.
  private static func element(_ name: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    guard name.lowerBound > 0, bytes[name.lowerBound - 1] == UInt8(ascii: "<"),
      name.upperBound < bytes.count, bytes[name.upperBound] == UInt8(ascii: ">")
    else { return nil }
    let start = name.upperBound + 1
    return start..<bytes.end(of: { $0 != UInt8(ascii: "<") && !$0.isLineEnd }, from: start)
  }

  /// The only word of the line behind a name that ends its own.
  private static func nextLine(behind position: Int, in bytes: [UInt8]) -> Range<Int>? {
    var start = position
    if start < bytes.count, bytes[start] == 0x0D { start += 1 }
    guard start < bytes.count, bytes[start] == 0x0A else { return nil }
    start = bytes.end(of: \.isBlank, from: start + 1)
    let word = start..<bytes.end(of: { $0 > 0x20 }, from: start)
    let end = bytes.end(of: \.isBlank, from: word.upperBound)
    guard word.count >= 4, end == bytes.count || bytes[end].isLineEnd,
      bytes[word.upperBound - 1] != UInt8(ascii: ":")
    else { return nil }
    return word
  }

  /// The secrets of a list of quotations: `"tokens": ["…", "…"]`.
  private static func elements(
    of name: TellingName, from start: Int, in bytes: [UInt8]
  ) -> [SecretSearch.Match] {
    var found: [SecretSearch.Match] = []
    var position = start
    while true {
      position = bytes.end(
        of: { $0.isBlank || $0.isLineEnd || $0 == UInt8(ascii: ",") }, from: position)
      guard position < bytes.count, bytes[position].isQuote else { return found }
      let content = position + 1..<endOfQuotation(in: bytes, at: position)
      if let match = match(name, content, .assigned, in: bytes, isDelimited: true) {
        found.append(match)
      }
      position = content.upperBound + 1
    }
  }

  private static func value(
    of name: TellingName, _ word: Range<Int>, _ binding: Binding, at position: Int,
    in bytes: [UInt8], isQuotedName: Bool, isPair: Bool
  ) -> SecretSearch.Match? {
    var binding = binding
    guard position < bytes.count, SecretMark.end(in: bytes, at: position) == nil else { return nil }
    if bytes[position].isQuote {
      let content = position + 1..<endOfQuotation(in: bytes, at: position)
      // `"provider":"custom-token","token":"…"`: what follows is the next name.
      if isPair, isName(content, in: bytes) { return nil }
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

  /// Whether a colon stands behind a quotation.
  private static func isName(_ content: Range<Int>, in bytes: [UInt8]) -> Bool {
    let next = bytes.end(of: \.isBlank, from: min(content.upperBound + 1, bytes.count))
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
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
