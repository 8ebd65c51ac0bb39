import Recorder
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

  @Test(arguments: names)
  func `a scenario ends as it is expected to, in every mode`(name: String) throws {
    for expected in try ScenarioExpectation(of: name).resets where expected.result != "noReset" {
      for mode in expected.modes {
        var attempt = try ScenarioAttempt(name)
        let local = attempt.local
        let response: ResetResponse
        do {
          response = try attempt.perform(expected, mode: mode)
        } catch ReplayFailure.unsupportedMode {
          continue
        }
        let before = expected.after.isEmpty ? local : attempt.local
        for difference in expected.differences(of: response, local: before) {
          Issue.record("\(name), \(mode.rawValue) \(expected.after.map(\.rawValue)): \(difference)")
        }
      }
    }
  }

  @Test(arguments: names)
  func `a scenario without a reset is replayed in no mode`(name: String) throws {
    let isExpected = try ScenarioExpectation(of: name).resets.contains { $0.result == "noReset" }
    guard isExpected else { return }
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    #expect(throws: ReplayFailure.noReset) {
      try Replay.run(events: scenario.events, mode: .discardLocal)
    }
  }
}
