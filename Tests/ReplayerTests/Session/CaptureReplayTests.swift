import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct CaptureReplayTests {
  static let resets = [
    "ClientReset_LocalChangesWhenOffline", "ClientReset_NoLocalChanges",
    "ClientReset_ThreeClients",
  ]

  @Test(arguments: resets)
  func `every reset of a capture is found, with the state it downloaded`(name: String) throws {
    let outcomes = try Replay.run(events: Captures.events(of: name), mode: .discardLocal)
    let recorded = try Captures.resets(of: name).map { try ResetVector(parsing: $0) }
    #expect(outcomes.count == recorded.count)
    for (outcome, vector) in zip(outcomes, recorded) {
      let fresh = try #require(vector.freshStateText)
      let canonical = outcome.situation.fresh.canonicalJSON
      #expect(
        CanonicalDifference.first(of: canonical, against: try JSONText(parsing: fresh)) == nil)
      #expect(outcome.gaps.contains { $0.kind == .wireOnly })
    }
  }

  @Test(arguments: resets)
  func `the client's state lacks exactly what was never uploaded`(name: String) throws {
    let outcomes = try Replay.run(events: Captures.events(of: name), mode: .discardLocal)
    for (outcome, line) in zip(outcomes, try Captures.resets(of: name)) {
      let vector = try ResetVector(parsing: line)
      // What was recovered shows by its upload after the reset, under a version one above that of the file.
      let shown = Set(outcome.situation.unsynced.map { $0.clientVersion - 1 })
      #expect(shown.isSubset(of: vector.unsynced.map(\.clientVersion)))
      var local = outcome.situation.local
      for change in vector.unsynced where !shown.contains(change.clientVersion) {
        try local.apply(Changeset(decoding: change.changeset))
      }
      let expected = try JSONText(parsing: #require(vector.localStateText))
      #expect(CanonicalDifference.first(of: local.canonicalJSON, against: expected) == nil)
    }
  }

  @Test func `two files that were reset on one connection are told apart, and doubt is noted`()
    throws
  {
    let events = try Captures.events(of: "ClientReset_ThreeClients")
    let outcomes = try Replay.run(events: events, mode: .discardLocal)
    #expect(outcomes.map(\.situation.session.session) == [5, 6])
    // The one that is taken comes first.
    #expect(outcomes[0].gaps.contains(Gap(.sessionAmong([5, 6]))))
    #expect(outcomes[1].gaps.contains(Gap(.sessionAmong([6, 5]))))
    let second = try Replay.run(events: events, mode: .discardLocal, session: 6)
    #expect(second.map(\.situation.session.session) == [6])
  }

  @Test func `a session whose reset is certain is in doubt for no other reset`() throws {
    var capture = Capture()
    for session in 1...2 {
      capture.out("bind \(session) 5 0 1 0", "/data")
      capture.into("ident \(session) \(session + 1) 111")
      capture.out("ident \(session) \(session + 1) 111 0 0 0 0")
      capture.upload(session, version: 4, Sample.schemaAndObject.encoded())
    }
    // The first download begins before the second error, and is continued last.
    for (session, fresh) in [(1, 3), (2, 4)] {
      capture.askForReset(session)
      capture.out("bind \(fresh) 5 0 1 0", "/data")
      capture.into("ident \(fresh) \(fresh + 1) 111")
      capture.out("ident \(fresh) \(fresh + 1) 111 0 0 0 0")
      capture.into("download \(fresh) 1 0 1 77 0 0 0 0 0 0")
      capture.out("unbind \(fresh)")
    }
    for (session, file) in [(5, 5), (6, 4)] {
      capture.out("bind \(session) 5 0 0 0", "/data")
      capture.out("ident \(session) \(file) 111 1 0 1 77")
    }
    let outcomes = try Replay.run(events: capture.events, mode: .discardLocal)
    #expect(outcomes.map(\.situation.session.session).sorted() == [1, 2])
    #expect(!outcomes.contains { $0.gaps.contains { $0.kind == .ambiguousSession } })
  }

  @Test func `which download is whose is not guessed where subscriptions may differ`() throws {
    let binds = (0...1).map { #"{"schemaVersion":0,"sessionReason":\#($0)}"# }
    var capture = Capture()
    for session in 1...2 {
      capture.out("bind \(session) 37 0 1 0", binds[0])
      capture.into("ident \(session) \(session + 1) 111")
      capture.out("ident \(session) \(session + 1) 111 0 0 0 0 0 2", "{}")
      capture.upload(session, version: 4, Sample.schemaAndObject.encoded())
    }
    for session in 1...2 { capture.askForReset(session) }
    for fresh in 3...4 {
      capture.out("bind \(fresh) 37 0 1 0", binds[1])
      capture.into("ident \(fresh) \(fresh + 1) 111")
      capture.out("ident \(fresh) \(fresh + 1) 111 0 0 0 0 0 2", "{}")
      capture.into("download \(fresh) 1 0 1 77 0 0 1 1 1.0 0 0 0")
      capture.out("unbind \(fresh)")
      capture.out("bind \(fresh + 2) 37 0 0 0", binds[1])
      capture.out("ident \(fresh + 2) \(fresh + 1) 111 1 0 1 77 1 2", "{}")
    }
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let found = try replay.resetsAndEnds { _ in [.manual] }
    #expect(found.all.filter(\.isReset).map(\.situation.session.session) == [1, 2])
    #expect(throws: ReplayFailure.noFreshState(session: 1)) {
      try replay.resetsAndEnds { _ in [.recover] }
    }
  }

  @Test func `an error without a download afterwards is no replayable reset`() throws {
    let events = try Captures.events(of: "Sync_ErrorAfterServerRestore_BadServerVersion")
    #expect(throws: ReplayFailure.noFreshState(session: 3)) {
      try Replay.run(events: events, mode: .discardLocal)
    }
  }

  @Test(arguments: ["Sync_BadChangeset", "Sync_Replication"])
  func `a capture without a reset says so`(name: String) throws {
    let events = try Captures.events(of: name)
    #expect(throws: ReplayFailure.noReset) { try Replay.run(events: events, mode: .discardLocal) }
  }

  @Test func `a reset that was asked for and is not shown has no answer`() throws {
    var replay = Replay()
    for event in try Captures.events(of: "Sync_ErrorAfterServerRestore_BadServerVersion") {
      replay.observe(event)
    }
    let unanswered = try replay.resetsAndEnds().unanswered
    #expect(unanswered.map(\.session) == [3, 10])
    for session in unanswered {
      #expect(session.reason == .noFreshState(session: session.session))
    }
  }

  @Test func `a recovery that the server forbids fails, whatever it would have downloaded`() throws
  {
    var capture = Capture()
    capture.out("bind 1 5 0 1 0", "/data")
    capture.into("ident 1 2 111")
    capture.out("ident 1 2 111 0 0 0 0")
    capture.into("download 1 0 0 0 0 0 0 0 0 0 0")
    let written = WireAftermathTests.changeset { $0.createObject("table", .int(1)) }
    capture.upload(1, version: 4, written)
    let error =
      #"{"message":"m","tryAgain":false,"shouldClientReset":true,"isRecoveryModeDisabled":true,"#
      + #""logURL":"","action":"ClientResetNoRecovery"}"#
    capture.into("json_error 208 \(error.utf8.count) 1", error)
    capture.out("unbind 1")
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    for modes: [ResetMode] in [[], [.discardLocal], [.discardLocal, .recoverOrDiscard]] {
      #expect(throws: ReplayFailure.noFreshState(session: 1)) {
        try replay.resetsAndEnds { _ in modes }
      }
    }
    let all = try #require(try replay.resetsAndEnds { _ in ResetMode.allCases }.all.first)
    #expect(ResetMode.allCases.filter(all.isAnswered) == [.manual, .recover])
    for mode in [ResetMode.recover, .manual] {
      let found = try replay.resetsAndEnds { _ in [mode] }
      #expect(found.unanswered.isEmpty && found.all.count == 1)
      let reset = try #require(found.all.first)
      #expect(reset.isReset && reset.gaps.contains(Gap(.noDownload)))
      let outcome = reset.outcome(mode: mode)
      #expect(outcome.ending == (mode == .manual ? .manual : .failed))
      #expect(outcome.failure?.failureClass == (mode == .manual ? nil : .recoveryNotAllowed))
      #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
      #expect(outcome.result.after.canonicalJSON == reset.situation.local.canonicalJSON)
    }
  }

  @Test func `a write of the device that does not fit what is shown of it leaves open what it has`()
    throws
  {
    var capture = Capture()
    capture.out("bind 1 5 0 0 0", "/data")
    capture.out("ident 1 2 111 50 0 50 99")
    capture.upload(1, version: 9, Sample.setCount(5).encoded())
    capture.askForReset(1)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let reset = try #require(try replay.resetsAndEnds { _ in [.manual] }.all.first)
    #expect(!reset.outcome(mode: .manual).isDeviceKnown)
    let unsynced = try replay.unsyncedData().all
    #expect(unsynced.map(\.transactions.count) == [1] && unsynced.map(\.kind) == [.reset])
    #expect(unsynced.allSatisfy { $0.device == nil })
  }

  @Test(arguments: [1, 3])
  func `what a file has synced outside the trace leaves open what the device has`(begun: Int) throws
  {
    var capture = Capture(
      acknowledged: Sample.schemaAndObject.encoded(), unacknowledged: Sample.setCount(5).encoded())
    capture.connection = "c2"
    capture.out("bind 1 5 0 0 0", "/data")
    capture.out("ident 1 2 111 \(begun) 4 \(begun) 77")
    capture.upload(1, version: 9, Sample.addCount(1).encoded())
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let unsynced = try #require(try replay.unsyncedData().all.last)
    #expect(unsynced.transactions.map(\.clientVersion) == [6, 9])
    #expect((unsynced.device == nil) == (begun == 3))
  }

  @Test func `what is uploaded again was not acknowledged`() throws {
    let unacknowledged = Sample.setCount(5).encoded()
    var capture = Capture(
      acknowledged: Sample.schemaAndObject.encoded(), unacknowledged: unacknowledged)
    capture.into("download 1 1 4 1 77 6 0 0 0 0 0")
    capture.connection = "c2"
    capture.out("bind 1 5 0 0 0", "/data")
    capture.out("ident 1 2 111 1 4 1 77")
    capture.upload(1, version: 6, unacknowledged)
    capture.askForReset(1)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let unsynced = try replay.unsyncedData().all
    #expect(unsynced.map { $0.transactions.map(\.clientVersion) } == [[6]])
  }

  @Test(arguments: [1, 2])
  func `a bootstrap counts if the device has its subscriptions when it connects next`(
    active: Int
  ) throws {
    let bind = #"{"schemaVersion":0,"sessionReason":0}"#
    let changeset = Sample.schemaAndObject.encoded()
    let entry = Array("1 0 100 3 \(changeset.count) \(changeset.count) ".utf8) + changeset
    var capture = Capture()
    capture.out("bind 1 \(bind.utf8.count) 0 1 0", bind)
    capture.into("ident 1 2 111")
    capture.out("ident 1 2 111 0 0 0 0 0 2", "{}")
    capture.into("download 1 1 0 1 77 0 0 1 1 1.0 0 0 0")
    capture.into("download 1 1 0 1 77 0 0 2 1 1.0 0 \(entry.count) 0", entry)
    capture.connection = "c2"
    capture.out("bind 1 \(bind.utf8.count) 0 0 0", bind)
    capture.out("ident 1 2 111 1 0 1 77 \(active) 2", "{}")
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let state = try replay.state(of: .client, at: nil, session: nil).state
    #expect((state.canonicalJSON == RealmState().canonicalJSON) == (active == 1))
  }

  @Test func `a sync that the server stops is told of also where it has acknowledged all`() throws {
    var capture = Capture(uploading: Sample.schemaAndObject.encoded())
    capture.into("download 1 1 4 1 77 4 0 0 0 0 0")
    capture.stopSync(1)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let found = try replay.resetsAndEnds().all
    #expect(found.map(\.isReset) == [false])
    #expect(found.map(\.situation.error.code) == [206])
  }

  @Test(arguments: [
    (112, "LimitExceeded"), (201, "BadChangeset"), (212, "BadChangeset"),
    (233, "SyncProtocolInvariantFailed"),
  ])
  func `an error that the device sends about a download is one of its session`(
    code: Int, name: String
  ) throws {
    var capture = Capture(uploading: Sample.schemaAndObject.encoded())
    let body = #"{"message":"bad changeset"}"#
    capture.out("json_error \(code) \(body.utf8.count) 1", body)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let end = try #require(try replay.resetsAndEnds().all.first)
    #expect(!end.isReset && end.situation.error.isOfClient)
    #expect(end.situation.error.message == "bad changeset")
    #expect(end.situation.error.name.utf8.elementsEqual(name.utf8))
    let decision = end.outcome(mode: .manual).attempts.first?.decisions.last
    #expect(decision?.reason == .downloadRefused)
  }

  @Test func `the server has what the device refuses, once, however often it sends that`() throws {
    let changeset = Sample.addCount(1).encoded()
    let entry = Array("2 4 100 3 \(changeset.count) \(changeset.count) ".utf8) + changeset
    var capture = Capture(
      acknowledged: Sample.schemaAndObject.encoded(), unacknowledged: Sample.setCount(5).encoded())
    for connection in ["c2", "c3"] {
      capture.connection = connection
      capture.out("bind 1 5 0 0 0", "/data")
      capture.out("ident 1 2 111 1 4 1 77")
      capture.into("download 1 2 4 2 77 4 0 0 0 \(entry.count) 0", entry)
      capture.out("json_error 201 2 1", "{}")
    }
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let sides: [(StateAtPoint.Side, Changeset)] = [
      (.server, Sample.addCount(1)), (.client, Sample.setCount(5)),
    ]
    for (side, last) in sides {
      var expected = RealmState()
      try expected.apply(Sample.schemaAndObject)
      try expected.apply(last)
      let found = try replay.state(of: side, at: nil, session: 3).state
      #expect(found.canonicalJSON == expected.canonicalJSON)
    }
  }

  @Test func `an error of the whole connection is not a session`() throws {
    var capture = Capture(uploading: Sample.schemaAndObject.encoded())
    capture.out("unbind 1")
    capture.stopSync(0, code: 100)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    #expect(try replay.state(of: .client, at: nil, session: nil).session == 1)
    #expect(throws: ReplayFailure.noStateInSession(0)) {
      try replay.state(of: .client, at: nil, session: 0)
    }
  }

  @Test func `a changeset that fits neither side is one gap`() throws {
    var capture = Capture(uploading: Sample.schemaAndObject.encoded())
    let missing = LocationValue("Item", .int(77), "count")
    let changeset = Sample.build { $0.update(missing, to: .int(5)) }.encoded()
    let entry = Array("1 4 100 3 \(changeset.count) \(changeset.count) ".utf8) + changeset
    capture.into("download 1 1 4 1 77 4 0 0 0 \(entry.count) 0", entry)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let end = try #require(try replay.resetsAndEnds().all.first)
    #expect(end.gaps.map(\.kind) == [.wireOnly, .unreadableChangeset])
  }

  @Test func `an error of the session that downloads the fresh copy fails the reset`() throws {
    let written = WireAftermathTests.changeset { $0.createObject("table", .int(1)) }
    var capture = Capture(acknowledged: written, unacknowledged: written)
    capture.askForReset(1)
    capture.out("bind 2 5 0 1 0", "/data")
    capture.into("ident 2 3 222")
    capture.stopSync(2)
    var replay = Replay()
    for event in capture.events { replay.observe(event) }
    let reset = try #require(try replay.resetsAndEnds { _ in [.manual] }.all.first)
    #expect(reset.gaps.contains { $0.fact == .failedDownload(code: 206) })
    // That session is no file of its own.
    #expect(throws: ReplayFailure.noFreshState(session: 1)) { try replay.resetsAndEnds() }
    #expect(throws: ReplayFailure.noResetInSession(2)) { try replay.resetsAndEnds(session: 2) }
    #expect(try replay.unsyncedData().all.map(\.session.session) == [1])
  }

  @Test func `a capture without a reset is told of with what was not acknowledged`() throws {
    var replay = Replay()
    for event in try Captures.events(of: "Sync_Replication") { replay.observe(event) }
    let found = try replay.resetsAndEnds()
    #expect(!found.all.isEmpty)
    #expect(found.all.allSatisfy { !$0.isReset })
    for incident in found.all {
      let outcome = incident.outcome(mode: .recover)
      #expect(outcome.ending == .noReset)
      #expect(outcome.gaps.contains { $0.kind == .wireOnly })
    }
  }

}
