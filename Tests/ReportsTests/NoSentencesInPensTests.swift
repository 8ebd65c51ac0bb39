import TestSupport
import Testing

/// A pen draws what the phrasebook says: it has marks, columns and single words of its own, and no
/// words that stand beside each other.
@Suite struct NoSentencesInPensTests {
  /// What may stand in the sources of reports, by the beginning of a path.
  private static let allowed = [
    "Words/": "what campaigns say, which the phrasebook does not know",
    "HTML/Assets/": "the style and the script of a page, and what a browser may do",
    "Export/SQL/": "statements of a database",
    "CI/XMLText.swift": "the beginning of an XML document",
  ]

  /// Labels of a form of output, none of which says what is so.
  private static let labels: Set<String> = [
    "last sync", "device and server", "After the reset", "to do", "to decide",
  ]

  /// What a page says of itself.
  private static let pageTexts: Set<String> = [
    "tracetool replay", "tracetool explore", "tracetool pending", "tracetool fleet report",
    "Skip to the report",
    "Write by write",
    "All points as a table", "This page is whole: it loads nothing and sends nothing.",
  ]

  private let files: [(path: String, texts: [String])]

  init() throws { files = try SwiftTexts.files(of: "Reports", countMin: 80) }

  @Test func `A pen holds no sentence`() {
    for (path, texts) in files where !Self.isAllowed(path) && !Self.isTemplate(path) {
      for text in texts where Self.isSentence(text) && !Self.labels.contains(text) {
        Issue.record("\(path): \(text)")
      }
    }
  }

  @Test func `A template holds no sentence but what the page says of itself`() {
    var pageTexts = Self.pageTexts
    for (path, texts) in files where Self.isTemplate(path) {
      for text in texts.flatMap(Self.runs) where Self.isSentence(text) {
        if !Self.pageTexts.contains(text) { Issue.record("\(path): \(text)") }
        pageTexts.remove(text)
      }
    }
    #expect(pageTexts.isEmpty)
  }

  @Test func `What is allowed is there`() {
    for allowed in Self.allowed.keys {
      #expect(files.contains { $0.path.hasPrefix(allowed) }, "\(allowed)")
    }
    let texts = Set(files.filter { !Self.isTemplate($0.path) }.flatMap(\.texts))
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
    let template =
      "<h3 id=\"{{id}}-x\">Why it failed</h3><th>Last sync</th>\n<p>{{a}}{{> b}} more of</p>"
    #expect(Self.runs(template).filter(Self.isSentence) == ["Why it failed", "\u{FFFC} more of"])
  }

  private static func isAllowed(_ path: String) -> Bool {
    allowed.keys.contains(where: path.hasPrefix)
  }

  private static func isTemplate(_ path: String) -> Bool { path.hasPrefix("HTML/Templates/") }

  /// Whether two words stand beside each other, or around one value.
  private static func isSentence(_ text: String) -> Bool {
    text.contains(/[A-Za-z']{2,} (?:\u{FFFC} )?[A-Za-z']{2,}/)
  }

  /// What a template has between its elements, but for headings of columns and names of controls.
  private static func runs(_ template: String) -> [String] {
    template
      .replacing(
        /<(th|dt|button|label|legend|option)\b[^>]*>.*?<\/\1>/.dotMatchesNewlines(), with: "|"
      )
      .replacing(/<[^>]*>/, with: "|")
      .replacing(/(?:\{\{[^}]*\}\}+)+/, with: "\u{FFFC}")
      .split(whereSeparator: { $0 == "|" || $0.isNewline })
      .map { $0.trimmingPrefix(while: \.isWhitespace) }
      .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
      .filter { !$0.isEmpty }
  }
}
