import Foundation
import Importers
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct CaptureImporterTests {
  private struct Line {
    var text: String

    init(text: String) { self.text = text }

    init(_ direction: String, _ message: String, _ connection: String = "c1", time: Int = 5) {
      text =
        #"{"us":\#(time),"connection":"\#(connection)","direction":"\#(direction)","hex":"\#(Hex.encode(message.utf8))"}"#
    }
  }

  private func imported(_ lines: [Line]) -> (events: [Event], summary: CaptureSummary) {
    var importer = CaptureImporter()
    var events: [Event] = []
    for line in lines { importer.importLine(Array(line.text.utf8)) { events.append($0) } }
    return (events, importer.summary)
  }

  private func starts(_ events: [Event]) -> [SessionStart] {
    events.compactMap { if case .sessionStart(let start) = $0.content { start } else { nil } }
  }

  private func notes(_ events: [Event]) -> [String] {
    events.compactMap { if case .note(let note) = $0.content { note.text } else { nil } }
  }

  private static let flexibleBind = #"{"schemaVersion":0,"sessionReason":1}"#

  @Test(arguments: [
    "x", "[]", "{}", #"{"us":1,"connection":"c","direction":"out"}"#,
    #"{"us":1,"connection":"c","direction":"up","hex":""}"#,
    #"{"us":1.5,"connection":"c","direction":"out","hex":""}"#,
    #"{"us":1,"connection":"c","direction":"out","hex":"0"}"#,
    #"{"us":1,"connection":"c","direction":"out","hex":"zz"}"#,
    #"{"us":1,"connection":"c","direction":"out","hex":""} x"#,
    #"{"us":1,"connection":"c","direction":"out","hex":"70"#,
  ])
  func `A line that is no message is counted, named and passed over`(text: String) throws {
    let (events, summary) = imported([
      Line("out", "bind 1 5 0 1 0\n/data"), Line(text: text), Line("out", "mark 1 1\n", time: 9),
    ])
    #expect(summary.malformedLineCount == 1)
    #expect(summary.malformedLines.map(\.lineNumber) == [2])
    #expect(summary.messageCount == 2)
    #expect(events.map(\.kind) == [.sessionStart, .message, .loss, .message])
    guard case .loss(let loss) = events[2].content else { return }
    #expect(loss.recordCount == 1)
    #expect(loss.reason.hasPrefix("line 2 of the capture is not a message: "))
    #expect(events.map(\.sequence) == [0, 1, 2, 3])
    #expect(events.map(\.timeMicroseconds) == [5, 5, 5, 9])
  }

  @Test func `The sessions of a connection have the SDK that a line of it names`() {
    let agent = "RealmSync/14.13.0 (Linux) RealmKotlin/1.16.0 app"
    let bind = Hex.encode("bind 1 5 0 1 0\n/data".utf8)
    let named = Line(
      text:
        #"{"us":1,"connection":"c1","direction":"out","hex":"\#(bind)","sdk":"\#(agent)"}"#)
    let (events, _) = imported([
      named, Line("out", "unbind 1\n"), Line("out", "bind 1 5 0 1 0\n/data"),
      Line("out", "bind 1 5 0 1 0\n/data", "c2"),
    ])
    #expect(starts(events).map(\.sdk) == [agent, agent, nil])
  }

  @Test func `Empty lines are passed over, but counted in the numbers of lines`() {
    let (events, summary) = imported([Line(text: ""), Line(text: " \r"), Line(text: "x")])
    #expect(summary.malformedLines.map(\.lineNumber) == [3])
    #expect(events.count == 1)
    #expect(summary.lineCount == 1)
  }

  @Test func `Listed problems are bounded, counted ones are not`() {
    let limit = CaptureSummary.listedProblemsMax
    let (events, summary) = imported(Array(repeating: Line(text: "x"), count: limit + 1))
    #expect(summary.malformedLines.count == limit)
    #expect(summary.malformedLineCount == limit + 1)
    #expect(events.count == limit + 1)
  }

  @Test(arguments: [
    "", "bogus 1\n", "upload 1 0 9 0 9 5 4\nabc", "mark 1\n", "\u{0}\u{1}", "mark 1 2",
  ])
  func `A message that makes no sense is kept and noted`(text: String) throws {
    let (events, summary) = imported([
      Line("out", "bind 1 5 0 1 0\n/data"), Line("out", text), Line("out", "mark 1 1\n"),
    ])
    #expect(events.map(\.kind) == [.sessionStart, .message, .message, .note, .message])
    guard case .message(let message) = events[2].content else { return }
    #expect(message.wireBytes == Array(text.utf8))
    #expect(summary.unreadMessageCount == 1)
    #expect(summary.unreadMessages.map(\.lineNumber) == [2])
    #expect(summary.messageCounts.last?.kind == nil)
    #expect(notes(events)[0].contains("kept as it came"))
    #expect(events[4].session == 1)
  }

  @Test func `Session idents are used again after the end of a session`() {
    let (events, summary) = imported([
      Line("out", "bind 1 5 0 1 0\n/data"), Line("out", "bind 2 5 0 1 0\n/data"),
      Line("out", "unbind 1\n"), Line("in", "unbound 1\n"), Line("out", "bind 1 5 0 0 0\n/data"),
      Line("in", "error 201 0 1 1\n"), Line("out", "unbind 1\n"),
      Line("out", "bind 1 5 0 0 0\n/data"), Line("out", "mark 2 1\n"),
      Line("out", "bind 1 5 0 0 0\n/data", "c2"), Line("out", "mark 1 1\n"),
      Line("out", "ping 1 1\n"),
    ])
    #expect(summary.sessionCount == 5)
    #expect(summary.connections == ["c1", "c2"])
    let sessions = events.filter { $0.kind == .message }.map(\.session)
    #expect(sessions == [1, 2, 1, 1, 3, 3, 3, 4, 2, 5, 4, 0])
    #expect(starts(events).map(\.wireSession) == [1, 2, 1, 1, 1])
    #expect(starts(events).map(\.connection) == ["c1", "c1", "c1", "c1", "c2"])
    #expect(events.filter { $0.kind == .syncError }.map(\.session) == [3])
  }

  @Test func `A session whose beginning is missing starts with its first message`() {
    let (events, summary) = imported([Line("out", "mark 7 1\n"), Line("in", "mark 7 1\n")])
    #expect(events.map(\.kind) == [.sessionStart, .note, .message, .message])
    #expect(summary.sessionCount == 1)
    #expect(notes(events) == ["session 7 of connection c1 began before the capture"])
    #expect(events.allSatisfy { $0.session == 1 })
  }

  @Test(arguments: [
    ("/data", SyncKind.partition, false), ("\"my-part\"", .partition, false),
    (#"{"$oid":"0123456789abcdef01234567"}"#, .partition, false), ("12", .partition, false),
    ("null", .partition, false), (flexibleBind, .flexible, false), ("{}", .flexible, false),
    (#"{"migratedPartition":"p","schemaVersion":1}"#, .flexible, false),
    (#"{"schemaVersion":1,"sessionReason":0,"later":[]}"#, .flexible, false),
    (#"{"schemaVersion":1"#, .partition, false), (#"{"odd":1}"#, .partition, true),
    ("", .partition, true),
  ])
  func `The kind of sync is told from the bind, or assumed with a note`(
    target: String, kind: SyncKind, isAssumed: Bool
  ) {
    let (events, summary) = imported([
      Line("out", "bind 1 \(target.utf8.count) 0 1 0\n\(target)")
    ])
    #expect(starts(events).map(\.syncKind) == [kind])
    #expect(starts(events).map(\.clientFile) == [kind == .partition ? target : ""])
    #expect(notes(events).count == (isAssumed ? 1 : 0))
    #expect(summary.unreadMessageCount == 0)
  }

  @Test func `The kind of sync is told from layouts where the bind leaves it open`() {
    let odd = #"{"odd":1}"#
    let (events, summary) = imported([
      Line("out", "bind 1 \(odd.utf8.count) 0 1 0\n\(odd)"),
      Line("out", "ident 1 13 5550001 0 0 0 0 0 2\n{}"),
      Line("in", "download 1 1 0 1 7 0 0 0 2 1 0 0 0\n"),
      Line("out", "ident 1 12 4 0 0 0 0\n", "c2"), Line("out", "query 1 2 2\n{}", "c3"),
    ])
    #expect(summary.unreadMessageCount == 0)
    #expect(starts(events).map(\.syncKind) == [.partition, .partition, .flexible])
    let kinds = events.compactMap { event -> SyncKind? in
      if case .message(let message) = event.content { message.syncKind } else { nil }
    }
    #expect(kinds == [.partition, .flexible, .flexible, .partition, .flexible])
    #expect(notes(events).filter { $0.contains("counts as partition sync") }.count == 1)
  }

  @Test func `A reset of flexible sync is recognised by what the binds say`() throws {
    let bind = "\(Self.flexibleBind.utf8.count) 0"
    let ordinary = #"{"schemaVersion":0,"sessionReason":0}"#
    let body =
      #"{"message":"m","tryAgain":false,"shouldClientReset":true,"isRecoveryModeDisabled":false,"#
      + #""logURL":"","action":"ClientReset"}"#
    let (events, summary) = imported([
      Line("out", "bind 1 \(ordinary.utf8.count) 0 0 0\n\(ordinary)"),
      Line("out", "ident 1 12 4937292 5 3 5 811 1 2\n{}"),
      Line("in", "json_error 211 \(body.utf8.count) 1\n\(body)"), Line("out", "unbind 1\n"),
      Line("out", "bind 2 \(bind) 1 0\n\(Self.flexibleBind)"), Line("in", "ident 2 13 5550001\n"),
      Line("out", "ident 2 13 5550001 0 0 0 0 0 2\n{}"), Line("out", "mark 2 1\n"),
      Line("in", "download 2 9 0 9 77 0 0 0 1 1 0 0 0\n"), Line("in", "mark 2 1\n"),
      Line("out", "query 2 1 2\n{}"), Line("out", "unbind 2\n"), Line("in", "unbound 2\n"),
      Line("out", "bind 3 \(bind) 0 0\n\(Self.flexibleBind)"),
      Line("out", "ident 3 13 5550001 9 0 9 77 1 2\n{}"),
      Line("out", "upload 3 0 0 0 12 9 9\n"),
    ])
    #expect(summary.unreadMessageCount == 0)
    #expect(summary.errors.map(\.error.action) == [.clientReset])
    var graph = SessionGraph()
    for event in events { graph.observe(event) }
    let reset = try #require(graph.resets.first)
    #expect(graph.resets.count == 1)
    #expect(reset.original == .session(1))
    #expect(reset.freshSession == 2)
    #expect(reset.continuedSession == 3)
    #expect(reset.freshServerVersion == 9)
    #expect(reset.evidence == [.sessionReason, .resetError, .silentDownload])
    #expect(graph[1]?.endedForReset == true)
  }

  @Test func `An error of a connection is one of each session that is bound on it`() {
    let body =
      #"{"message":"m","tryAgain":false,"shouldClientReset":true,"isRecoveryModeDisabled":false,"#
      + #""logURL":"","action":"DeleteRealm"}"#
    let error = Line("in", "json_error 101 \(body.utf8.count) 0\n\(body)")
    let (events, summary) = imported([
      Line("out", "bind 1 5 0 1 0\n/data"), Line("out", "bind 2 5 0 1 0\n/data"),
      Line("out", "bind 3 5 0 1 0\n/data"), Line("out", "bind 1 5 0 1 0\n/data", "c2"),
      Line("out", "unbind 2\n"), error, error,
    ])
    #expect(summary.errors.map(\.session) == [1, 3, 0])
    #expect(summary.errors.allSatisfy { $0.error.action == .deleteRealm })
    #expect(events.suffix(2).map(\.session) == [0, 0])
  }

  @Test(arguments: ["unbind 1\n", "unbound 1\n", "error 200 1 0 1\nm"])
  func `An error behind the end of its session is none, until the session is bound again`(
    end: String
  ) {
    let bind = Line("out", "bind 1 5 0 1 0\n/data")
    let error = Line("in", "error 208 1 0 1\nm")
    let ending = Line(end == "unbind 1\n" ? "out" : "in", end)
    let (events, summary) = imported([bind, ending, error, bind, error])
    #expect(summary.errors.map(\.error.code).filter { $0 != 200 } == [208])
    var graph = SessionGraph()
    for event in events { graph.observe(event) }
    #expect(graph.sessions.map(\.endedForReset) == [false, true])
  }

  @Test func `An error that the client refuses is one of each session of its connection`() {
    let (_, summary) = imported([
      Line("out", "bind 1 5 0 1 0\n/data"), Line("out", "bind 2 5 0 1 0\n/data"),
      Line("in", "json_error 208 1 1\n{"),
    ])
    #expect(summary.errors.map(\.session) == [1, 2])
    #expect(summary.errors.allSatisfy { $0.error.isRefused })
  }

  @Test func `An error that lacks members is noted`() {
    let body = #"{"message":"m","tryAgain":false}"#
    let (events, summary) = imported([
      Line("in", "json_error 211 \(body.utf8.count) 0\n\(body)"),
      Line("in", "json_error 211 1 0\n{"),
    ])
    #expect(events.map(\.kind) == [.message, .syncError, .note, .message, .syncError, .note])
    #expect(notes(events)[0].contains("shouldClientReset, isRecoveryModeDisabled, logURL, action"))
    #expect(notes(events)[1].contains("could not be read"))
    #expect(summary.errors.map(\.error.action) == [.protocolViolation, .protocolViolation])
  }

  @Test func `A compressed capture that is cut imports what came before`() throws {
    let lines = (1...200).map { Line("out", "ping \($0) 1\n", time: $0).text }
    let whole = try Zstd.compress(Array(lines.joined(separator: "\n").utf8))
    func events(_ bytes: [UInt8]) throws -> ([Event], CaptureSummary) {
      var events: [Event] = []
      let summary = try CaptureImporter.importCapture(from: LineReader(MemorySource(bytes))) {
        events.append($0)
      }
      return (events, summary)
    }
    #expect(try events(whole).0.count == 200)
    #expect(try events(whole).1.endFailure == nil)
    let (cut, summary) = try events(Array(whole.dropLast(8)))
    #expect(cut.last?.kind == .loss)
    #expect(summary.endFailure != nil)
  }
}
