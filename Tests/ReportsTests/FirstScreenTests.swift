import Analyzer
import Importers
import Phrasebook
import Replayer
import Reports
import TestSupport
import Testing
import TraceFormat

/// What a reader of a comparison sees first, against what was written down by hand for each numbered
/// scenario (`docs/scenario-outcomes.md`, "Harm").
@Suite struct FirstScreenTests {
  private static func names() throws -> [String] {
    try ScenarioFiles.expectedNames().filter { $0.hasPrefix("rs-") }
  }

  @Test(arguments: try names())
  func `the first screen names what to do, and the price of each mode`(name: String) throws {
    let expectation = try ScenarioExpectation(of: name)
    let answer = try #require(expectation.answer)
    guard case .some(let words) = answer.headline else { return }
    let screen = try Self.firstScreen(of: Self.comparison(name).text())
    #expect(screen.split(separator: "\n").count <= 60, "\(screen)")
    #expect(screen.contains(words), "\(words) is not in\n\(screen)")
    for reset in expectation.resets where reset.isFirstAttempt {
      for (harmClass, count, places) in reset.harmByClass where count > 0 {
        let counted = "\(harmClass.title): \(Phrase.count(count, harmClass.noun))"
        #expect(screen.contains(counted), "\(counted) is not in\n\(screen)")
        // Many alike are one row.
        guard count <= 4 else { continue }
        for place in places {
          #expect(screen.contains("- \(place)"), "\(place) is not in\n\(screen)")
        }
      }
    }
  }

  private static func comparison(_ name: String) throws -> ReplayReport {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    var replay = Replay()
    for event in scenario.events { replay.observe(event) }
    let outcomes = try #require(replay.outcomes(modes: ResetMode.inOrder).first)
    return ReplayReport(
      trace: name, resets: [ModeComparison(outcomes.map { Analysis.report(of: $0) })])
  }

  /// What stands above the unsynced writes.
  private static func firstScreen(of text: String) throws -> String {
    let end = try #require(text.firstRange(of: "\n\(Heading.unsynced)\n"))
    return String(text[..<end.lowerBound])
  }
}

extension ScenarioExpectation.Answer {
  /// What the first screen says; nil where no mode is to be chosen.
  fileprivate var headline: String? {
    switch self {
    case .recommend(let modes):
      "Use " + Phrase.list(ResetMode.inOrder.filter(modes.contains).map(\.rawValue), "or")
    case .choose: "Your choice"
    case .none("noReset"), .none("fileDeleted"): nil
    case .none: "The mode makes no difference"
    }
  }
}

extension ScenarioExpectation.Reset {
  fileprivate var isFirstAttempt: Bool {
    engines?.contains("realm-core-14.14") != false && !isRecoveryForbidden && after.isEmpty
      && faults.isEmpty
  }

  /// Each class with how much there is, and the places that are named.
  fileprivate var harmByClass: [(harmClass: HarmClass, count: Int, places: [String])] {
    HarmClass.allCases.compactMap { harmClass in
      switch harm?.member(harmClass.rawValue) {
      case .number(let digits)?: (harmClass, Int(digits) ?? 0, [])
      case .array(let places)?:
        (harmClass, places.count, places.map { $0.placeText(of: harmClass) })
      default: nil
      }
    }
  }
}

extension JSONText {
  /// The place as a report names it, such as `T 1 l[0]`.
  fileprivate func placeText(of harmClass: HarmClass) -> String {
    guard case .array(var parts) = self else { return "" }
    // A value stands beside the place.
    if harmClass == .acknowledgedLost, case .array(let place)? = parts.first { parts = place }
    var text = ""
    for (index, part) in parts.enumerated() {
      switch part {
      case .string(let name) where index > 2: text += ".\(name)"
      case .string(let name): text += (index == 0 ? "" : " ") + name
      case .number(let digits) where index > 2: text += "[\(digits)]"
      case .number(let digits): text += " \(digits)"
      default: return text
      }
    }
    return text
  }
}
