import TraceFormat

struct TOMLEntry {
  /// The names of the table that it is in; empty above the first.
  var table: [String]
  var key: String
  var place: TextPosition
  /// The value, or what is in the array: strings, whole numbers and booleans.
  var values: [(value: JSONText, place: TextPosition)] = []
  var isArray = false
}

/// Why a text is not TOML that can be read: where, and what was expected and found.
struct TOMLFailure: Error {
  var place: TextPosition
  var text: String
}

/// Reads the part of TOML 1.0 that a configuration needs (`docs/usage.md`, "tracetool.toml"): tables, and in them strings
/// on one line, whole numbers, booleans, and arrays of these. Any bytes give entries or a failure.
struct TOMLReader {
  private let text: Substring.UnicodeScalarView
  private var rest: Substring
  private var names: Set<[String]> = []
  /// The names of the tables so far, also of those without entries.
  private(set) var tables: [(names: [String], place: TextPosition)] = []

  init(_ bytes: [UInt8]) throws(TOMLFailure) {
    // Editors of Windows put a mark in front, which is not text.
    let isMarked = bytes.starts(with: ByteOrderMark.bytes)
    let bytes = bytes.dropFirst(isMarked ? ByteOrderMark.bytes.count : 0)
    let text = String(decoding: bytes, as: UTF8.self)
    (self.text, rest) = (text[...].unicodeScalars, text[...])
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    rest = text[(text.unicodeScalars.firstIndex(of: "\u{FFFD}") ?? text.startIndex)...]
    throw TOMLFailure(place: place, text: "these bytes are not UTF-8")
  }

  mutating func entries() throws(TOMLFailure) -> [TOMLEntry] {
    var (entries, table): ([TOMLEntry], [String]) = ([], [])
    skipLines()
    while !rest.isEmpty {
      let place = place
      if take(/\[[ \t]*/) != nil {
        table = [try name("the name of a table")]
        while take(/[ \t]*\.[ \t]*/) != nil { table.append(try name("the name of a table")) }
        guard take(/[ \t]*\]/) != nil else { throw expected("`]` after the name of the table") }
        try add(table, at: place)
        tables.append((table, place))
      } else {
        let key = try name("a key, a table such as `[golden]`, or a comment")
        try add(table + [key], at: place)
        guard take(/[ \t]*=[ \t]*/) != nil else { throw expected("`=` after the key") }
        var entry = TOMLEntry(table: table, key: key, place: place)
        try readValue(of: &entry)
        entries.append(entry)
      }
      take(/(?:[ \t]|#[^\x00-\x08\x0A-\x1F\x7F]*+)*+/)
      guard rest.isEmpty || take(/\r?\n/) != nil else { throw expected("the end of the line") }
      skipLines()
    }
    return entries
  }

  private mutating func add(_ path: [String], at place: TextPosition) throws(TOMLFailure) {
    guard !names.insert(path).inserted else { return }
    throw TOMLFailure(place: place, text: "`\(path.joined(separator: "."))` is there a second time")
  }

  private mutating func name(_ what: String) throws(TOMLFailure) -> String {
    guard let name = take(/[A-Za-z0-9_-]+/) else { throw expected(what) }
    return String(name)
  }

  private mutating func readValue(of entry: inout TOMLEntry) throws(TOMLFailure) {
    entry.isArray = take(/\[/) != nil
    repeat {
      if entry.isArray { skipLines() }
      if entry.isArray, rest.first == "]" { break }
      let place = place
      entry.values.append((try scalar(), place))
      guard entry.isArray else { return }
      skipLines()
    } while take(/,/) != nil
    guard take(/\]/) != nil else { throw expected("`,` or `]` in the array") }
  }

  private mutating func scalar() throws(TOMLFailure) -> JSONText {
    if let text = take(/'[^'\x00-\x08\x0A-\x1F\x7F]*'/) {
      return .string(String(text.dropFirst().dropLast()))
    }
    // What TOML and JSON share of escapes.
    let escape = /"(?:[^"\\\x00-\x1F\x7F]|\\["\\bfnrt]|\\u(?![dD][89A-Fa-f])[0-9A-Fa-f]{4})*+"/
    if let text = take(escape), let string = try? JSONText(parsing: Array(text.utf8)) {
      return string
    }
    if let word = take(/(?:true|false|[+-]?(?:0|[1-9](?:_?[0-9])*))(?![\w.:+-])/) {
      return word.first == "t" || word.first == "f"
        ? .bool(word == "true") : .number(word.filter { $0 != "_" && $0 != "+" })
    }
    throw expected("a string in quotes on one line, a whole number, true or false")
  }

  private var place: TextPosition {
    let before = text[..<rest.startIndex]
    let line = before.count { $0 == "\n" } + 1
    let column = before.count - (before.lastIndex(of: "\n").map { before[...$0].count } ?? 0) + 1
    return TextPosition(line: line, column: column)
  }

  @discardableResult private mutating func take(_ pattern: Regex<Substring>) -> Substring? {
    guard let match = rest.prefixMatch(of: pattern.matchingSemantics(.unicodeScalar)) else {
      return nil
    }
    rest = rest[match.range.upperBound...]
    return match.output
  }

  /// Takes blanks, comments and ends of lines.
  private mutating func skipLines() { take(/(?:[ \t]|\r?\n|#[^\x00-\x08\x0A-\x1F\x7F]*+)*+/) }

  private func expected(_ what: String) -> TOMLFailure {
    let found = rest.prefix { !$0.isWhitespace }.prefix(20)
    let end = rest.isEmpty ? "the end of the file" : "the end of the line"
    return TOMLFailure(
      place: place, text: "expected \(what), found \(found.isEmpty ? end : "`\(found)`")")
  }
}
