import TestSupport
import Testing
import TraceFormat

@Suite struct SessionGraphTests {
  /// Events of sessions on one connection, written as their messages.
  private struct Recording {
    private(set) var events: [Event] = []

    mutating func start(_ session: UInt32, path: String = "/data", _ kind: SyncKind = .partition) {
      append(
        session,
        .sessionStart(
          SessionStart(
            source: .capture, name: "", connection: "c1", wireSession: UInt64(session),
            clientFile: path, syncKind: kind)))
    }

    mutating func out(_ session: UInt32, _ text: String, _ kind: SyncKind = .partition) {
      append(session, .message(WireMessage(.clientToServer, text, kind)))
    }

    mutating func back(_ session: UInt32, _ text: String, _ kind: SyncKind = .partition) {
      append(session, .message(WireMessage(.serverToClient, text, kind)))
    }

    mutating func append(_ session: UInt32, _ content: Event.Content) {
      events.append(
        Event(
          sequence: UInt64(events.count), timeMicroseconds: 0, session: session, content: content))
    }

    /// A session of a file that has an identifier; the server acknowledges up to a client version.
    mutating func known(
      _ session: UInt32, file: Int, acknowledged: Int = 0, endsWith error: Int? = nil,
      path: String = "/data"
    ) {
      start(session, path: path)
      out(session, "ident \(session) \(file) 77 5 0 5 811\n")
      back(session, "download \(session) 5 0 5 811 \(acknowledged) 0 0 0 0 0\n")
      if let error { back(session, "error \(error) 1 0 \(session)\nx") }
      out(session, "unbind \(session)\n")
    }

    /// A session that downloads everything up to server version 5 into a new file.
    mutating func fresh(
      _ session: UInt32, file: Int, uploads: Bool = false, finishes: Bool = true,
      path: String = "/data"
    ) {
      start(session, path: path)
      back(session, "ident \(session) \(file) 77\n")
      out(session, "ident \(session) \(file) 77 0 0 0 0\n")
      back(session, "download \(session) 5 0 5 811 0 0 0 0 0 0\n")
      if finishes { back(session, "mark \(session) 1\n") }
      if uploads { out(session, "upload \(session) 0 0 0 3 5 5\n") }
      out(session, "unbind \(session)\n")
    }

    /// A session that goes on at server version 5 under a file's identifier.
    mutating func continued(
      _ session: UInt32, file: Int, uploading clientVersion: Int? = nil, path: String = "/data"
    ) {
      start(session, path: path)
      out(session, "ident \(session) \(file) 77 5 0 5 811\n")
      guard let clientVersion else { return }
      let body = "\(clientVersion) 5 0 0 1 x"
      out(session, "upload \(session) 0 \(body.utf8.count) 0 \(clientVersion) 5 5\n\(body)")
    }

    var graph: SessionGraph {
      var graph = SessionGraph()
      for event in events { graph.observe(event) }
      return graph
    }

    var resets: [RecognizedReset] { graph.resets }
  }

  @Test func `A session that failed, a fresh download and its continuation are a reset`() throws {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208)
    recording.fresh(2, file: 3)
    recording.continued(3, file: 3)
    let reset = try #require(recording.resets.first)
    #expect(reset.original == .session(1))
    #expect(reset.freshSession == 2)
    #expect(reset.continuedSession == 3)
    #expect(reset.file == FileIdent(ident: 3, salt: 77))
    #expect(reset.freshServerVersion == 5)
    #expect(reset.evidence == [.resetError, .silentDownload])
  }

  @Test func `Connections whose names look alike are two`() {
    var graph = SessionGraph()
    for (index, connection) in ["\u{E9}", "e\u{301}"].enumerated() {
      graph.observe(
        Event(
          sequence: UInt64(index), timeMicroseconds: 0, session: UInt32(index + 1),
          content: .sessionStart(
            SessionStart(source: .capture, name: "", connection: connection, wireSession: 1))))
    }
    // A bind of the same number on the same connection would have ended the first.
    #expect(graph.sessions.map(\.endSequence) == [nil, nil])
  }

  @Test func `Only the first session after the download continues the reset`() {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208)
    recording.fresh(2, file: 3)
    for session in UInt32(3)...5 {
      recording.continued(session, file: 3)
      recording.out(session, "unbind \(session)\n")
    }
    #expect(recording.resets.map(\.continuedSession) == [3])
  }

  @Test func `A copy that is opened again after the process had ended still belongs to its reset`()
  {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208)
    recording.fresh(2, file: 3)
    // The process ends here, and begins with the old file again.
    recording.known(3, file: 2, endsWith: 208)
    recording.continued(4, file: 3)
    recording.out(4, "unbind 4\n")
    recording.continued(5, file: 3, uploading: 7)
    recording.out(5, "unbind 5\n")
    recording.known(6, file: 3, endsWith: 208)
    recording.fresh(7, file: 8)
    recording.continued(8, file: 8)
    let resets = recording.resets
    #expect(resets.map(\.original) == [.session(3), .session(6)])
    #expect(resets.map(\.freshSessions) == [[2, 4], [7]])
    #expect(resets.map(\.continuedSession) == [5, 8])
  }

  @Test func `A new file that reported its progress is no fresh copy`() {
    var recording = Recording()
    recording.known(1, file: 2)
    recording.fresh(2, file: 3, uploads: true)
    recording.continued(3, file: 3)
    #expect(recording.resets == [])
  }

  @Test func `A new file that was closed while it downloaded is no fresh copy`() {
    var recording = Recording()
    recording.known(1, file: 2)
    recording.fresh(2, file: 3, finishes: false)
    recording.continued(3, file: 3)
    #expect(recording.resets == [])
  }

  @Test func `A session of another partition is no original`() {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208, path: "/other")
    recording.fresh(2, file: 3)
    recording.continued(3, file: 3)
    #expect(recording.resets.map(\.original) == [.notSeen])
  }

  @Test(arguments: [false, true])
  func `A session whose beginning is not shown is an original if none is known better`(
    hasIdent: Bool
  ) {
    for others in [[], [UInt32(2)]] {
      var recording = Recording()
      recording.start(1, path: "")
      if hasIdent { recording.out(1, "ident 1 2 77 5 0 5 811\n") }
      recording.back(1, "error 208 1 0 1\nx")
      for other in others { recording.known(other, file: 4, endsWith: 208) }
      recording.fresh(3, file: 3)
      recording.continued(5, file: 3)
      #expect(recording.resets.map(\.original) == [.session(others.last ?? 1)])
    }
  }

  @Test func `A session that is still running, or whose file is used later, is no original`() {
    var recording = Recording()
    recording.start(1)
    recording.out(1, "ident 1 9 77 5 0 5 811\n")
    recording.known(2, file: 2)
    recording.known(3, file: 4)
    recording.fresh(4, file: 3)
    recording.continued(5, file: 3)
    recording.known(6, file: 2)
    #expect(recording.resets.map(\.original) == [.session(3)])
  }

  @Test func `What is uploaded after a reset was never acknowledged before it`() {
    for (uploaded, originals) in [(8, [UInt32](arrayLiteral: 1)), (9, [1, 2])] {
      var recording = Recording()
      recording.known(1, file: 2, acknowledged: 7)
      recording.known(2, file: 4, acknowledged: 8)
      recording.fresh(3, file: 3)
      recording.continued(4, file: 3, uploading: uploaded)
      let expected: RecognizedReset.Original =
        originals.count == 1 ? .session(originals[0]) : .ambiguous(originals)
      #expect(recording.resets.map(\.original) == [expected], "client version \(uploaded)")
    }
  }

  @Test(arguments: ["nothing", "UNBIND before it", "refusal", "older cursor", "uploaded again"])
  func `An acknowledgement counts if the client took it`(lost: String) throws {
    var recording = Recording()
    recording.start(1)
    recording.out(1, "ident 1 2 77 5 0 5 811\n")
    if lost == "UNBIND before it" { recording.out(1, "unbind 1\n") }
    recording.back(1, "download 1 6 7 6 811 7 5 0 0 0 0\n")
    if lost == "refusal" { recording.out(1, "json_error 212 2 1\n{}") }
    recording.start(2)
    recording.out(2, "ident 2 2 77 \(lost == "older cursor" ? 5 : 6) 0 6 811\n")
    if lost == "uploaded again" { recording.out(2, "upload 2 0 11 0 1 5 5\n1 5 0 0 1 x") }
    let session = try #require(recording.graph[1])
    #expect(session.acknowledgedClientVersion == (lost == "nothing" ? 7 : 0))
  }

  @Test func `Of a bootstrap the last message acknowledges`() throws {
    var recording = Recording()
    recording.start(1, path: "", .flexible)
    for (state, acknowledged) in [(0, UInt64(0)), (1, 7)] {
      recording.back(1, "download 1 6 7 6 811 7 5 1 \(state) 1.0 0 0 0\n", .flexible)
      #expect(try #require(recording.graph[1]).acknowledgedClientVersion == acknowledged)
    }
  }

  @Test func `A file that was reset once is not the original of the next reset`() {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208)
    recording.fresh(2, file: 3)
    recording.continued(3, file: 3)
    recording.back(3, "error 217 1 0 3\nx")
    recording.fresh(4, file: 5)
    recording.continued(5, file: 5)
    #expect(recording.resets.map(\.original) == [.session(1), .session(3)])
  }

  @Test func `A download that began before the error is of another reset`() {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208)
    recording.start(2)
    recording.out(2, "ident 2 4 77 5 0 5 811\n")
    recording.fresh(3, file: 3)
    recording.back(2, "error 208 1 0 2\nx")
    recording.continued(4, file: 3)
    #expect(recording.resets.map(\.original) == [.session(1)])
  }

  @Test func `A download whose server version does not fit is no fresh copy`() {
    var recording = Recording()
    recording.known(1, file: 2, endsWith: 208)
    recording.fresh(2, file: 3)
    recording.start(3)
    recording.out(3, "ident 3 3 77 6 0 6 811\n")
    #expect(recording.resets == [])
  }

  @Test func `Binds of flexible sync that speak of ordinary sync are believed`() {
    for (reason, count) in [(0, 0), (1, 1)] {
      let body = #"{"schemaVersion":0,"sessionReason":\#(reason)}"#
      var recording = Recording()
      recording.start(1, path: "", .flexible)
      recording.out(1, "bind 1 \(body.utf8.count) 0 1 0\n\(body)", .flexible)
      recording.back(1, "ident 1 3 77\n", .flexible)
      recording.out(1, "unbind 1\n", .flexible)
      recording.start(2, path: "", .flexible)
      recording.out(2, "bind 2 \(body.utf8.count) 0 0 0\n\(body)", .flexible)
      recording.out(2, "ident 2 3 77 5 0 5 811 0 2\n{}", .flexible)
      #expect(recording.resets.count == count, "reason \(reason)")
      #expect(recording.resets.allSatisfy { $0.evidence.contains(.sessionReason) })
    }
  }

  @Test func `A migration to flexible sync has an original in partition sync`() {
    let body = #"{"migratedPartition":"/data","schemaVersion":0,"sessionReason":1}"#
    var recording = Recording()
    recording.known(1, file: 2)
    recording.start(2)
    recording.out(2, "ident 2 4 77 5 0 5 811\n")
    recording.append(
      2,
      .syncError(
        SyncError(
          code: 232, name: "WrongSyncType", message: "", action: .migrateToFLX, isFatal: false)))
    for (session, needs) in [(UInt32(3), 1), (4, 0)] {
      recording.start(session, path: "", .flexible)
      recording.out(session, "bind \(session) \(body.utf8.count) 0 \(needs) 0\n\(body)", .flexible)
      if needs == 1 { recording.back(session, "ident \(session) 5 77\n", .flexible) }
      recording.out(session, "ident \(session) 5 77 9 0 9 1 0 2\n{}", .flexible)
      recording.out(session, "unbind \(session)\n", .flexible)
    }
    #expect(recording.resets.map(\.original) == [.session(2)])
  }

  @Test func `Errors that do not end a session leave it running`() throws {
    for (code, ends) in [(231, false), (236, false), (208, true)] {
      var recording = Recording()
      recording.start(1)
      let body =
        #"{"message":"","tryAgain":false,"shouldClientReset":false,"isRecoveryModeDisabled":false,"#
        + #""logURL":"","previousSchemaVersion":0}"#
      recording.back(1, "json_error \(code) \(body.utf8.count) 1\n\(body)")
      let session = try #require(recording.graph[1])
      #expect((session.endSequence != nil) == ends, "code \(code)")
      #expect(session.endedForReset == ends, "code \(code)")
    }
  }

  @Test func `A trace without messages shows no reset`() {
    var recording = Recording()
    recording.start(1)
    recording.append(2, .note(Note(text: "")))
    recording.out(9, "unbind 9\n")
    #expect(recording.resets == [])
  }
}
