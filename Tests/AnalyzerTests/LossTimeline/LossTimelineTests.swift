import AnalysisSupport
import Analyzer
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Since when losses can't be helped. What is expected follows from the rules of recovery and the
/// order of the events, not from what the tool says.
@Suite struct LossTimelineTests {
  /// The point that a loss dates from, in the terms of the session.
  enum Since: Hashable {
    /// When each of the writes was made.
    case made
    case device(UInt64)
    case server(UInt64)
    /// The reset's own download.
    case reset
  }

  struct Expectation: CustomTestStringConvertible {
    var scenario: String
    var mode: ResetMode
    var losses: [(since: Since, fate: Fate, count: Int)]
    var testDescription: String { "\(scenario) \(mode)" }

    init(
      _ scenario: String, _ mode: ResetMode, _ losses: (since: Since, fate: Fate, count: Int)...
    ) {
      (self.scenario, self.mode, self.losses) = (scenario, mode, losses)
    }
  }

  static let expectations = [
    // Discarding takes whatever is unsynced, as soon as there is anything.
    Expectation("rs-01-independent-creates", .discardLocal, (.made, .lost, 5)),
    Expectation("rs-04-edit-on-deleted", .discardLocal, (.made, .lost, 1)),
    // The edit could be recovered until the server deleted its object.
    Expectation("rs-04-edit-on-deleted", .recover, (.server(3), .lost, 1)),
    // Only the link to the deleted target is lost, not the other one.
    Expectation("rs-18-link-list-append-dead-target", .recover, (.server(3), .lost, 1)),
    Expectation("rs-20-link-set-dead-target", .recover, (.server(3), .lost, 1)),
    Expectation("rs-23-single-link-dead-target", .recover, (.server(3), .lost, 1)),
    // The server had all of it, acknowledged or not.
    Expectation("rs-42a-acknowledgement-lost", .discardLocal),
    // The trace shows the server's return to a backup by what the reset downloaded alone.
    Expectation("rs-41-backup-restore", .recover, (.reset, .lost, 1)),
    // The link is lost to the copy of the list, made before its target is; no server is needed.
    Expectation("rs-70a-link-to-later-created-object", .recover, (.made, .lost, 1)),
    // A removed class or property stops every reset.
    Expectation("rs-29-class-removed", .recover, (.server(3), .stranded, 1)),
    Expectation("rs-29-class-removed", .discardLocal, (.made, .stranded, 1)),
    // Recovery can't remove a property, which the first transaction does.
    Expectation("rs-37a-local-destructive-schema", .recover, (.made, .stranded, 2)),
    // Discarding can't either bring classes about or leave them, from the first transaction on.
    Expectation("rs-36-local-additive-schema", .discardLocal, (.made, .stranded, 4)),
    Expectation("rs-36-local-additive-schema", .recover),
    // Nothing is ever recovered, whatever the point.
    Expectation("rs-04-edit-on-deleted", .manual, (.made, .stranded, 1)),
    // Recovery is forbidden: the reset fails wherever it comes.
    Expectation("rs-40-recovery-forbidden", .recover, (.made, .stranded, 2)),
  ]

  @Test(arguments: expectations)
  func `a loss dates from the event that brought it about`(expected: Expectation) throws {
    let sample = try LossTimelineSample.scenario(expected.scenario, expected.mode)
    let found = sample.horizon.losses.map { loss in
      "\(Self.since(loss.point, sample.horizon)) \(loss.fate.rawValue) \(loss.writes.count)"
    }
    #expect(
      found == expected.losses.map { "\($0.since) \($0.fate.rawValue) \($0.count)" })
  }

  private static func since(_ point: Int?, _ horizon: LossTimeline) -> Since {
    guard let point else { return .made }
    if horizon.points[point].isRecorded { return .reset }
    switch horizon.points[point].change {
    case .localCommit(let version): return .device(version)
    case .serverCommit(let version): return .server(version)
    default:
      Issue.record("nothing happens at point \(point)")
      return .reset
    }
  }

  @Test func `a loss dates from a later transaction of the device's own`() throws {
    let file = """
      {
        "scenario": 1, "name": "test",
        "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "v": "int", "s": "string?"}}},
        "synced": {"T": [{"_id": 1, "v": 10}]},
        "local": [
          {"operations": [{"update": ["T", 1], "set": {"v": 11}}]},
          {"operations": [{"removeProperty": ["T", "s"]}]}
        ],
        "error": {}
      }
      """
    let sample = try #require(
      LossTimelineSample.all(Scenario(parsing: Array(file.utf8)).events, .recover).first)
    #expect(sample.horizon.points.map(\.result) == [.recovered, .recovered, .failed, .failed])
    #expect(sample.horizon.losses.map(\.point) == [nil, 2])
    #expect(sample.horizon.losses.map(\.writes) == [[1], [0]])
    #expect(sample.horizon.losses.allSatisfy { $0.reason == .resetFails(.unrecoverable) })
  }

  @Test func `each point counts what is unsynced, at risk and lost there`() throws {
    let horizon = try LossTimelineSample.scenario("rs-42a-acknowledgement-lost", .discardLocal)
      .horizon
    #expect(horizon.points.map(\.unsyncedCount) == [0, 5, 5, 5])
    #expect(horizon.points.map(\.atRiskCount) == [0, 5, 0, 0])
    #expect(horizon.points.map(\.lossCount) == [0, 5, 0, 0])
    #expect(horizon.points.map(\.isRecorded) == [false, false, false, true])
  }

  @Test(arguments: ResetMode.allCases)
  func `the last point is the reset that the report is about`(mode: ResetMode) throws {
    for path in try ScenarioFiles.paths() {
      let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
      guard scenario.events.askForReset else { continue }
      for sample in try LossTimelineSample.all(scenario.events, mode) {
        let last = try #require(sample.horizon.points.last)
        #expect(last.isRecorded && last.result == sample.report.result)
        #expect(last.unsyncedCount == sample.report.writes.count)
        for (fate, count) in sample.report.totals { #expect(last.count(of: fate) == count) }
        let lost = sample.horizon.losses.flatMap(\.writes).sorted()
        #expect(lost == sample.report.writes.indices.filter { sample.report.writes[$0].isLost })
      }
    }
  }

  @Test func `points at which a side's state is not known are counted and left out`() throws {
    let line = try #require(try Vectors.lines(of: "reset-core.ndjson.zst").first)
    let vector = try ResetVector(parsing: Array(line))
    try #require(vector.base == nil)
    let sample = try #require(
      LossTimelineSample.all(VectorImporter.events(of: vector), .discardLocal).first)
    #expect(sample.horizon.points.map(\.isRecorded) == [true])
    #expect(sample.horizon.unknownPointCount == 1 + vector.unsynced.count)
  }
}

extension JudgedWrite {
  fileprivate var isLost: Bool { fate == .lost || fate == .stranded }
}
