import Analyzer
import FaultPlans
import Importers
import RealmModel
import Replayer
import Testing
import TraceFormat

/// The horizon of a session with faults is that of the session as the faults made it.
@Suite struct LossTimelineFaultTests {
  /// Two unsynced transactions, then one of the server's.
  private static let session = """
    {
      "scenario": 1, "name": "test",
      "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "a": "int"}}},
      "synced": {"T": [{"_id": 1, "a": 1}, {"_id": 2, "a": 1}, {"_id": 3, "a": 1}]},
      "local": [
        {"operations": [{"update": ["T", 1], "set": {"a": 2}}]},
        {"operations": [{"update": ["T", 2], "set": {"a": 2}}]}
      ],
      "serverChanges": [{"operations": [{"update": ["T", 3], "set": {"a": 3}}]}],
      "error": {}
    }
    """

  /// The horizon of the only reset under a fault.
  private func horizon(_ mode: ResetMode, _ fault: String) throws -> LossTimeline {
    var replay = Replay()
    for event in try Scenario(parsing: Array(Self.session.utf8)).events { replay.observe(event) }
    let resets = try FaultInjector(replay).resets(under: FaultPlan([try Fault(text: fault)]))
    let reset = try #require(resets.first)
    try #require(resets.count == 1)
    let report = Analysis.report(of: reset.outcome(mode: mode))
    return Analysis.horizon(
      of: reset, mode: mode, report: report)
  }

  @Test func `a reset that a fault makes due ends the horizon`() throws {
    let horizon = try horizon(.discardLocal, "after commit 1: client-reset")
    #expect(horizon.points.map(\.unsyncedCount) == [0, 1, 1])
    #expect(horizon.points.map(\.isRecorded) == [false, false, true])
    #expect(horizon.losses.map(\.point) == [nil])
  }

  @Test func `what a fault did to the server's history is there from then on`() throws {
    let horizon = try horizon(.discardLocal, "at commit 1: lost-acknowledgement")
    // The base, the commit, its integration, the other commit, the server's change, the reset.
    #expect(horizon.points.map(\.unsyncedCount) == [0, 1, 1, 2, 2, 2])
    #expect(horizon.points.map(\.atRiskCount) == [0, 1, 0, 1, 1, 1])
    #expect(horizon.losses.map(\.writes) == [[1]])
  }

  @Test func `a fault of the reset itself shows at the last point alone`() throws {
    let horizon = try horizon(.recover, "at reset: remove-class class=T")
    #expect(horizon.points.map(\.result).dropLast().allSatisfy { $0 == .recovered })
    #expect(horizon.points.map(\.lossCount) == [0, 0, 0, 0, 2])
    #expect(horizon.losses.map(\.point) == [4])
    #expect(horizon.losses.map(\.writes) == [[0, 1]])
  }
}
