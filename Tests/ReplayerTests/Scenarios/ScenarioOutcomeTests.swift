import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioOutcomeTests {
  @Test(arguments: try ScenarioFiles.expectedNames(), Engine.allCases)
  func `a scenario ends as it is expected to, in every mode`(name: String, engine: Engine) throws {
    for expected in try ScenarioExpectation(of: name).resets
    where expected.result != "noReset" && expected.engines?.contains(engine.rawValue) != false {
      for mode in expected.modes { try check(name, engine, mode, expected) }
    }
  }

  private func check(
    _ name: String, _ engine: Engine, _ mode: ResetMode, _ expected: ScenarioExpectation.Reset
  ) throws {
    var attempt = try ScenarioAttempt(name, engine: engine)
    let local = attempt.local
    let end = try attempt.perform(expected, mode: mode)
    let before = expected.after.isEmpty ? local : attempt.local
    let title = "\(engine.rawValue), \(mode.rawValue)\(expected.afterText)"
    let differences = expected.differences(of: end, local: before)
    for difference in differences { Issue.record("\(title): \(difference)") }
  }

  /// The scenarios that should not end in a reset.
  private static func namesWithoutReset() throws -> [String] {
    try ScenarioFiles.expectedNames().filter { name in
      try ScenarioExpectation(of: name).resets.contains {
        $0.result == "noReset" && $0.faults.isEmpty
      }
    }
    .atLeast(7, "scenarios without a reset")
  }

  @Test(arguments: try namesWithoutReset())
  func `a scenario without a reset is replayed in no mode`(name: String) throws {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    #expect(throws: ReplayFailure.noReset) {
      try Replay.run(events: scenario.events, mode: .discardLocal)
    }
  }
}
