import Foundation
import TestSupport
import Testing

/// What becomes of data is said in types up to the analyzer; only the phrasebook makes sentences.
@Suite struct NoSentencesTests {
  /// What may stand in the sources of a target: what others say, and errors about what people write.
  private static let allowed: [String: [String: String]] = [
    "RealmModel": [
      "Apply/": "what Realm Core says of an instruction that it cannot apply",
      "Schemas/": "errors of schemas that people write",
      "State/CanonicalDifference.swift": "where two states differ, as conformance runs say it",
      "State/BuildingFailure.swift": "an error of whoever builds a state",
    ],
    "Replayer": [
      "Faults/Kinds/FaultCatalogue": "what faults there are, for who writes a plan",
      "Faults/Kinds/FaultDescription.swift": "errors of plans that people write",
      "Faults/Kinds/FaultError+SyncError.swift": "what a server says",
      "Faults/Plan/": "the form in which people write plans, and their errors",
      "Injection/FaultInjection+Resets.swift": "what a handler or Realm Core's client says",
      "Reset/Recovery/": "what Realm Core says of a recovery that fails",
      "Reset/ResetFailure+Kinds.swift": "what Realm Core says",
      "Reset/ResetGates.swift": "what Realm Core says of a reset that it refuses",
      "Reset/ResetRun+StepFaults.swift": "what the system and Realm Core say",
      "Reset/ResetStep.swift": "where the process ended, in the place of a message",
      "Reset/SyncError+Reset.swift": "what a server says",
      "Reset/Transfer/": "what Realm Core says of a transfer that fails",
      "Session/Folds/WireReset.swift": "what stands for the message of an error",
      "Session/ReplayFailure.swift": "an error of whoever replays",
    ],
    "Analyzer": [
      "Report/ModeComparison.swift": "what a precondition says",
      "Triage/Catalogue/": "what Realm Core writes",
      "Triage/Triage+Explaining.swift": "where Realm Core appends the address of a log",
      "Triage/MessageHole.swift": "what ends a word of a message",
    ],
  ]

  @Test(arguments: allowed.keys.sorted())
  func `No sentence stands where something is decided`(target: String) throws {
    let files = try Self.sources(of: target)
    #expect(files.count > 50)
    let allowed = Self.allowed[target] ?? [:]
    for (path, text) in files where !allowed.keys.contains(where: path.hasPrefix) {
      for sentence in Self.sentences(in: text) { Issue.record("\(path): \(sentence)") }
    }
  }

  @Test func `What is allowed is there, and a sentence would be found`() throws {
    for (target, allowed) in Self.allowed {
      let files = try Self.sources(of: target)
      for allowed in allowed.keys {
        #expect(
          files.contains { $0.path.hasPrefix(allowed) && !Self.sentences(in: $0.text).isEmpty },
          "\(target)/\(allowed)")
      }
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
      } else if !line.hasPrefix("//"), !line.contains("precondition("),
        !line.contains("preconditionFailure(")
      {
        let code = line.components(separatedBy: "  //")[0]
        found += code.matches(of: /"(?:\\.|[^"\\])*"/).map { String($0.output) }.filter {
          $0.contains(/[A-Za-z,;:.)`'] | [A-Za-z(`'\\]/)
        }
      }
    }
    return found
  }
}
