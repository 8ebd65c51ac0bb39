import Analyzer
import CampaignSupport
import Foundation
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns
@testable import Reports

/// `docs/fleet-clusters.sql` and the report: the same clusters, in the same order.
@Suite struct FleetSQLTests {
  /// A Python of the tests' own, or that of the machine.
  private static let python =
    ProcessInfo.processInfo.environment["TRACETOOL_TEST_PYTHON"] ?? Database.python

  private static let hasDuckDB: Bool = {
    guard let python else { return false }
    return (try? RunningProcess.run(python, ["-c", "import duckdb"]))?.status == 0
  }()

  @Test(
    .enabled(if: hasDuckDB, "DuckDB for Python is not installed (`pip install duckdb`)"),
    arguments: TestSeed.seeds(4))
  func `DuckDB makes the same clusters of rows`(seed: UInt64) throws {
    var fleet = RandomFleet(seed: seed)
    // The same trace with other facts is told by the report, and nothing that a table could see.
    let rows = fleet.rows(traceCount: 90)
    let report = try FleetReport.of(rows)
    #expect(report.clusters.count > 20 && report.input.duplicateCount > 0, "\(TestSeed.hint)")
    let told = try Self.clusters(of: rows)
    let json = FleetPages(report).json.member("clusters")
    guard case .array(let clusters)? = json else { throw MissingInput("no clusters") }
    #expect(told == clusters.map(Self.row), "\(TestSeed.hint)")
  }

  @Test(.enabled(if: hasDuckDB, "DuckDB for Python is not installed (`pip install duckdb`)"))
  func `DuckDB compares no modes either where one has no answer`() throws {
    var fleet = RandomFleet(seed: TestSeed.value)
    let rows = fleet.rows(traceCount: 30).map { row in
      guard row.mode == .manual else { return row }
      var row = row
      row.content = .failed(FleetFailure(ReplayFailure.noFreshState(session: 1)))
      return row
    }
    let report = try FleetReport.of(rows)
    #expect(!report.clusters.isEmpty && report.clusters.allSatisfy { !$0.best.isComparison })
    let told = try Self.clusters(of: rows)
    guard case .array(let clusters)? = FleetPages(report).json.member("clusters") else {
      throw MissingInput("no clusters")
    }
    #expect(told == clusters.map(Self.row), "\(TestSeed.hint)")
  }

  @Test(.enabled(if: hasDuckDB, "DuckDB for Python is not installed (`pip install duckdb`)"))
  func `DuckDB reads rows as they are, and as the Parquet that it makes of them`() throws {
    var fleet = RandomFleet(seed: TestSeed.value)
    let rows = fleet.rows(traceCount: 60) + [.failed]
    var lost: [String: Int] = [:]
    var failedCount = 0
    for row in rows {
      guard case .replayed(let replay) = row.content, let mode = row.mode else {
        failedCount += 1
        continue
      }
      guard !replay.resets.isEmpty else { continue }
      lost[mode.rawValue, default: 0] += replay.resets.reduce(0) { $0 + $1.harm.lost }
    }
    #expect(lost.count == 4 && failedCount > 0, "\(TestSeed.hint)")
    let counted = JSONText.members([
      "rows": .integer(rows.count), "failed": .integer(failedCount),
      "lost": .object(
        lost.sorted { $0.key < $1.key }.map { JSONText.Member($0.key, .integer($0.value)) }),
    ])
    try TemporaryFolder.with { folder in
      try folder.write(rows.flatMap(\.line), to: "it's.ndjson")
      let told = try Self.told(
        "fleet-parquet.py", [folder.path("it's.ndjson"), folder.path("it's.parquet")])
      #expect(told.map { $0.member("table") } == [.string("ndjson"), .string("parquet")])
      for table in told {
        for name in ["rows", "failed", "lost"] {
          #expect(table.member(name) == counted.member(name), "\(TestSeed.hint)")
        }
      }
    }
  }

  /// What a program of `Tests/Databases` prints about the documents and some files.
  private static func told(_ program: String, _ files: [String]) throws -> [JSONText] {
    let ended = try RunningProcess.run(
      try #require(python),
      [ProjectFiles.path("Tests/Databases/\(program)"), ProjectFiles.path("docs")] + files)
    guard ended.status == 0 else { throw MissingInput(ended.errorText) }
    return try ended.text.split(separator: "\n").map { try JSONText(parsing: Array($0.utf8)) }
  }

  private static func clusters(of rows: [FleetRow]) throws -> [JSONText] {
    try TemporaryFolder.with { folder in
      try folder.write(rows.flatMap(\.line), to: "it's.ndjson")
      return try told("fleet-clusters.py", [folder.path("it's.ndjson")])
    }
  }

  /// A cluster of the report as the query has it.
  private static func row(_ cluster: JSONText) -> JSONText {
    func member(_ path: String...) -> JSONText {
      path.reduce(cluster) { $0.member($1) ?? .null }
    }
    func cost(_ mode: ResetMode) -> JSONText {
      guard member("best", "traces") != .integer(0),
        case .array(let costs) = member("best", "costs")
      else { return .null }
      return costs.first { $0.member("mode") == .string(mode.rawValue) }?.member("cost") ?? .null
    }
    let harm = HarmClass.allCases.reduce(0) { sum, harmClass in
      guard case .number(let digits) = member("harm", harmClass.rawValue) else { return sum }
      return sum + (Int(digits) ?? 0)
    }
    return .members([
      "cluster": member("cluster"), "mode": member("mode"), "action": member("trigger", "action"),
      "error": member("trigger", "error"), "error_name": member("trigger", "name"),
      "rule": member("rule"), "class": member("class"), "property": member("property"),
      "schema_change": member("schemaChange"), "users": member("users"),
      "traces": member("traces"), "gap_traces": member("tracesWithGaps"),
      "lost": member("harm", "lost"), "stranded": member("harm", "stranded"),
      "overwritten": member("harm", "overwritten"), "doubled": member("harm", "doubled"),
      "acknowledged_lost": member("harm", "acknowledgedLost"), "harm": .integer(harm),
      "compared": member("best", "traces"), "cost_discard": cost(.discardLocal),
      "cost_recover": cost(.recover), "cost_recover_or_discard": cost(.recoverOrDiscard),
      "cost_manual": cost(.manual), "representative": member("representative", "trace"),
    ])
  }
}
