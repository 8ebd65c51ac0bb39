import Foundation
import TestSupport
import Testing

/// The analyzer says what is so in types; only the phrasebook makes sentences of it.
@Suite struct NoSentencesTests {
  /// What may stand in the analyzer's sources: messages of others that are recognized there.
  private static let allowed = [
    "Triage/Catalogue/": "what Realm Core writes",
    "Triage/Triage+Explaining.swift": "where Realm Core appends the address of a log",
    "Triage/MessageHole.swift": "what ends a word of a message",
    "Report/ModeComparison.swift": "what a precondition says",
  ]

  @Test func `The analyzer holds no sentence`() throws {
    let files = try Self.sources(of: "Analyzer")
    #expect(files.count > 50)
    for (path, text) in files where !Self.allowed.keys.contains(where: path.hasPrefix) {
      for sentence in Self.sentences(in: text) { Issue.record("\(path): \(sentence)") }
    }
  }

  @Test func `What is allowed is there, and a sentence would be found`() throws {
    let paths = try Self.sources(of: "Analyzer").map(\.path)
    for allowed in Self.allowed.keys {
      #expect(paths.contains { $0.hasPrefix(allowed) }, "\(allowed)")
    }
    #expect(
      Self.sentences(
        in: #"""
          let a = "the server has \(value)"  // "no code"
          let b = ["listCopiedWhole", "R4"]
          precondition(isOf(a), "the reports are of one reset")
          let c = """
            a sentence of
            two lines
            """
          """#) == [#""the server has \(value)""#, "a sentence of", "two lines"])
  }

  private static func sources(of target: String) throws -> [(path: String, text: String)] {
    let root = URL(fileURLWithPath: ProjectFiles.path("Sources/\(target)"))
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return try (paths ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
    }
  }

  /// The texts of a file that have a space beside a letter, but for what only a programmer reads.
  private static func sentences(in text: String) -> [String] {
    var found: [String] = []
    var isInLongText = false
    for line in text.split(separator: "\n") {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.contains(#"""""#) {
        isInLongText.toggle()
      } else if isInLongText {
        found.append(line)
      } else if !line.hasPrefix("//"), !line.contains("precondition(") {
        let code = line.components(separatedBy: "  //")[0]
        found += code.matches(of: /"(?:\\.|[^"\\])*"/).map { String($0.output) }.filter {
          $0.contains(/[A-Za-z,;:.)`'] | [A-Za-z(`'\\]/)
        }
      }
    }
    return found
  }
}
