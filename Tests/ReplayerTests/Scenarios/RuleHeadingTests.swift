import Importers
import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Every ruling names a rule, and every rule can be read up.
@Suite struct RuleHeadingTests {
  @Test func `every rule is a heading of the document`() throws {
    let document = String(decoding: try ProjectFiles.bytes("docs/rules.md"), as: UTF8.self)
    let headings = Set(
      document.split(separator: "\n").filter { $0.hasPrefix("### ") }.map { $0.dropFirst(4) })
    for rule in RuleIdentifier.allCases {
      #expect(headings.contains(rule.rawValue[...]), "\(rule)")
      #expect(RuleIdentifier(rawValue: rule.rawValue) == rule)
    }
    var rules: Set<RuleIdentifier> = []
    for path in try ScenarioFiles.paths() {
      let events = try Scenario(parsing: ProjectFiles.bytes(path)).events
      guard events.askForReset else { continue }
      for engine in Engine.allCases {
        for mode in ResetMode.allCases {
          let outcomes = try Replay.run(events: events, mode: mode, quirks: engine.quirks)
          rules.formUnion(outcomes.flatMap(\.result.rulings).map(\.rule))
        }
      }
    }
    #expect(rules.count > 30, "the scenarios reach most rules")
    #expect(rules.isSubset(of: RuleIdentifier.allCases))
  }
}
