import Analyzer
import FaultPlans
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

// Entries about a reset with faults.
extension ScenarioExpectation {
  /// The scenarios that have such entries.
  static func namesWithFaults() throws -> [String] {
    try ScenarioFiles.expectedNames().filter {
      try ScenarioExpectation(of: $0).resets.contains { !$0.faults.isEmpty }
    }
    .atLeast(4, "scenarios with faults")
  }

  /// Carries out what the entries with faults of a scenario are about, in all their modes.
  static func forEachFaultedReset(
    of name: String, _ body: (Reset, Report, Comment) throws -> Void
  ) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    var replay = Replay()
    for event in scenario.events { replay.observe(event) }
    for expected in try ScenarioExpectation(of: name).resets where !expected.faults.isEmpty {
      let plan = FaultPlan(try expected.faults.map { try Fault(text: $0) })
      for outcome in try replay.outcomes(modes: expected.modes, faults: plan)[0] {
        let report = Analysis.report(of: outcome)
        #expect(report.unfiredFaults.isEmpty, "\(name), \(report.mode.rawValue)")
        try body(expected, report, "\(expected.faults), \(report.mode.rawValue)")
      }
    }
  }
}
