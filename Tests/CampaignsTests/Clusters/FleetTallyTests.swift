import Analyzer
import CampaignSupport
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns

/// Rows, counted.
@Suite struct FleetTallyTests {
  @Test(arguments: TestSeed.seeds(8))
  func `the order of the rows does not matter`(seed: UInt64) throws {
    var fleet = RandomFleet(seed: seed)
    let rows = fleet.rows(traceCount: 80)
    let report = try FleetReport.of(rows)
    #expect(report.clusters.count > 20, "\(TestSeed.hint)")
    var numbers = SeededNumbers(seed: seed)
    for _ in 0..<3 {
      let shuffled = try FleetReport.of(rows.shuffled(using: &numbers))
      #expect(shuffled.isSame(as: report), "\(TestSeed.hint)")
    }
  }

  @Test(arguments: TestSeed.seeds(4))
  func `rows read from files come to the same, as one file or several`(seed: UInt64) throws {
    var fleet = RandomFleet(seed: seed)
    let rows = fleet.rows(traceCount: 40)
    let report = try FleetReport.of(rows)
    let lines = rows.map(\.line)
    for parts in [1, 2, 7] {
      var tally = FleetTally()
      for part in 0..<parts {
        let own = lines.indices.filter { $0 % parts == part }.flatMap { lines[$0] }
        try tally.add(MemorySource(own, name: "part"), path: "part \(part)")
      }
      #expect(tally.report().isSame(as: report), "\(TestSeed.hint)")
    }
  }

  @Test(arguments: TestSeed.seeds(4))
  func `a run that is counted twice is counted once`(seed: UInt64) throws {
    var fleet = RandomFleet(seed: seed)
    let rows = fleet.rows(traceCount: 30)
    let (once, twice) = (try FleetReport.of(rows), try FleetReport.of(rows + rows))
    #expect(
      twice.input.duplicateCount == 2 * once.input.duplicateCount + rows.count
        - once.input.duplicateCount)
    #expect(twice.isSame(as: once, exceptInput: true), "\(TestSeed.hint)")
  }

  @Test func `rows that contradict each other are told, and the first one counts`() throws {
    let row = FleetRow.losing(1, "a", mode: .recover)
    var other = FleetRow.losing(5, "a", mode: .recover)
    other.trace.sha256 = row.trace.sha256
    let report = try FleetReport.of([row, other])
    #expect(report.input.contradictionCount == 1)
    #expect(report.total(.recover)?.harm.lost == 1)
    #expect(report.traceCount == 1)
  }

  @Test func `rows of two engines are no one fleet, unless one is asked for`() throws {
    let row = FleetRow.losing(1, "a", mode: .recover)
    var other = FleetRow.losing(5, "b", mode: .recover)
    if case .replayed(var replay) = other.content {
      replay.engine = .ideal
      other.content = .replayed(replay)
    }
    #expect(throws: FleetClash.engines([.realmCore, .ideal])) {
      try FleetReport.of([row, other])
    }
    let ideal = try FleetReport.of([row, other], engine: .ideal)
    #expect(ideal.input.omittedCount == 1)
    #expect(ideal.total(.recover)?.harm.lost == 5)
  }

  @Test func `modes that were not asked for have no clusters, and are compared with all the same`()
    throws
  {
    let rows = [FleetRow.losing(1, "a", mode: .recover), .losing(9, "a", mode: .discardLocal)]
    let report = try FleetReport.of(rows, modes: [.recover])
    #expect(report.modes.map(\.mode) == [.recover])
    #expect(report.clusters.map(\.key.mode) == [.recover])
    #expect(report.clusters[0].best.costs.map(\.cost) == [9, 1])
  }

  @Test func `errors are counted by kind, a trace once for each`() throws {
    func failed(_ name: String, _ kind: FleetFailure.Kind, _ mode: ResetMode?) -> FleetRow {
      FleetRow(
        trace: FleetTrace(name: RealmString(name)), mode: mode,
        content: .failed(FleetFailure(kind, message: "because of \(name)", exitCode: 65)))
    }
    let report = try FleetReport.of([
      failed("b", .work, .recover), failed("b", .work, .manual), failed("a", .work, .recover),
      failed("c", .invalid, nil), failed("c", .invalid, nil),
    ])
    #expect(report.errors.map(\.kind) == [.work, .invalid])
    #expect(report.errors.map(\.rowCount) == [3, 1])
    #expect(report.errors.map(\.traceCount) == [2, 1])
    #expect(report.errors[0].example == "a" && report.errors[0].message == "because of a")
    #expect(report.input.duplicateCount == 1)
    #expect(report.traceCount == 3 && report.errorTraceCount == 3)
  }
}

/// Malformed lines.
@Suite struct FleetReadingTests {
  private let rows = (0..<3).map { FleetRow.losing(1, "\($0)", mode: .recover).line }

  @Test func `a bad line is told with its number and passed over`() throws {
    let bytes = rows[0] + Array("{\"schema\": 1, \"trace\": 7}\n\nno row\n".utf8) + rows[1]
    var tally = FleetTally()
    try tally.add(MemorySource(bytes, name: "x"), path: "x.ndjson")
    let input = tally.report().input
    #expect(input.rowCount == 2 && input.badLineCount == 2)
    #expect(input.badLines.map(\.path) == ["x.ndjson", "x.ndjson"])
    #expect(input.badLines[0].text == "line 2: trace: expected a string, found 7")
    #expect(input.badLines[1].text.hasPrefix("line 4: "))
  }

  @Test func `a bad line ends it where that is asked for`() throws {
    var tally = FleetTally()
    let source = MemorySource(rows[0] + Array("no row\n".utf8), name: "x")
    let failure = #expect(throws: FleetReport.BadLine.self) {
      try tally.add(source, path: "x.ndjson", isStrict: true)
    }
    #expect(failure?.description.hasPrefix("`x.ndjson`: line 2: ") == true)
  }

  @Test func `only the first bad lines are kept, and all are counted`() throws {
    var tally = FleetTally()
    let bytes = Array(String(repeating: "no row\n", count: 1_000).utf8)
    try tally.add(MemorySource(bytes, name: "x"), path: "x")
    #expect(tally.input.badLineCount == 1_000)
    #expect(tally.input.badLines.count == 20)
  }

  @Test func `a prefix of a file has its rows, and at most one bad line`() throws {
    let bytes = rows.flatMap { $0 }
    var ends: [Int] = []
    for row in rows { ends.append((ends.last ?? 0) + row.count) }
    let nearEnds = ends.flatMap { $0 - 3...$0 + 3 }
    for count in 0..<bytes.count where count % 29 == 0 || nearEnds.contains(count) {
      var tally = FleetTally()
      try tally.add(MemorySource(Array(bytes[..<count]), name: "x"), path: "x")
      // Without its line feed a row is whole.
      let whole = ends.count { count >= $0 - 1 }
      #expect(tally.input.rowCount == whole, "\(count) bytes")
      let isTorn = count > 0 && !ends.contains { count == $0 || count == $0 - 1 }
      #expect(tally.input.badLineCount == (isTorn ? 1 : 0), "\(count) bytes")
    }
  }

  @Test(.enabled(if: Zstd.path != nil, "zstd is not installed"))
  func `a file whose compression breaks off has its rows so far`() throws {
    let bytes = try Zstd.compress(
      Array((0..<50).flatMap { FleetRow.losing(1, "\($0)", mode: .recover).line }))
    var tally = FleetTally()
    try tally.add(ZstdSource(MemorySource(bytes, name: "x")), path: "x")
    #expect(tally.input.rowCount == 50 && tally.input.badLineCount == 0)
    var torn = FleetTally()
    try torn.add(ZstdSource(MemorySource(Array(bytes.dropLast(9)), name: "x")), path: "x")
    #expect(torn.input.badLineCount == 1)
    #expect(torn.input.badLines[0].text.hasPrefix("the rest cannot be read: "))
  }

  @Test func `users who lose something are counted in each mode, and who is saved by another`()
    throws
  {
    var hidden = FleetRow.losing(0, "e", mode: .discardLocal, user: 4)
    if case .replayed(var replay) = hidden.content {
      replay.resets[0].gaps = [FleetCount(.wireOnly, 1)]
      hidden.content = .replayed(replay)
    }
    let report = try FleetReport.of([
      .losing(2, "a", mode: .discardLocal, user: 1), .losing(3, "b", mode: .discardLocal, user: 1),
      .losing(1, "c", mode: .discardLocal, user: 2), .losing(0, "d", mode: .discardLocal, user: 3),
      hidden,
      .losing(0, "a", mode: .recover, user: 1), .losing(0, "b", mode: .recover, user: 1),
      .losing(1, "c", mode: .recover, user: 2), .losing(0, "d", mode: .recover, user: 3),
    ])
    let discard = try #require(report.total(.discardLocal)?.losses)
    #expect(discard.answeredCount == 3 && discard.userCount == 2 && discard.hidingCount == 1)
    #expect(discard.least == 1 && discard.most == 5 && discard.leftIn == nil)
    #expect(discard.savingModes == [.recover] && discard.savedCount == 1)
    let recover = try #require(report.total(.recover)?.losses)
    #expect(recover.userCount == 1 && recover.savingModes.isEmpty && recover.savedCount == 0)
  }

  @Test(arguments: [
    ([ResetEnding.manual], FleetLosses.Files.backup), ([.noReset], .device), ([.crash], .device),
    ([.manual, .noReset], .both),
  ])
  func `what no server takes is in a backup only after a reset`(
    endings: [ResetEnding], expected: FleetLosses.Files
  ) throws {
    let rows = endings.enumerated().map { index, ending in
      var row = FleetRow.losing(0, "\(index)", mode: .manual, user: UInt64(index))
      if case .replayed(var replay) = row.content {
        replay.resets[0].result = ending
        replay.resets[0].changes = FleetReset.Changes(all: 2, inBackupOnly: 2)
        row.content = .replayed(replay)
      }
      return row
    }
    let losses = try #require(FleetReport.of(rows).total(.manual)?.losses)
    #expect(losses.userCount == endings.count && losses.leftIn == expected)
  }

  @Test func `a session without an answer counts once, in however many modes it has none`() throws {
    func row(_ name: String, _ mode: ResetMode, _ reasons: [String]) -> FleetRow {
      var row = FleetRow.losing(0, name, mode: mode)
      if case .replayed(var replay) = row.content {
        replay.unanswered = reasons.enumerated().map {
          FleetUnanswered(session: UInt32($0) + 2, action: nil, reason: $1)
        }
        row.content = .replayed(replay)
      }
      return row
    }
    let report = try FleetReport.of([
      row("a", .discardLocal, ["noState", "noState"]), row("a", .recover, ["noState", "noState"]),
      row("b", .discardLocal, ["noFreshState"]), row("b", .recover, ["noFreshState"]),
      row("c", .recover, ["noState"]),
    ])
    #expect(
      report.unanswered == [FleetCount("noState", 3), FleetCount("noFreshState", 1)])
    #expect(report.modes.map(\.notKnownCount) == [3, 4])
  }
}
