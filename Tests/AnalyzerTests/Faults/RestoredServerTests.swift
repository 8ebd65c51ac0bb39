import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Analyzer

/// What is said of a server that was restored from a backup, which lacks what it had acknowledged.
@Suite struct RestoredServerTests {
  private func outcome(
    _ mode: ResetMode, acknowledged: String, local: String = "", since: String = ""
  ) throws -> Outcome {
    let file = ScenarioOutcome.sessionFile(
      """
      "acknowledged": [{"operations": [\(acknowledged)]}], "serverRestored": true,
      "local": [{"operations": [\(local)]}], "serverChanges": [{"operations": [\(since)]}]
      """
    ).replacing(#""error": {}"#, with: #""error": {"code": 209}"#)
    return try ScenarioOutcome.of(Array(file.utf8), mode: mode)
  }

  @Test func `a plan puts back what the server lacks of a collection that the device changed`()
    throws
  {
    let outcome = try outcome(
      .manual,
      acknowledged: """
        {"add": ["T", 1, "st"], "value": 3}, {"update": ["T", 1, "d", "b"], "value": 2},
        {"update": ["T", 1, "d", "c"], "value": 3}
        """,
      local: """
        {"add": ["T", 1, "st"], "value": 4}, {"remove": ["T", 1, "st"], "value": 1},
        {"update": ["T", 1, "d", "b"], "value": 5}
        """)
    let plan = try #require(Analysis.report(of: outcome).mergePlan)
    #expect(plan.operations.map(\.address.text) == ["T 1 st", "T 1 d"])
    #expect(plan.operations.map(\.writes) == [[0, 1], [2]])
    var state = outcome.situation.fresh
    try state.apply(Changeset(decoding: plan.changeset))
    for property: RealmString in ["st", "d"] {
      let place = LocationValue("T", .int(1), property, [])
      #expect(state.value(at: place) == outcome.situation.local.value(at: place))
    }
  }
}
