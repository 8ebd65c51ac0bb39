import Analyzer
import Importers
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer
@testable import Reports

/// What a trace does not show is not known: nothing is called kept, undone, untouched or removed for want of evidence.
@Suite struct UnshownPartsTests {
  private static func report(_ events: [Event]) throws -> ReplayReport {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return ReplayReport(analyzing: try replay.resetsAndEnds(), of: "t", in: ResetMode.inOrder)
  }

  private static func report(
    synced: String, local: String = "", onServer: String, code: Int = 208
  ) throws -> ReplayReport {
    let scenario = """
      {"scenario": 1, "name": "unshown",
       "schema": {"Task": {"primaryKey": "_id", "properties": {"_id": "uuid", "votes": "int"}}},
       "synced": {"Task": [\(synced)]}, "local": [\(local)],
       "serverState": {"objects": {"Task": [\(onServer)]}}, "error": {"code": \(code)}}
      """
    return try report(Scenario(parsing: Array(scenario.utf8)).events)
  }

  private static func task(_ number: Int, votes: Int) -> String {
    #"{"_id": "00000000-0000-0000-0000-00000000000\#(number)", "votes": \#(votes)}"#
  }

  @Test func `A changeset that does not fit is not called unreadable`() throws {
    let report = try Self.report(
      Sample.events([
        .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
        .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.eraseMissing.encoded())),
      ]))
    let text = report.text(ReportTextOptions(columns: 1000))
    #expect(text.contains(" 1 changeset does not fit what the trace shows. "), "\(text)")
    #expect(!text.contains("cannot be read"), "\(text)")
  }

  @Test func `What was before a write to an object that a capture lacks is not known`() throws {
    let changeset = Sample.setCount(5).encoded()
    let entry = Array("4 1 100 0 \(changeset.count) ".utf8) + changeset
    let messages = [
      ("out", Array("bind 1 5 0 1 0\n/data".utf8)), ("in", Array("ident 1 2 7\n".utf8)),
      ("out", Array("ident 1 2 7 0 0 0 0\n".utf8)),
      ("in", Array("download 1 1 0 1 77 0 0 0 0 14 0\n1 0 100 3 0 0 ".utf8)),
      ("out", Array("upload 1 0 \(entry.count) 0 4 1 1\n".utf8) + entry),
    ]
    var importer = CaptureImporter()
    var events: [Event] = []
    for (direction, bytes) in messages {
      let hex = Hex.encode(bytes)
      let line = #"{"us":1,"connection":"c1","direction":"\#(direction)","hex":"\#(hex)"}"#
      importer.importLine(Array(line.utf8)) { events.append($0) }
    }
    let write = try #require(try Self.report(events).resets.first?.reports.first?.writes.first)
    #expect(write.kind == .update && write.observed.before == nil)
  }

  @Test(arguments: [208, 209])
  func `What others created is not a deletion that is undone`(code: Int) throws {
    let report = try Self.report(
      synced: Self.task(1, votes: 0),
      onServer: "\(Self.task(1, votes: 0)), \(Self.task(2, votes: 0))", code: code)
    #expect(report.resets[0].reports.allSatisfy { $0.harm.acknowledgedLost.isEmpty })
    #expect(!report.text(ReportTextOptions()).contains("restored from a backup"))
  }

  @Test(arguments: [true, false])
  func `What a restored server lacks may have been changed since, unless its history shows`(
    showsHistory: Bool
  ) throws {
    let old = [Sample.schemaAndObject.encoded(), Sample.setCount(3).encoded()]
    let listing = Changeset.build {
      $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      $0.addColumn("Item", "count", type: .int, isNullable: false)
      $0.createObject("Item", .int(1))
      $0.update(Sample.countPlace, to: .int(3))
    }
    var error = Sample.error
    error.code = 209
    let report = try Self.report(
      Sample.events([
        .sessionStart(SessionStart(source: showsHistory ? .scenario : .live, name: "restored")),
        .snapshot(Snapshot(role: .base, changesets: old + [Sample.setCount(4).encoded()])),
        .syncError(error),
        .snapshot(Snapshot(role: .fresh, changesets: showsHistory ? old : [listing.encoded()])),
      ]))
    let gap = report.reports.map { $0.gaps.contains { $0.fact == .changesSinceRestore } }
    #expect(gap.allSatisfy { $0 != showsHistory })
    let discarded = try #require(report.reports.first { $0.mode == .discardLocal })
    #expect(discarded.harm.acknowledgedLost.map(\.value) == [.int(4)])
    #expect(discarded.traps.isEmpty != showsHistory)
    let words = showsHistory ? "1 synced value gone" : "1 synced value gone or changed"
    #expect(discarded.whatOthersLostWords == words)
    for text in [report.text(ReportTextOptions(columns: 1000)), report.markdown, report.html()] {
      #expect(text.contains("4 → 3"), "\(text)")
      #expect(text.contains("4 → 3, gone with the restored server") == showsHistory, "\(text)")
      #expect(text.contains(Heading.goneOrChanged) != showsHistory, "\(text)")
    }
  }

  @Test func `What others changed since a restore is not gone with it`() throws {
    let old = [Sample.schemaAndObject.encoded(), Sample.setCount(3).encoded()]
    var error = Sample.error
    error.code = 211
    let report = try Self.report(
      Sample.events([
        .sessionStart(SessionStart(source: .scenario, name: "restored")),
        .snapshot(Snapshot(role: .base, changesets: old + [Sample.setCount(4).encoded()])),
        .syncError(error),
        .snapshot(Snapshot(role: .fresh, changesets: old + [Sample.setCount(5).encoded()])),
      ]))
    #expect(report.reports.allSatisfy { $0.harm.acknowledgedLost.isEmpty && $0.gaps.isEmpty })
  }

  @Test func `A new object with a key of the device's own shows that the server took it`() throws {
    let create =
      #"{"create": ["Task", "00000000-0000-0000-0000-000000000009"], "set": {"votes": 5}}"#
    let add =
      #"{"increment": ["Task", "00000000-0000-0000-0000-000000000001", "votes"], "by": 1}"#
    let report = try Self.report(
      synced: Self.task(1, votes: 10), local: #"{"operations": [\#(create), \#(add)]}"#,
      onServer: "\(Self.task(1, votes: 11)), \(Self.task(9, votes: 5))")
    let reports = report.resets[0].reports
    let discarded = try #require(reports.first { $0.mode == .discardLocal })
    #expect(discarded.changes.allSatisfy { $0.outcome == .alreadyOnServer })
  }

  @Test(arguments: [
    (11, Change.Outcome.notKnown, "not known"), (13, .notKnown, "not known"),
    (10, .kept, "untouched"),
  ])
  func `A number that the server has changed may have the addition twice`(
    votes: Int, outcome: Change.Outcome, others: String
  ) throws {
    let add =
      #"{"increment": ["Task", "00000000-0000-0000-0000-000000000001", "votes"], "by": 1}"#
    let report = try Self.report(
      synced: Self.task(1, votes: 10), local: #"{"operations": [\#(add)]}"#,
      onServer: Self.task(1, votes: votes))
    let recovered = report.reports.filter { $0.result == .recovered }
    #expect(recovered.count == 2)
    for reset in recovered {
      #expect(reset.changes.map(\.outcome) == [outcome])
      #expect(reset.whatOthersLostWords == others)
    }
    let discarded = try #require(report.reports.first { $0.mode == .discardLocal })
    #expect(discarded.changes.map(\.outcome) == [outcome == .kept ? .lost : .notKnown])
    let text = report.text(ReportTextOptions(columns: 1000))
    #expect(text.contains("both keep") == (outcome == .kept), "\(text)")
  }

  private static func report(
    base: String, operations: String, onServer: String, code: Int = 208
  ) throws -> ReplayReport {
    let scenario = """
      {"scenario": 1, "name": "coincidences",
       "schema": {
         "Task": {
           "primaryKey": "_id",
           "properties": {"_id": "int", "votes": "int", "title": "string?", "l": "string[]", "m": "mixed[]"}
         }
       },
       "synced": {"Task": [{"_id": 1, \(base)}]}, "local": [{"operations": [\(operations)]}],
       "serverState": {"objects": {"Task": [{"_id": 1, \(onServer)}]}},
       "error": {"code": \(code)}}
      """
    return try report(Scenario(parsing: Array(scenario.utf8)).events)
  }

  @Test func `No other trace would show what Realm leaves to chance`() throws {
    let move = #"{"move": ["Task", 1, "m", 0], "to": 1}"#
    let list = #""m": [[1], "x"]"#
    let report = try Self.report(base: list, operations: move, onServer: list)
    let text = report.text(ReportTextOptions(columns: 1000))
    #expect(text.contains("Which mode is best is not known"), "\(text)")
    #expect(!text.contains("without the gaps"), "\(text)")
  }

  @Test(arguments: [("a", 208, Change.Outcome.merged), ("b", 208, .notKnown), ("b", 209, .merged)])
  func `Another value as at the last sync shows that the server has not taken the transaction`(
    title: String, code: Int, outcome: Change.Outcome
  ) throws {
    let report = try Self.report(
      base: #""votes": 10, "title": "a""#,
      operations: """
        {"increment": ["Task", 1, "votes"], "by": 1},
        {"update": ["Task", 1], "set": {"title": "c"}}
        """, onServer: #""votes": 13, "title": "\#(title)""#, code: code)
    let recovered = try #require(report.reports.first { $0.mode == .recover })
    let votes = recovered.writes.indices.filter { recovered.writes[$0].kind == .addInteger }
    #expect(recovered.changes.filter { $0.writes == votes }.map(\.outcome) == [outcome])
  }

  @Test(arguments: [
    (#"["a", "b"]"#, Change.Outcome.notKnown), (#"["a", "b", "c"]"#, .notKnown),
    (#"["a", "c"]"#, .kept),
  ])
  func `A list that has the element already may have it twice`(
    onServer: String, outcome: Change.Outcome
  ) throws {
    let report = try Self.report(
      base: #""l": ["a"]"#, operations: #"{"insert": ["Task", 1, "l"], "index": 1, "value": "b"}"#,
      onServer: #""l": \#(onServer)"#)
    let recovered = try #require(report.reports.first { $0.mode == .recover })
    #expect(recovered.changes.map(\.outcome) == [outcome])
    #expect(recovered.whatOthersLostWords == (outcome == .kept ? "untouched" : "not known"))
  }

  @Test func `A number that the server's own change has made counts both changes`() throws {
    let add = #"{"increment": ["Task", 1, "votes"], "by": 1}"#
    let scenario = """
      {"scenario": 1, "name": "shown",
       "schema": {"Task": {"primaryKey": "_id", "properties": {"_id": "int", "votes": "int"}}},
       "synced": {"Task": [{"_id": 1, "votes": 10}]}, "local": [{"operations": [\(add)]}],
       "serverChanges": [{"operations": [{"update": ["Task", 1], "set": {"votes": 11}}]}],
       "error": {}}
      """
    let report = try Self.report(Scenario(parsing: Array(scenario.utf8)).events)
    let recovered = try #require(report.reports.first { $0.mode == .recover })
    #expect(recovered.changes.map(\.outcome) == [.merged])
  }

  @Test func `An edit is kept only where the download shows its object`() throws {
    let scenario = """
      {"scenario": 1, "name": "download",
       "schema": {"Task": {"primaryKey": "_id", "properties": {"_id": "int", "votes": "int"}}},
       "synced": {"Task": [{"_id": 1, "votes": 10}]},
       "local": [{"operations": [
         {"update": ["Task", 1], "set": {"votes": 11}}, {"create": ["Task", 2], "set": {"votes": 5}}
       ]}],
       "error": {}}
      """
    let events = try Scenario(parsing: Array(scenario.utf8)).events
    let hidden = events.filter {
      if case .snapshot(let snapshot) = $0.content { snapshot.role != .fresh } else { true }
    }
    #expect(hidden.count == events.count - 1)
    for (shown, first) in [(events, Change.Outcome.kept), (hidden, .notKnown)] {
      let report = try Self.report(shown)
      let recovered = try #require(report.reports.first { $0.mode == .recover })
      #expect(recovered.changes.map(\.outcome) == [first, .kept])
      let discarded = try #require(report.reports.first { $0.mode == .discardLocal })
      #expect(discarded.changes.map(\.outcome) == [.lost, .lost])
    }
  }

  @Test(arguments: [true, false])
  func `Nothing was deleted for sure where the server may have had it`(isAcknowledged: Bool) throws
  {
    let base = Sample.schemaAndObject.encoded()
    let opening: [Event.Content] =
      [
        .sessionStart(SessionStart(source: .live, name: "acknowledgements")),
        .snapshot(Snapshot(role: .base, changesets: [base])),
      ] + (isAcknowledged ? [try Sample.acknowledgement(of: 1)] : [])
    let events = Sample.events(
      opening + [
        .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
        .syncError(Sample.error), .snapshot(Snapshot(role: .fresh, changesets: [base])),
        .resetObserved(
          ResetObserved(mode: .discardLocal, action: .clientReset, result: .discarded)),
      ])
    var replay = Replay()
    for event in events { replay.observe(event) }
    let line = "Whether the change was synced already is not known"
    for (modes, isSaid) in [
      ([ResetMode.discardLocal], !isAcknowledged), (ResetMode.inOrder, false),
    ] {
      let report = ReplayReport(analyzing: try replay.resetsAndEnds(), of: "t", in: modes)
      let text = report.text(ReportTextOptions(columns: 1000))
      #expect(text.contains(line) == isSaid, "\(text)")
      #expect(text.contains("made offline was deleted") == (modes.count > 1 && isAcknowledged))
    }
  }

  @Test func `All changes are kept only where all are shown`() throws {
    let report = try Self.report(
      TraceFiles.events(of: "traces/local-changes-when-offline.synctrace"))
    let text = report.text(ReportTextOptions(columns: 1000))
    #expect(text.contains("What this device had not uploaded is not known"))
    #expect(!text.contains("made offline was kept") && !text.contains("nothing is lost"), "\(text)")
    #expect(!text.contains("Nothing is uploaded."), "\(text)")
    let recovered = report.resets.flatMap(\.reports).filter { $0.result == .recovered }
    #expect(
      recovered.allSatisfy { $0.overwrittenCount > 0 || $0.whatOthersLostWords == "not known" })
    // Writes that were never uploaded may be lost, so nothing passes.
    #expect(!report.jUnit.text.contains(#""recover" time="0"/>"#))
  }

  @Test func `Mode manual leaves what others wrote as it is, whatever the trace shows`() throws {
    let (before, own) = (Sample.schemaAndObject.encoded(), Sample.setCount(1).encoded())
    let report = try Self.report(
      Sample.events([
        .snapshot(Snapshot(role: .local, changesets: [before, own])),
        .localCommit(LocalCommit(clientVersion: 2, changeset: own)), .syncError(Sample.error),
        .snapshot(Snapshot(role: .fresh, changesets: [before])),
      ]))
    #expect(report.reports.count == ResetMode.allCases.count)
    for reset in report.reports {
      let words = reset.mode == .manual ? "untouched" : "not known"
      #expect(reset.whatOthersLostWords == words, "\(reset.mode)")
    }
    let manual = ReplayReport(
      trace: "t",
      resets: report.resets.map { ModeComparison($0.reports.filter { $0.mode == .manual }) })
    for text in [manual.text(ReportTextOptions(columns: 1000)), manual.markdown, manual.html()] {
      #expect(text.contains("untouched"), "\(text)")
    }
  }

  @Test(arguments: [true, false])
  func `A reset whose error is not shown is counted, and not called none`(hasWrites: Bool) throws {
    let (base, own) = (Sample.schemaAndObject.encoded(), Sample.setCount(1).encoded())
    let reset: [Event.Content] = [
      .snapshot(Snapshot(role: .fresh, changesets: [base])),
      .resetObserved(
        ResetObserved(mode: .discardLocal, action: .clientReset, result: .discarded)),
      .snapshot(Snapshot(role: .afterReset, changesets: [base])),
    ]
    let before: [Event.Content] =
      [.snapshot(Snapshot(role: .base, changesets: [base]))]
      + (hasWrites ? [.localCommit(LocalCommit(clientVersion: 2, changeset: own))] : [])
    for count in 1...reset.count {
      var replay = Replay()
      for event in Sample.events(before + reset.suffix(count)) { replay.observe(event) }
      let found = try replay.resetsAndEnds()
      #expect(found.all.map(\.isAfterUnaskedReset) == [true])
      let report = ReplayReport(analyzing: found, of: "t", in: ResetMode.inOrder)
      #expect(report.reports.allSatisfy { $0.changes.allSatisfy { $0.outcome == .notKnown } })
      #expect(report.reports.map { $0.gaps.count(where: \.isOfUnaskedReset) } == [count])
      let records = count == 1 ? "1 record" : "\(count) records"
      for text in [report.text(ReportTextOptions(columns: 1000)), report.markdown, report.html()] {
        #expect(
          text.contains("\(records) of a client reset, and not the error that asked for it"),
          "\(text)")
        for word in [
          "ends without a client reset", "not synced yet", "Nothing is unsynced", "uploads it when",
        ] {
          #expect(!text.contains(word), "\(text)")
        }
      }
      let again = try ReplayReport(json: report.json)
      #expect(again.text() == report.text())
    }
    // With its error it is a reset like any other.
    let asked = try Self.report(Sample.events(before + [.syncError(Sample.error)] + reset))
    #expect(asked.reports.allSatisfy { $0.isReset && $0.gaps.isEmpty })
  }

  @Test func `A download that is not in the capture is not an empty server`() throws {
    let events = try TraceFiles.events(of: "traces/three-clients.synctrace")
    let whole = try Self.report(events)
    #expect(whole.resets.contains { $0.reports.count > 1 })
    let downloads = events.filter { event in
      if case .message(let message) = event.content {
        message.direction == .serverToClient
      } else {
        false
      }
    }
    for cut in downloads {
      let report = try? Self.report(events.filter { $0.sequence != cut.sequence })
      let failures = report?.resets.flatMap(\.reports).compactMap { $0.failure?.failureClass } ?? []
      #expect(!failures.contains(.classesRemoved), "without record \(cut.sequence)")
    }
  }
}
