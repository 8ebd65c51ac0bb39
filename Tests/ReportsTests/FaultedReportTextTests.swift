import Analyzer
import ReplaySupport
import Reports
import Testing
import TraceFormat

/// Pages about resets with faults.
@Suite struct FaultedReportTextTests {
  /// Object 4 was created and acknowledged; object 9 the device has never had.
  private static let session = """
    {
      "scenario": 1, "name": "backup",
      "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "v": "int?"}}},
      "synced": {"T": [{"_id": 1, "v": 10}]},
      "acknowledged": [{"operations": [{"create": ["T", 4], "set": {"v": 40}}]}],
      "local": [{"operations": [{"update": ["T", 1], "set": {"v": 11}}]}],
      "serverChanges": [{"operations": [{"create": ["T", 9], "set": {"v": 90}}]}],
      "error": {}
    }
    """

  @Test func `What was lost is named, and what the device never had is marked`() throws {
    let outcome = try FaultTrial(scenario: Self.session)
      .outcome(.recover, "at reset: restore-backup version=2")
    let lines = Analysis.report(of: outcome).text().split(separator: "\n").map(String.init)
    let own = try #require(lines.firstIndex { $0.hasPrefix("      T 4 created") })
    let other = try #require(lines.firstIndex { $0.contains(": T 9 created") })
    #expect(own < other)
  }

  @Test(arguments: [1, 10])
  func `A process that ended asks for nothing once the next attempt has gone through`(step: Int)
    throws
  {
    let outcome = try FaultTrial(file: "trap-crash-during-reset")
      .outcome(.recoverOrDiscard, "at step \(step): crash")
    let page = Analysis.report(of: outcome).text()
    #expect(!page.contains("before the next launch") && !page.contains("Set the mode to manual"))
  }
}
