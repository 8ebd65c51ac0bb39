import Analyzer
import CampaignSupport
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Campaigns

/// Two runs.
@Suite struct FleetTrendTests {
  /// So many traces of which some lose a write to a property.
  private func run(
    _ traceCount: Int, losing lossyCount: Int, property: String = "notes", users: UInt64? = nil,
    mode: ResetMode = .recover
  ) throws -> FleetReport {
    try .of(
      (0..<traceCount).map { number in
        FleetRow.losing(
          number < lossyCount ? 1 : 0, "\(number)", mode: mode,
          user: users.map { UInt64(number) % $0 }, property: property)
      })
  }

  private func directions(_ newer: FleetReport, _ older: FleetReport) -> [FleetTrend.Direction] {
    newer.trend(since: older).entries.map(\.direction)
  }

  @Test func `what is new, gone, grown, shrunk and the same`() throws {
    #expect(try directions(run(10, losing: 1), run(10, losing: 0)) == [.new])
    #expect(try directions(run(10, losing: 0), run(10, losing: 1)) == [.gone])
    #expect(try directions(run(10, losing: 2), run(10, losing: 1)) == [.grown])
    #expect(try directions(run(10, losing: 1), run(10, losing: 2)) == [.shrunk])
    #expect(try directions(run(10, losing: 3), run(10, losing: 3)) == [.same])
    #expect(
      try directions(run(10, losing: 1, property: "a"), run(10, losing: 1, property: "b"))
        == [.new, .gone])
  }

  @Test func `shares decide, and not numbers`() throws {
    #expect(try directions(run(1_000, losing: 20), run(10, losing: 1)) == [.shrunk])
    #expect(try directions(run(10, losing: 1), run(1_000, losing: 20)) == [.grown])
    #expect(try directions(run(30, losing: 3), run(10, losing: 1)) == [.same])
  }

  @Test func `of as large a share of the traces, more of the users are a growth`() throws {
    let (few, many) = (try run(8, losing: 4, users: 1), try run(8, losing: 4, users: 8))
    let entry = try #require(many.trend(since: few).entries.first)
    #expect(entry.newerTraces == entry.olderTraces)
    #expect(entry.olderUsers == FleetShare(1, of: 1) && entry.newerUsers == FleetShare(4, of: 8))
    #expect(entry.direction == .shrunk)
    #expect(directions(few, many) == [.grown])
  }

  @Test func `a mode that one run lacks is not compared`() throws {
    let (older, newer) = (try run(4, losing: 1), try run(4, losing: 1, mode: .manual))
    let trend = newer.trend(since: older)
    #expect(trend.extents.isEmpty && trend.entries.isEmpty && trend.rates.isEmpty)
    #expect(trend.otherModes == [.recover, .manual])
  }

  @Test func `what is destroyed is set against the traces with a reset or harm`() throws {
    let trend = try run(10, losing: 3).trend(since: run(100, losing: 20))
    #expect(trend.rates.count == 1)
    #expect(trend.rates[0].older == FleetShare(20, of: 100))
    #expect(trend.rates[0].newer == FleetShare(3, of: 10))
    #expect(trend.rates[0].isWorse)
  }

  @Test(arguments: TestSeed.seeds(4))
  func `a run is the same as itself, and backwards new is gone and grown shrunk`(seed: UInt64)
    throws
  {
    var fleet = RandomFleet(seed: seed)
    let (a, b) = (
      try FleetReport.of(fleet.rows(traceCount: 40)), try FleetReport.of(fleet.rows(traceCount: 60))
    )
    #expect(a.trend(since: a).entries.allSatisfy { $0.direction == .same })
    let (there, back) = (b.trend(since: a), a.trend(since: b))
    for (direction, opposite) in [
      (FleetTrend.Direction.new, FleetTrend.Direction.gone), (.grown, .shrunk), (.same, .same),
    ] {
      let keys = Set(there.entries(direction).map { ($0.newer ?? $0.older)?.key })
      #expect(keys == Set(back.entries(opposite).map { ($0.newer ?? $0.older)?.key }))
    }
    #expect(there.entries.count == Set(a.clusters.map(\.key) + b.clusters.map(\.key)).count)
  }
}

/// Limits that a release has to keep.
@Suite struct FleetGateTests {
  @Test(arguments: [
    "lost", "lost=", "lost=x", "lost=-1", "lost=1.5", "lost=%", "lost=0,lost=1", "nothing=1", "",
    "errors=1.00001%", "errors=1.%%", "lost=99999999999999999999", "=1", "new=1000001%",
  ])
  func `what is no limit is refused`(text: String) {
    guard text != "lost" else {
      #expect(throws: Never.self) { try FleetGate(parsing: text) }
      return
    }
    #expect(throws: LimitFailure.self) { try FleetGate(parsing: text) }
  }

  @Test func `limits are numbers, percentages, or nothing at all`() throws {
    let gate = try FleetGate(parsing: "lost=3 errors=0.5%,new")
    #expect(
      gate.limits == [
        .lost: .count(3), .errors: .percent(FleetPercent(partsPerMillion: 5_000)), .new: .count(0),
      ])
    #expect(gate.needsOlder)
    #expect(gate.limits[.errors]?.text == "0.5%")
  }

  private func breaches(
    _ text: String, _ rows: [FleetRow], since older: [FleetRow]? = nil
  ) throws -> [FleetBreach] {
    let report = try FleetReport.of(rows)
    let trend = try older.map { report.trend(since: try FleetReport.of($0)) }
    return try FleetGate(parsing: text).breaches(of: report, trend)
  }

  @Test func `a limit may be reached and not passed, in each mode`() throws {
    let rows = [
      FleetRow.losing(2, "a", mode: .recover), .losing(5, "a", mode: .discardLocal),
      .losing(0, "b", mode: .recover), .losing(0, "b", mode: .discardLocal),
    ]
    #expect(try breaches("lost=5,stranded=0", rows).isEmpty)
    let found = try breaches("lost=4", rows)
    #expect(found.map(\.mode) == [.discardLocal] && found[0].found == .count(5))
    // Two writes in two traces are a hundred per cent.
    #expect(try breaches("lost=100%", rows).map(\.mode) == [.discardLocal])
    #expect(try breaches("lost=99.9999%", rows).count == 2)
  }

  @Test func `what could not be replayed can be limited`() throws {
    let rows = [FleetRow.failed, .losing(0, "a", mode: .recover)]
    #expect(try breaches("errors", rows).first?.found == .count(1))
    #expect(try breaches("errors=50%", rows).isEmpty)
    #expect(try breaches("errors=49%", rows).first?.found == .share(FleetShare(1, of: 2)))
  }

  @Test func `what is new, grown or worse can be limited, by number and by how much`() throws {
    func run(_ lossyCount: Int, of count: Int, _ property: String = "notes") -> [FleetRow] {
      (0..<count).map {
        .losing($0 < lossyCount ? 1 : 0, "\($0)", mode: .recover, property: property)
      }
    }
    #expect(try breaches("new", run(1, of: 10), since: run(0, of: 10)).count == 1)
    #expect(try breaches("new=1", run(1, of: 10), since: run(0, of: 10)).isEmpty)
    #expect(try breaches("new=10%", run(1, of: 10), since: run(0, of: 10)).isEmpty)
    #expect(try breaches("new=9%", run(1, of: 10), since: run(0, of: 10)).count == 1)
    #expect(try breaches("grown", run(3, of: 10), since: run(2, of: 10)).count == 1)
    #expect(try breaches("grown=50%", run(3, of: 10), since: run(2, of: 10)).isEmpty)
    #expect(try breaches("grown=49%", run(3, of: 10), since: run(2, of: 10)).count == 1)
    #expect(try breaches("worse", run(3, of: 10), since: run(30, of: 100)).isEmpty)
    #expect(try breaches("worse", run(4, of: 10), since: run(30, of: 100)).count == 1)
    #expect(try breaches("worse=30%", run(4, of: 10), since: run(30, of: 100)).count == 1)
    #expect(try breaches("worse=34%", run(4, of: 10), since: run(30, of: 100)).isEmpty)
  }

  @Test func `shares are compared without rounding, however large the numbers`() {
    let large = 1 << 45
    #expect(FleetShare(large, of: large + 1).exceeds(FleetShare(large - 1, of: large)))
    #expect(!FleetShare(large - 1, of: large).exceeds(FleetShare(large, of: large + 1)))
    let most = FleetPercent(partsPerMillion: 10_000_000_000)
    #expect(!FleetShare(.max, of: .max).exceeds(FleetShare(.max, of: .max), byMoreThan: most))
    #expect(!FleetShare(1, of: 0).exceeds(FleetShare(0, of: 0)))
    #expect(FleetShare(1, of: 3).percent(digits: 2)?.text == "33.33%")
    #expect(FleetShare(5, of: 2).percent(digits: 2)?.text == "250%")
    #expect(FleetShare(1, of: 0).percent(digits: 2) == nil)
  }
}
