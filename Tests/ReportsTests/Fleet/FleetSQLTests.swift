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

  private static func clusters(of rows: [FleetRow]) throws -> [JSONText] {
    try TemporaryFolder.with { folder in
      try folder.write(rows.flatMap(\.line), to: "it's.ndjson")
      let ended = try RunningProcess.run(
        try #require(python),
        [
          ProjectFiles.path("Tests/Databases/fleet-clusters.py"), ProjectFiles.path("docs"),
          folder.path("it's.ndjson"),
        ])
      guard ended.status == 0 else { throw MissingInput(ended.errorText) }
      return try ended.text.split(separator: "\n").map { try JSONText(parsing: Array($0.utf8)) }
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
