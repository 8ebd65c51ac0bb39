import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioOutcomeTests {
  static let names: [String] = {
    let paths = (try? ProjectFiles.paths(in: "traces/scenarios/expected", suffix: ".json")) ?? []
    return paths.compactMap { $0.split(separator: "/").last?.dropLast(".json".count) }
      .map(String.init)
  }()

  @Test(arguments: names, Engine.allCases)
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

  @Test(arguments: names)
  func `a scenario without a reset is replayed in no mode`(name: String) throws {
    let isExpected = try ScenarioExpectation(of: name).resets.contains {
      $0.result == "noReset" && $0.faults.isEmpty
    }
    guard isExpected else { return }
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    #expect(throws: ReplayFailure.noReset) {
      try Replay.run(events: scenario.events, mode: .discardLocal)
    }
  }
}
