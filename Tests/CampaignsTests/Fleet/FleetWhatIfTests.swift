import Analyzer
import CampaignSupport
import FaultPlans
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns

/// What faults and new schemas make of traces, and the traces that have no answer.
@Suite(.slow) struct FleetWhatIfTests {
  private static func options(
    _ faults: String..., schema: RealmSchema? = nil
  ) throws -> FleetOptions {
    var options = FleetTaskTests.options
    options.faults = FaultPlan(try faults.map { try Fault(text: $0, for: .replay) })
    options.schema = schema
    return options
  }

  private static func rows(_ path: String, _ options: FleetOptions) throws -> [FleetRow] {
    FleetTask(options).rows(
      of: .bytes(name: RealmString(path), try ProjectFiles.bytes(path)))
  }

  /// The events of a scenario as a trace, without those that are not wanted.
  private static func trace(
    _ name: String, _ isWanted: (Event) -> Bool = { _ in true }
  ) throws -> [UInt8] {
    let events = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")
    ).events
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    for (index, event) in events.filter(isWanted).enumerated() {
      var event = event
      event.sequence = UInt64(index)
      try writer.append(event)
    }
    try writer.finish()
    return sink.bytes
  }

  private static func replays(_ rows: [FleetRow]) -> [ResetMode: FleetReplay] {
    var all: [ResetMode: FleetReplay] = [:]
    for row in rows {
      if case .replayed(let replay) = row.content, let mode = row.mode { all[mode] = replay }
    }
    return all
  }

  private static func reason(_ rows: [FleetRow]) -> String? {
    guard rows.count == 1, case .failed(let failure) = rows[0].content else { return nil }
    #expect(failure.kind == .notReplayable && failure.exitCode == 65)
    return failure.reason
  }

  @Test func `Rows under a fault say what it does, and fit the schema`() throws {
    let schema = JSONSchema(try JSONText(parsing: ProjectFiles.bytes("docs/fleet-row.schema.json")))
    let options = try Self.options("at reset: recovery-disabled")
    let rows = try Self.rows("traces/field-inspections.synctrace", options)
    #expect(rows.count == 4)
    for row in rows {
      #expect(row.whatIf == options.whatIf)
      #expect(schema.findings(in: row.json) == [])
      #expect(try FleetRow(parsing: row.line) == row)
    }
    let replays = Self.replays(rows)
    #expect(replays[.recover]?.resets.map(\.result) == [.failed])
    let before = Self.replays(
      try Self.rows("traces/field-inspections.synctrace", FleetTaskTests.options))
    #expect(before[.recover]?.resets.map(\.result) == [.recovered])
    let lost = replays[.discardLocal]?.resets.first?.changes
    #expect(lost?.all == 18 && lost?.lost == 18)
    #expect(lost == before[.discardLocal]?.resets.first?.changes)
  }

  @Test func `A trace without a reset has an answer where a fault makes one due`() throws {
    // Everything but the error and what follows from it.
    let bytes = try Self.trace("fate-both-create-different-fields") { event in
      switch event.content {
      case .syncError, .resetObserved: false
      case .snapshot(let snapshot): snapshot.role == .base || snapshot.role == .server
      default: true
      }
    }
    let options = try Self.options("at end: terminate-sync")
    let rows = FleetTask(options).rows(of: .bytes(name: RealmString("t"), bytes))
    let replays = Self.replays(rows)
    #expect(replays.count == 4, "\(rows)")
    for (mode, replay) in replays {
      #expect(replay.resets.map(\.kind) == [.reset], "\(mode)")
      #expect(replay.resets.first?.trigger.code == 208)
    }
    let changes = replays[.discardLocal]?.resets.first?.changes
    #expect(changes?.all ?? 0 > 0 && changes?.lost == changes?.all)
    #expect(replays[.recover]?.resets.first?.changes?.lost == 0)
  }

  @Test func `A fault at the end of a session that ends with a reset is at that reset`() throws {
    let options = try Self.options("at end: client-reset code=217")
    for path in ["traces/field-inspections.synctrace", "traces/every-kind-of-property.synctrace"] {
      let rows = Self.replays(try Self.rows(path, options))
      let recorded = Self.replays(try Self.rows(path, FleetTaskTests.options))
      #expect(rows.count == 4)
      for mode in ResetMode.allCases {
        let (faulted, own) = (rows[mode]?.resets ?? [], recorded[mode]?.resets ?? [])
        #expect(faulted.map(\.changes) == own.map(\.changes), "\(path) \(mode)")
        #expect(faulted.allSatisfy { $0.trigger.code == 217 }, "\(path) \(mode)")
      }
    }
  }

  @Test func `A fault at the end happens to each client of a capture`() throws {
    let path = "Tests/Vectors/wire/ClientReset_ThreeClients.ndjson"
    let rows = Self.replays(try Self.rows(path, try Self.options("at end: terminate-sync")))
    let sessions = rows[.discardLocal]?.sessions ?? []
    #expect(sessions.count > 1 && Set(sessions.map(\.device)).count == sessions.count)
  }

  @Test func `A trace in which a fault does not happen has no answer`() throws {
    for faults in ["after commit 999: client-reset", "at reset 7: recovery-disabled"] {
      let rows = try Self.rows("traces/field-inspections.synctrace", try Self.options(faults))
      #expect(Self.reason(rows) == FleetFailure.faultNotFired)
      #expect(rows[0].whatIf?.faults == [faults])
    }
    // One of two is not what was asked.
    let two = try Self.options("at reset: recovery-disabled", "after upload 99: client-reset")
    let rows = try Self.rows("traces/field-inspections.synctrace", two)
    #expect(Self.reason(rows) == FleetFailure.faultNotFired)
  }

  @Test func `A trace without the server's data has no answer for that reason`() throws {
    let events = Array(Sample.resetWithoutDownload(permitsRecovery: true).dropLast())
    let schema = try RealmSchema(parsing: Array(#"{"schema": 1, "classes": {}}"#.utf8))
    let task = FleetTask(try Self.options(schema: schema))
    let rows = task.rows(of: .bytes(name: "a", try GoldenSample.trace(of: events)))
    #expect(Self.reason(rows) == "noFreshState")
  }

  @Test func `A trace that never shows an unsynced change has no answer`() throws {
    let bytes = try Self.trace("fate-both-create-different-fields") { event in
      if case .localCommit = event.content { false } else { true }
    }
    let options = try Self.options("at end: terminate-sync")
    let rows = FleetTask(options).rows(of: .bytes(name: RealmString("t"), bytes))
    #expect(Self.reason(rows) == FleetFailure.nothingUnsynced, "\(rows)")
    // As it was recorded it is a reset like any other.
    #expect(
      FleetTask(FleetTaskTests.options).rows(of: .bytes(name: RealmString("t"), bytes)).count == 4)
  }

  @Test func `A new schema fails resets that went through, and is not for other apps`() throws {
    let path = "traces/field-inspections.synctrace"
    let replay = try Replay(reading: TraceReader(MemorySource(ProjectFiles.bytes(path))))
    let schema = try replay.state(of: .server, at: nil, session: nil).state.schema
    let text = schema.json.text()
    let same = try RealmSchema(parsing: Array(text.utf8))
    let kept = Self.replays(try Self.rows(path, try Self.options(schema: same)))
    #expect(kept[.recover]?.resets.map(\.result) == [.recovered])
    let breaking = try RealmSchema(
      parsing: Array(text.replacing("\"visits\":\"int\"", with: "\"visits\":\"string\"").utf8))
    #expect(breaking != same)
    let rows = try Self.rows(path, try Self.options(schema: breaking))
    let broken = Self.replays(rows)
    #expect(broken[.discardLocal]?.resets.map(\.result) == [.failed])
    #expect(
      broken[.discardLocal]?.resets.first?.schemaChanges.contains { $0.kind == .typeChanged }
        == true)
    #expect(rows.allSatisfy { $0.whatIf?.schema?.count == 16 && $0.whatIf?.faults == [] })
    #expect(rows[0].whatIf != (try Self.options(schema: same)).whatIf)
    let other = try RealmSchema(
      parsing: Array(
        #"{"schema":1,"classes":{"Zebra":{"primaryKey":"z","properties":{"z":"int"}}}}"#.utf8))
    #expect(
      Self.reason(try Self.rows(path, try Self.options(schema: other))) == FleetFailure.otherApp)
  }

  @Test func `Rows of runs that change something else are not one fleet`() throws {
    let plain = FleetRow.losing(1, "a", mode: .recover)
    var other = FleetRow.losing(1, "b", mode: .recover)
    other.whatIf = try Self.options("at end: terminate-sync").whatIf
    #expect(throws: FleetClash.whatIf) { try FleetReport.of([plain, other]) }
    #expect(try FleetReport.of([other]).whatIf == other.whatIf)
  }
}
