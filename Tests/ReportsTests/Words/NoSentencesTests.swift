import FaultPlans
import TestSupport
import Testing

/// What becomes of data is said in types up to the analyzer; only the words of reports make sentences.
@Suite struct NoSentencesTests {
  /// What may stand in the sources of a target: what others say, and errors about what people write.
  private static let allowed: [String: [String: String]] = [
    "RealmModel": [
      "Apply/": "what Realm Core says of an instruction that it cannot apply",
      "Recording/CanonicalListing.swift": "errors of states that people give",
      "State/BuildingFailure.swift": "an error of whoever builds a state",
      "State/CanonicalDifference+Text.swift": "where a replay does otherwise than a recording",
      "State/RealmState+Numbering.swift": "an error of numbers that are not a state's",
    ],
    "FaultPlans": [
      "Kinds/FaultCatalogue": "what faults there are, for who writes a plan",
      "Kinds/FaultDescription.swift": "errors of plans that people write",
      "Kinds/FaultError+SyncError.swift": "what a server says",
      "Kinds/FaultKind+Parameters.swift": "errors of plans that people write",
      "Plan/": "the form in which people write plans, and their errors",
      "Triggers/ResetStep.swift": "where the process ended, in the place of a message",
    ],
    "Replayer": [
      "Injection/FaultInjection+Resets.swift": "what a handler or Realm Core's client says",
      "Merge/MergeFailure+Text.swift": "what Realm Core says of changes that contradict each other",
      "Replay/Replay.swift": "where an input takes more memory than it may",
      "Reset/Recovery/": "what Realm Core says of a recovery that fails",
      "Reset/ResetFailure+Kinds.swift": "what Realm Core says",
      "Reset/ResetGates.swift": "what Realm Core says of a reset that it refuses",
      "Reset/ResetRun+StepFaults.swift": "what the system and Realm Core say",
      "Reset/Transfer/": "what Realm Core says of a transfer that fails",
      "Session/Folds/TraceFold.swift": "what of an input takes more memory than it may",
      "Session/Folds/WireReset.swift": "what stands for the message of an error",
      "Session/ReplayFailure.swift": "an error of whoever replays",
    ],
    "Analyzer": [
      "Fates/WriteOperation+Text.swift": "an operation in short",
      "Harm/Account/HarmAccount.swift": "two values in short",
      "Pending/TargetState.swift": "errors of states that people give",
      "ErrorExplanations/ErrorExplanation+Explaining.swift":
        "where Realm Core appends the address of a log",
    ],
  ]

  @Test(arguments: allowed.keys.sorted())
  func `No sentence stands where something is decided`(target: String) throws {
    let allowed = Self.allowed[target] ?? [:]
    for (path, texts) in try SwiftTexts.files(of: target, countMin: 15)
    where !allowed.keys.contains(where: path.hasPrefix) {
      for sentence in texts.filter(Self.isSentence) { Issue.record("\(path): \(sentence)") }
    }
  }

  @Test func `What is allowed is there, and a sentence would be found`() throws {
    for (target, allowed) in Self.allowed {
      let files = try SwiftTexts.files(of: target, countMin: 15)
      for allowed in allowed.keys {
        #expect(
          files.contains {
            $0.path.hasPrefix(allowed) && $0.texts.contains(where: Self.isSentence)
          },
          "\(target)/\(allowed)")
      }
    }
    let texts = SwiftTexts(
      #"""
      let a = "the server has \(value)"  // "no code"
      let b = ["listCopiedWhole", "R4"]
      precondition(isOf(a), "the reports are of one reset")
      let c = """
        a sentence of
        two lines
        """
      """#
    ).texts
    #expect(
      texts.filter(Self.isSentence) == [
        "the server has \u{FFFC}", "\n  a sentence of\n  two lines\n  ",
      ])
  }

  /// Whether a text has a space beside a letter or a value.
  private static func isSentence(_ text: String) -> Bool {
    text.contains(/[A-Za-z,;:.)`'\u{FFFC}] | [A-Za-z(`'\u{FFFC}]/)
  }
}
