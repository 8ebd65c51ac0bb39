import Analyzer
import CampaignSupport
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns

/// Clusters, their best modes and the traces that show them.
@Suite struct FleetClusterTests {
  @Test func `one loss of many devices is one cluster`() throws {
    let report = try FleetReport.of([
      .losing(2, "a", mode: .recover, user: 1), .losing(3, "b", mode: .recover, user: 1),
      .losing(1, "c", mode: .recover, user: 2), .losing(0, "d", mode: .recover, user: 3),
    ])
    let cluster = try #require(report.clusters.first)
    #expect(report.clusters.count == 1)
    #expect(cluster.harm.lost == 6 && cluster.cost == 6)
    #expect(cluster.traceCount == 3 && cluster.userCount == 2)
    #expect(report.userCount == 3 && report.traceCount == 4)
    #expect(report.total(.recover)?.incidentCount == 4)
  }

  @Test func `what differs in one part of the key is another cluster`() throws {
    let report = try FleetReport.of([
      .losing(2, "a", mode: .recover), .losing(2, "b", mode: .manual),
      .losing(2, "c", mode: .recover, property: "é"),
      .losing(2, "d", mode: .recover, property: "e\u{301}"),
    ])
    #expect(report.clusters.count == 4)
    // Of equal harm the keys decide, by bytes: `Manual` before `Recover`, `e` with an accent before `é`.
    let places = report.clusters.map { "\($0.key.mode.rawValue) \($0.key.property ?? "")" }
    #expect(
      places.map { Array($0.utf8) }
        == ["Manual notes", "Recover e\u{301}", "Recover notes", "Recover é"].map { Array($0.utf8) }
    )
  }

  @Test func `the most users come first, then the most harm, then the most traces`() throws {
    let report = try FleetReport.of([
      .losing(4, "a", mode: .recover, property: "one"),
      .losing(2, "b", mode: .recover, user: 1, property: "two"),
      .losing(2, "c", mode: .recover, user: 1, property: "two"),
      .losing(2, "d", mode: .recover, user: 1, property: "three"),
      .losing(2, "e", mode: .recover, user: 2, property: "three"),
      .losing(5, "f", mode: .recover, property: "worst"),
    ])
    #expect(report.clusters.map(\.key.property) == ["three", "worst", "two", "one"])
  }

  @Test func `what a mode does by definition comes last`() throws {
    let report = try FleetReport.of([
      .losing(9, "a", mode: .discardLocal, user: 1), .losing(9, "b", mode: .discardLocal, user: 2),
      .losing(1, "c", mode: .recover, user: 1),
    ])
    #expect(report.clusters.map(\.key.mode) == [.recover, .discardLocal])
    #expect(report.clusters.map(\.key.isByDefinition) == [false, true])
  }

  @Test func `the mode that costs least is the best, and ties are told as ties`() throws {
    let rows = [
      FleetRow.losing(4, "a", mode: .discardLocal), .losing(1, "a", mode: .recover),
      .losing(1, "a", mode: .recoverOrDiscard), .losing(3, "a", mode: .manual),
    ]
    let report = try FleetReport.of(rows)
    #expect(report.best.modes == [.recover, .recoverOrDiscard])
    #expect(report.best.costs.map(\.cost) == [4, 1, 1, 3])
    for cluster in report.clusters { #expect(cluster.best == report.best) }
  }

  @Test(arguments: [(0, 2, [ResetMode.recover]), (0, 3, []), (2, 0, [.recover]), (2, 3, [])])
  func `a mode is the best that costs no more whatever becomes of the rest`(
    discarded: Int, recovered: Int, best: [ResetMode]
  ) throws {
    let report = try FleetReport.of([
      .losing(4, "a", mode: .discardLocal, unknown: discarded),
      .losing(1, "a", mode: .recover, unknown: recovered),
      .losing(0, "b", mode: .discardLocal), .losing(1, "b", mode: .recover),
    ])
    #expect(report.best.costs.map(\.cost) == [4 + discarded, 2 + recovered])
    #expect(report.best.costs.map(\.unknown) == [discarded, recovered])
    #expect(report.best.modes == best)
  }

  @Test func `only traces with a row in every mode are compared`() throws {
    let report = try FleetReport.of([
      .losing(4, "a", mode: .discardLocal), .losing(1, "a", mode: .recover),
      .losing(9, "b", mode: .recover),
    ])
    #expect(report.best.comparedTraceCount == 1)
    #expect(report.best.modes == [.recover])
    let alone = try #require(report.clusters.first { $0.key.mode == .recover })
    #expect(alone.traceCount == 2 && alone.best.comparedTraceCount == 1)
    #expect(try FleetReport.of([.losing(9, "b", mode: .recover)]).best.modes.isEmpty)
  }

  @Test func `sessions that lost nothing without a reset are nothing to choose by`() throws {
    let report = try FleetReport.of([
      .losing(0, "a", mode: .discardLocal, kind: .unsynced),
      .losing(0, "a", mode: .recover, kind: .unsynced),
    ])
    #expect(report.best.comparedTraceCount == 0 && report.best.modes.isEmpty)
    #expect(report.total(.recover)?.incidentCount == 0)
    let lossy = try FleetReport.of([.losing(1, "a", mode: .recover, kind: .unsynced)])
    #expect(lossy.total(.recover)?.incidentCount == 1)
  }

  @Test func `the trace that shows a cluster alone with the smallest loss stands for it`() throws {
    var both = FleetRow.losing(1, "0 both", mode: .recover)
    if case .replayed(var replay) = both.content,
      case .replayed(let other) = FleetRow.losing(1, "x", mode: .recover, property: "y").content
    {
      replay.resets += other.resets
      both.content = .replayed(replay)
    }
    let report = try FleetReport.of([
      both, .losing(3, "1 large", mode: .recover), .losing(2, "3 small", mode: .recover),
      .losing(2, "2 small", mode: .recover),
    ])
    let cluster = try #require(report.clusters.first { $0.key.property == "notes" })
    #expect(cluster.representative.name == "2 small")
    #expect(cluster.representative.clusterCount == 1 && cluster.representative.cost == 2)
  }

  @Test func `traces that do not show everything are told, and stand for a cluster last`() throws {
    var gapped = FleetRow.losing(1, "a", mode: .recover)
    if case .replayed(var replay) = gapped.content {
      replay.resets[0].gaps = [FleetCount(.wireOnly, 2)]
      gapped.content = .replayed(replay)
    }
    let report = try FleetReport.of([gapped, .losing(5, "b", mode: .recover)])
    #expect(report.clusters[0].gapTraceCount == 1)
    #expect(report.clusters[0].representative.name == "b")
    #expect(report.gapTraceCount == 1 && report.damagedTraceCount == 0)
    #expect(report.gaps == [FleetCount(.wireOnly, 1)])
  }
}
