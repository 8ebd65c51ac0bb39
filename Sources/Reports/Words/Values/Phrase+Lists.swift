internal import Analyzer
internal import Replayer
internal import TraceFormat

// What is said of a list that is longer than what is shown of it, and of what stands elsewhere.
extension Phrase {
  /// Each text once, in the order in which it first comes.
  package static func distinct(_ texts: [String]) -> [String] {
    var seen: Set<TextBytes> = []
    return texts.filter { seen.insert(TextBytes($0)).inserted }
  }

  /// Such as `and 3 more points`, with the things in the plural.
  static func rest(_ count: Int, of things: String) -> String { "and \(count) more \(things)" }

  /// Such as `and 3 more`; with what they are, `and 1 more write`.
  package static func rest(_ count: Int, _ noun: String? = nil) -> String {
    "and " + (noun.map { count.counted("more \($0)") } ?? "\(count) more")
  }

  /// The first few of a list in words, and how many more there are; `noun` is what those are, where that is said.
  static func first<Item>(
    _ max: Int = 3, of items: [Item], noun: String? = nil, _ words: (Item) -> String
  ) -> [String] {
    let rest = items.count - max
    return items.prefix(max).map(words) + (rest > 0 ? [Phrase.rest(rest, noun)] : [])
  }

  /// Such as `28 writes to 11 objects`.
  package static func extent(writes: Int, objects: Int) -> String {
    let count = writes.counted("write")
    return objects == 0 ? count : "\(count) to \(objects.counted("object"))"
  }

  /// In which transactions the writes are, as a sentence; nil without transactions.
  static func extent(
    _ writes: String, in transactions: [Report.Transaction], _ gaps: [Gap], behind rest: String = ""
  ) -> String? {
    guard let first = transactions.first, let last = transactions.last else { return nil }
    let span =
      " (\(versions(first.clientVersion, last.clientVersion)))"
      + Phrase.span(first.timeMicroseconds, last.timeMicroseconds)
    let unread = transactions.unreadableCount(by: gaps)
    let read = transactions.count - unread
    guard read > 0 else {
      return "Not known: \(unread.counted("transaction"))\(span), cannot be read."
    }
    return "\(writes) in \(read.counted("transaction"))\(span)\(rest)"
      + (unread == 0 ? "." : "; \(unread.counted("more transaction")) cannot be read.")
  }

  /// Instead of that, without transactions, of what crossed the wire alone.
  static let nothingOnWire =
    "Nothing that the trace shows; what was never uploaded did not cross the wire."

  /// How the rest of a list can be seen; follows ``rest(_:_:)``.
  static let verboseHint = " (`--verbose` lists all)"
  static let tablesHint = " (in the tables below)"
  /// How to see the whole of a list that is cut even then.
  static let jsonHint = " (`--format json` has all)"

  /// Such as `… and 1 more write, left out for lack of room.`
  static func noRoom(for count: Int, _ noun: String) -> String {
    "… \(rest(count, noun)), left out for lack of room."
  }

  static func whatHelps(_ sentences: String) -> String { "What helps: \(sentences)" }

  static let drawnByScript =
    "The page's script draws them one by one; without it, `tracetool replay --verbose` prints them."

  static func seeDocument(_ path: String) -> String { "See docs/\(path)." }

  package static let clientVersion = "client version"

  /// The path of a trace, or what replaces it for one that was piped in.
  package static func source(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// The same, with a path as code.
  package static func quotedSource(_ path: String) -> String {
    path == "-" ? source(path) : "`\(path)`"
  }

  package static func resets(_ count: Int) -> String { count.counted("client reset") }

  /// Resets, and ends of sessions without one.
  static func sessionEnds(_ count: Int) -> String { count.counted("report") }

  /// Versions of the client's file, such as `client version 3`, or `client versions 3 to 7`.
  static func versions(_ first: UInt64, _ last: UInt64) -> String {
    first == last ? "\(clientVersion) \(first)" : "client versions \(first) to \(last)"
  }

  /// Such as `transactions of client versions 8, 9`.
  static func transactions(_ versions: [UInt64]) -> String {
    (versions.count == 1 ? "transaction of client version " : "transactions of client versions ")
      + numbers(versions)
  }

  static func numbers(_ numbers: [UInt64]) -> String {
    numbers.map(String.init).joined(separator: ", ")
  }
}
