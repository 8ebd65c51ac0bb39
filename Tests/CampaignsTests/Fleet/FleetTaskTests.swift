import Analyzer
import CampaignSupport
import Importers
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Campaigns

/// What traces come to as rows, against the reports on the same traces.
@Suite(.slow) struct FleetTaskTests {
  static let options = FleetOptions(
    tool: "test",
    means: FleetOptions.Means(
      codec: ZstdCodec(),
      sha256: { Hex.digest(XXH64.digest($0)) + String(repeating: "0", count: 48) },
      readOther: { _, bytes, memory, sink in
        let lines = try LineReader(MemorySource(bytes, isSeekable: false), memory: memory)
        return try CaptureImporter.importCapture(from: lines, into: sink).messageCount > 0
      }, reason: { "\($0.index)" }))

  private static func rows(_ bytes: [UInt8], _ options: FleetOptions = options) -> [FleetRow] {
    FleetTask(options).rows(of: .bytes(name: RealmString("t"), bytes))
  }

  private static func failure(_ rows: [FleetRow]) -> FleetFailure? {
    guard rows.count == 1, case .failed(let failure) = rows[0].content else { return nil }
    return failure
  }

  @Test func `Rows of a fleet fit the schema, and add up to the reports on it`() throws {
    let schema = JSONSchema(try JSONText(parsing: ProjectFiles.bytes("docs/fleet-row.schema.json")))
    let sample = try FleetSample(seed: 3)
    var (resetCount, causeCount) = (0, 0)
    for number in 0..<150 {
      let bytes = try sample.trace(number)
      let rows = Self.rows(bytes)
      for row in rows {
        #expect(schema.findings(in: row.json) == [], "\(number)")
        #expect(try FleetRow(parsing: row.line) == row, "\(number)")
        guard case .replayed(let replay) = row.content, let mode = row.mode else { continue }
        let reader = try TraceReader(MemorySource(bytes))
        let incidents = try Replay(reading: reader).resetsAndEnds { _ in Self.options.modes }
          .all.filter { $0.isAnswered(in: mode) }
        #expect(replay.resets.count == incidents.count)
        for (reset, incident) in zip(replay.resets, incidents) {
          resetCount += 1
          causeCount += reset.causes.count
          var analysis = ResetAnalysis(incident)
          Self.expect(reset, analysis.report(mode: mode), "\(number) \(mode)")
        }
      }
    }
    #expect(resetCount > 400 && causeCount > 400)
  }

  private static func expect(_ reset: FleetReset, _ report: Report, _ name: String) {
    #expect(reset.result == report.result && reset.harm == report.harm.counts, "\(name)")
    #expect(reset.hidesOthers == report.hidesOthers, "\(name)")
    for (fate, count) in report.totals {
      let counted = reset.fates.filter { $0.fate == fate }.reduce(0) { $0 + $1.writeCount }
      #expect(counted == count, "\(name): \(fate)")
    }
    for harmClass in HarmClass.allCases {
      let counted = reset.causes.reduce(0) { $0 + ($1.harm[harmClass] ?? 0) }
      #expect(counted == reset.harm[harmClass], "\(name): \(harmClass)")
    }
    #expect(reset.fates.reduce(0) { $0 + $1.ownCount } == reset.writeCount, "\(name)")
    #expect(Set(reset.causes.map(\.cluster)).count == reset.causes.count, "\(name)")
  }

  @Test func `A recovery that may have made an addition twice counts as not known for others`()
    throws
  {
    let scenario = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/fate-counters-to-the-same-number.json"))
    for row in Self.rows(try GoldenSample.trace(of: scenario.events)) {
      guard case .replayed(let replay) = row.content else { continue }
      var reset = try #require(replay.resets.first)
      #expect(!reset.hidesOthers)
      (reset.fates[0].fate, reset.fates[0].cause) = (.unknown, .sameNumber)
      #expect(reset.hidesOthers == (reset.result == .recovered))
    }
  }

  @Test func `What is not known is a part of the writes that count`() throws {
    let events = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/rs-58d-clipped-index-removed.json")
    ).events.map { event in
      guard event.sequence == 3 else { return event }
      return Event(
        sequence: 3, timeMicroseconds: event.timeMicroseconds, session: event.session,
        content: .loss(Loss(firstSequence: 3, recordCount: 1, reason: "a damaged chunk")))
    }
    var tally = FleetTally()
    for row in Self.rows(try GoldenSample.trace(of: events)) { try tally.add(row) }
    let discarded = try #require(tally.report().total(.discardLocal))
    #expect(discarded.countedCount == 1 && discarded.unknownCount == 1)
  }

  @Test(arguments: [(true, [ResetMode.manual]), (false, [.recover, .manual])])
  func `A reset without its download has rows of the modes that don't need it`(
    permitsRecovery: Bool, answered: [ResetMode]
  ) throws {
    let bytes = try GoldenSample.trace(
      of: Sample.resetWithoutDownload(permitsRecovery: permitsRecovery))
    let rows = Self.rows(bytes)
    #expect(rows.map(\.mode) == Self.options.modes)
    for row in rows {
      switch row.content {
      case .replayed(let replay):
        #expect(answered.contains(try #require(row.mode)))
        #expect(replay.resets.map(\.recommended) == [[]] && replay.unanswered.isEmpty)
        #expect(replay.resets[0].changes?.inBackupOnly == replay.resets[0].changes?.all)
      case .failed(let failure):
        #expect(!answered.contains(try #require(row.mode)))
        #expect(failure.kind == .notReplayable && failure.reason == "noFreshState")
      }
    }
    #expect(!FleetLines(rows).isFailed)
    var tally = FleetTally()
    for row in rows { try tally.add(row) }
    let report = tally.report()
    #expect(report.errors.map(\.modes) == [ResetMode.inOrder.filter { !answered.contains($0) }])
    #expect(report.modes.map(\.mode) == ResetMode.inOrder.filter(answered.contains))
    // One of the others may be the best.
    #expect(!report.best.isComparison && report.clusters.allSatisfy { !$0.best.isComparison })
    // The server's schema is not known, and not one without classes.
    #expect(report.clusters.allSatisfy { $0.key.schemaChange == nil })
    var options = Self.options
    options.modes = [.discardLocal, .recoverOrDiscard]
    #expect(Self.failure(Self.rows(bytes, options))?.reason == "noFreshState")
  }

  @Test func `A session without an answer counts as not known, and passes no gate`() throws {
    let bytes = try GoldenSample.trace(of: Sample.resetWithoutDownloadBehindAnother)
    var options = Self.options
    options.modes = [.recover]
    var tally = FleetTally()
    for row in Self.rows(bytes, options) { try tally.add(row) }
    let report = tally.report()
    #expect(report.modes.map(\.notKnownCount) == [1])
    let breaches = try FleetGate(parsing: "lost=0").breaches(of: report, nil)
    #expect(breaches.map(\.measure) == [.notKnown])
  }

  @Test(arguments: ["overwritten=0", "doubled=0", "acknowledgedLost=0"])
  func `What others wrote passes no gate where the server is not shown`(limit: String) throws {
    let bytes = try GoldenSample.trace(of: TraceFiles.demoWithoutServer())
    var options = Self.options
    options.modes = [.recover]
    var tally = FleetTally()
    for row in Self.rows(bytes, options) { try tally.add(row) }
    let report = tally.report()
    let breaches = try FleetGate(parsing: limit).breaches(of: report, nil)
    #expect(breaches.map(\.measure) == [.unknown, .othersNotKnown])
    #expect(report.modes.map(\.othersNotKnownCount) == [1])
    let allowed = try FleetGate(parsing: "\(limit),unknown=33,othersNotKnown=1")
    #expect(allowed.breaches(of: report, nil).isEmpty)
  }

  @Test func `A property without a name has one place among the rows`() {
    let properties: [RealmString?] = [nil, .empty, "a"]
    for (index, property) in properties.enumerated() {
      for (place, other) in properties.enumerated() {
        #expect(property.goesBefore(other) == (index < place))
      }
    }
  }

  @Test func `The same loss on another device has the same cluster and another device`() throws {
    let sample = try FleetSample(seed: 3)
    let (first, second) = (try sample.trace(0), try sample.trace(0))
    #expect(Self.rows(first) == Self.rows(second))
    let scenario = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/rs-29-class-removed.json")
    ).events
    let replays = try ["a", "b"].map { file in
      let sink = MemorySink()
      let writer = try TraceWriter(to: sink)
      for var event in scenario {
        if case .sessionStart(var start) = event.content {
          start.clientFile = file
          event.content = .sessionStart(start)
        }
        try writer.append(event)
      }
      try writer.finish()
      return Self.rows(sink.bytes).compactMap { row -> FleetReplay? in
        if case .replayed(let replay) = row.content { replay } else { nil }
      }
    }
    #expect(replays[0].count == 4)
    #expect(replays[0].map(\.causeDigest) == replays[1].map(\.causeDigest))
    #expect(replays[0].contains { $0.causeDigest != nil })
    let changes = replays[0].flatMap(\.resets).flatMap(\.causes).compactMap(\.schemaChange)
    #expect(changes.contains(.classRemoved))
    for (a, b) in zip(replays[0], replays[1]) {
      #expect(a.sessions.map(\.device) != b.sessions.map(\.device))
    }
  }

  /// The devices of two sessions about one path, whose file had these identifiers.
  private static func devices(
    _ source: SessionStart.Source, _ idents: [UInt64?], noting text: String = ""
  ) throws -> [String] {
    let scenario = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/rs-29-class-removed.json")
    ).events
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    for (index, ident) in idents.enumerated() {
      for var event in scenario {
        event.sequence = writer.nextSequence
        event.session = UInt32(index + 1)
        if case .sessionStart(var start) = event.content {
          (start.source, start.clientFile, start.clientFileIdent) = (source, "default.realm", ident)
          event.content = .sessionStart(start)
        }
        try writer.append(event)
      }
    }
    try writer.append(
      Event(
        sequence: writer.nextSequence, timeMicroseconds: 0, session: 0,
        content: .note(Note(text: text))))
    try writer.finish()
    guard case .replayed(let replay)? = rows(sink.bytes).first?.content else { return [] }
    #expect(replay.sessions.map(\.fileIdent) == idents)
    return replay.sessions.map(\.device)
  }

  @Test func `A device that was reset is one user, and clients on the wire are several`() throws {
    for source in [SessionStart.Source.live, .realmFile] {
      let devices = try Self.devices(source, [3, 7])
      #expect(devices.count == 2 && Set(devices).count == 1, "\(source)")
      #expect(try Set(Self.devices(source, [3])) == Set(devices), "\(source)")
    }
    #expect(try Set(Self.devices(.proxy, [3, 7])).count == 2)
  }

  @Test func `A path that is the same on every device makes no two traces one user`() throws {
    let traces = try ["a", "b"].map { try Self.devices(.live, [nil, nil], noting: $0) }
    #expect(traces.allSatisfy { $0.count == 2 && Set($0).count == 1 })
    #expect(traces[0] != traces[1])
  }

  @Test func `A capture is replayed as the trace that is made of it`() throws {
    let rows = Self.rows(
      try ProjectFiles.bytes("Tests/Vectors/wire/ClientReset_ThreeClients.ndjson"))
    #expect(rows.count == 4)
    guard case .replayed(let replay)? = rows.first?.content else {
      Issue.record("\(rows)")
      return
    }
    #expect(!replay.resets.isEmpty && replay.sessions.allSatisfy { $0.fileIdent != nil })
    #expect(replay.sessions.allSatisfy { $0.source == .capture })
  }

  @Test func `What is no trace costs one row that says why`() throws {
    for bytes in [[], Array("nonsense".utf8), Array("{\"us\":1}\n".utf8)] as [[UInt8]] {
      let failure = Self.failure(Self.rows(bytes))
      #expect(failure?.kind == .invalid && failure?.exitCode == 65, "\(bytes)")
      #expect(failure?.place != nil)
    }
    let missing = FleetTask(Self.options).rows(of: .file(path: "/no/such.synctrace"))
    #expect(Self.failure(missing)?.kind == .missing && Self.failure(missing)?.exitCode == 66)
    let folder = FleetTask(Self.options).rows(of: .file(path: "/"))
    #expect(Self.failure(folder)?.kind == .missing)
  }

  @Test func `Limits refuse a trace by rows that are the same everywhere`() throws {
    let bytes = try ProjectFiles.bytes("traces/field-inspections.synctrace")
    #expect(Self.failure(Self.rows(bytes)) == nil)
    var small = Self.options
    small.traceSizeMaxBytes = bytes.count - 1
    #expect(Self.failure(Self.rows(bytes, small))?.kind == .tooLarge)
    small = Self.options
    small.workMax = 10
    #expect(Self.failure(Self.rows(bytes, small))?.kind == .work)
    small = Self.options
    small.memory = MemoryLimit(totalBytes: 2000)
    #expect(Self.failure(Self.rows(bytes, small))?.kind == .memory)
  }

  @Test func `Every prefix of a trace, and every flip of a bit, is rows or a row`() throws {
    let bytes = try GoldenSample.session()
    for length in stride(from: 0, to: bytes.count, by: 7) {
      #expect(!Self.rows(Array(bytes.prefix(length))).isEmpty)
    }
    for index in stride(from: 0, to: bytes.count, by: 5) {
      var flipped = bytes
      flipped[index] ^= 1 << (index % 8)
      let rows = Self.rows(flipped)
      #expect(rows.count == 1 || rows.count == 4)
    }
  }
}
