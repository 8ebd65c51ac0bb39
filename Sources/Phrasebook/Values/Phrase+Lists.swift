internal import Analyzer

// What is said of a list that is longer than what is shown of it, and of what stands elsewhere.
extension Phrase {
  /// Such as `and 3 more`; with the things in the plural, `and 3 more points`.
  package static func rest(_ count: Int, of things: String = "") -> String {
    "and \(count) more" + (things.isEmpty ? "" : " \(things)")
  }

  /// Such as `and 1 more write`.
  package static func rest(_ count: Int, _ noun: String) -> String {
    "and \(Phrase.count(count, "more \(noun)"))"
  }

  /// How the rest of a list can be seen; follows ``rest(_:_:)``.
  package static let verboseHint = " (`--verbose` lists all)"

  /// Such as `… and 1 more write, for which there is no room.`
  package static func noRoom(for count: Int, _ noun: String) -> String {
    "… \(rest(count, noun)), for which there is no room."
  }

  /// Such as `2 more results are left out`.
  package static func leftOut(_ count: Int, _ noun: String) -> String {
    "\(Phrase.count(count, "more \(noun)")) are left out"
  }

  /// What stands for what was said before.
  package static let seeAbove = "see above"

  /// Where a document of the project says more.
  package static func seeDocument(_ path: String) -> String { "See docs/\(path)." }
}

// Names of what is looked at.
extension Phrase {
  /// The path of a trace, or what stands in its place for one that was piped in.
  package static func source(_ path: String) -> String {
    path == "-" ? "standard input" : path
  }

  /// Such as `2 client resets`.
  package static func resets(_ count: Int) -> String { Phrase.count(count, "client reset") }

  /// Such as `version 3`, or `versions 3 to 7`.
  package static func versions(_ first: UInt64, _ last: UInt64) -> String {
    first == last ? "version \(first)" : "versions \(first) to \(last)"
  }
}
