import AnalysisSupport
import FaultPlans
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Reports on resets that faults befell.
@Suite struct FaultedReportTests {
  private static func report(
    _ scenario: String, _ mode: ResetMode, _ faults: String...
  ) throws -> Report {
    var replay = Replay()
    for event in try Scenario(parsing: Array(scenario.utf8)).events { replay.observe(event) }
    let plan = FaultPlan(try faults.map { try Fault(text: $0) })
    let resets = try FaultInjector(replay).resets(under: plan)
    return Analysis.report(of: ComparedOutcome(try #require(resets.first), mode: mode))
  }

  private static func report(
    file: String, _ mode: ResetMode, _ faults: String...
  ) throws -> Report {
    var replay = Replay()
    for event in try Scenario(parsing: ProjectFiles.bytes(file)).events { replay.observe(event) }
    let plan = FaultPlan(try faults.map { try Fault(text: $0) })
    let resets = try FaultInjector(replay).resets(under: plan)
    return Analysis.report(of: ComparedOutcome(try #require(resets.first), mode: mode))
  }

  /// Object 4 was created and acknowledged, then written to.
  private static let session = """
    {
      "scenario": 1, "name": "backup",
      "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "v": "int?"}}},
      "synced": {"T": [{"_id": 1, "v": 10}]},
      "acknowledged": [{"operations": [{"create": ["T", 4], "set": {"v": 40}}]}],
      "local": [
        {"operations": [{"update": ["T", 4], "set": {"v": 41}}]},
        {"operations": [{"update": ["T", 1], "set": {"v": 11}}]}
      ],
      "serverChanges": [{"operations": [{"create": ["T", 9], "set": {"v": 90}}]}],
      "error": {}
    }
    """

  @Test(arguments: [208, 211])
  func `what a restored backup lacks is the cause of a loss, whatever the error`(code: Int) throws {
    let report = try Self.report(
      Self.session, .recover, "at reset: restore-backup version=2",
      "at reset: client-reset code=\(code)")
    #expect(report.error.code == Int32(code))
    #expect(report.writes.map(\.fate) == [.lost, .recovered])
    #expect(report.writes[0].cause == .restoredBackup)
    #expect(report.traps.contains { $0.trap.rawValue == "acknowledged-changes-lost" })
  }

  @Test func `an object that went out of view is hidden, and not deleted`() throws {
    let report = try Self.report(
      Self.session, .recover, "at reset: role-change class=T property=_id value=4")
    #expect(report.writes.map(\.cause) == [.objectHidden, nil])
    let deleted = try Self.report(Self.session, .recover, "at reset: terminate-sync data=gone")
    #expect(deleted.writes.map(\.cause) == [.objectDeleted, .objectDeleted])
  }

  @Test func `a class that the server's changes made was there, unless a fault denies it`() throws {
    let own = #"{"addClass": "U", "primaryKey": "_id", "properties": {"_id": "int"}}"#
    let session = Self.session.replacing(
      #"{"create": ["T", 9], "set": {"v": 90}}"#, with: own)
    for (fault, className, wasSynced) in [
      ("remove-class", "U", true), ("unknown-class", "U", false), ("unknown-class", "T", false),
    ] {
      let report = try Self.report(
        session.replacing(#""local": ["#, with: #""local": [{"operations": [\#(own)]}, "#),
        .discardLocal, "at reset: \(fault) class=\(className)")
      #expect(report.missingSchema.map(\.wasSynced) == [wasSynced], "\(fault) \(className)")
    }
  }

  /// Scenarios in which defects of the engine do harm, among others.
  private static func scenarios() throws -> [String] {
    try ScenarioFiles.paths().filter { path in
      ["rs-16", "rs-57", "rs-58", "rs-71", "rs-72", "rs-73", "rs-74", "rs-02"].contains {
        path.contains($0)
      }
    }
    .atLeast(8, "scenarios with defects")
  }

  @Test func `a fault that does no harm leaves the report as it is, defects included`() throws {
    var defectCount = 0
    for path in try Self.scenarios() {
      let plain = try Self.report(file: path, .recover)
      let faulted = try Self.report(file: path, .recover, "at reset: disconnect")
      #expect(faulted.faults.count == 1, "\(path)")
      #expect(faulted.writes == plain.writes, "\(path)")
      #expect(faulted.defects.map(\.writes) == plain.defects.map(\.writes), "\(path)")
      defectCount += plain.defects.count
    }
    #expect(defectCount > 3)
  }

  @Test func `what is not known of a write is not laid to a defect of the engine`() throws {
    var replay = Replay()
    let trace = try TraceFiles.read(ProjectFiles.bytes("traces/field-inspections.synctrace"))
    // Without the state that was downloaded the server's is not fully known.
    for event in trace.events {
      if case .snapshot(let snapshot) = event.content, snapshot.role == .fresh { continue }
      replay.observe(event)
    }
    let plan = FaultPlan([try Fault(text: "at commit 6: lost-acknowledgement")])
    let reset = try #require(try FaultInjector(replay).resets(under: plan).first)
    let report = Analysis.report(of: ComparedOutcome(reset, mode: .recover))
    let unknown = report.writes.filter { $0.fate == .unknown }
    #expect(unknown.contains { $0.defect != nil })
    #expect(unknown.compactMap(\.defect).allSatisfy { $0.effect.isDone })
  }
}

extension EngineDefect.Effect {
  /// Whether something was done twice or wrong, without a word on whether the write is kept.
  fileprivate var isDone: Bool {
    switch self {
    case .doneTwice, .doneWrong: true
    default: false
    }
  }
}
