import TestSupport
import Testing

/// A document arranges what the words say: it has marks, columns and single words of its own, and no
/// words next to each other.
@Suite struct NoSentencesInRenderersTests {
  /// What may stand in the sources of reports, by the beginning of a path.
  private static let allowed = [
    "Words/": "where sentences are made",
    "Document/HTMLAssets.swift": "the style and the script of a page, and what a browser may do",
    "Export/SQL/": "statements of a database",
    "Rescue/SQLRescueStatements.swift": "statements of a database",
    "Rescue/RescueDecisionsFile.swift": "errors of tables and decisions that people write",
    "JSON/ModeComparison": "what was expected of a report that is refused",
    "JSON/Report": "what was expected of a report that is refused",
    "CI/JUnitReport.swift": "the beginning of an XML document",
  ]

  /// Labels of a form of output, none of which says what is so.
  private static let labels: Set<String> = [
    "After the reset", "Client version", "Last sync", "Filter the objects",
    "Filter the writes",
    "light dark", "fleet report", "<!doctype html>\n",
  ]

  private let files: [(path: String, texts: [String])]

  init() throws { files = try SwiftTexts.files(of: "Reports", countMin: 80) }

  @Test func `A renderer holds no sentence`() {
    for (path, texts) in files where !Self.isAllowed(path) {
      for text in texts where Self.isSentence(text) && !Self.labels.contains(text) {
        Issue.record("\(path): \(text)")
      }
    }
  }

  @Test func `What is allowed is there`() {
    for allowed in Self.allowed.keys {
      #expect(files.contains { $0.path.hasPrefix(allowed) }, "\(allowed)")
    }
    let texts = Set(files.flatMap(\.texts))
    #expect(Self.labels.subtracting(texts).isEmpty)
  }

  @Test func `A sentence would be found`() {
    let texts = SwiftTexts(
      ##"""
      let a = "the server has \(value)"  // "no code"
      let b = ["listCopiedWhole", "R4", "\(name): \(text)", " (\(a), \(b(c, "x")))"]
      precondition(isOf(a), "the reports are of one reset")
      let c = "and \(list.map { "\($0)" }.count) more"
      let d = #"a "word" \(in) \#(quotes)"#
      """##
    ).texts
    #expect(
      texts.filter(Self.isSentence).map { $0.replacing("\u{FFFC}", with: "*") }
        == ["the server has *", "and * more"])
    #expect(texts.last?.replacing("\u{FFFC}", with: "*") == #"a "word" \(in) *"#)
  }

  private static func isAllowed(_ path: String) -> Bool {
    allowed.keys.contains(where: path.hasPrefix)
  }

  /// Whether two words stand beside each other, or around one value.
  private static func isSentence(_ text: String) -> Bool {
    text.contains(/[A-Za-z']{2,} (?:\u{FFFC} )?[A-Za-z']{2,}/)
  }
}
