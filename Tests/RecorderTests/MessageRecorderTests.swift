import Recorder
import Testing
import TraceFormat

@Suite struct MessageRecorderTests {
  /// Says in place of the inflated bytes what it was asked for; refuses empty bodies.
  private struct EchoInflater: BodyInflater {
    mutating func inflate(
      _ compressed: [UInt8], announcedSize: UInt64
    ) throws(DecodingFailure) -> [UInt8] {
      guard !compressed.isEmpty else { throw .invalidValue("nothing there", at: 0) }
      return compressed + Array(" \(announcedSize)".utf8)
    }
  }

  private func recorder(_ source: SessionStart.Source) -> MessageRecorder<EchoInflater> {
    MessageRecorder(source: source, inflater: EchoInflater())
  }

  @Test func `Messages of all connections become one sequence of events`() {
    var recorder = recorder(.proxy)
    let messages: [(String, WireMessage.Direction, String)] = [
      ("a", .clientToServer, "bind 1 5 0 1 0\n/data"), ("b", .clientToServer, "ping 1 1\n"),
      ("b", .clientToServer, "bind 1 5 0 1 0\n/data"), ("a", .serverToClient, "mark 1 1\n"),
    ]
    var events: [Event] = []
    for (index, message) in messages.enumerated() {
      events +=
        recorder.record(
          Array(message.2.utf8), direction: message.1, connection: message.0,
          timeMicroseconds: Int64(index) + 7
        ).events
    }
    #expect(
      events.map(\.kind) == [
        .sessionStart, .message, .message, .sessionStart, .message, .message,
      ])
    #expect(events.map(\.sequence) == Array(0..<6))
    #expect(events.map(\.session) == [1, 1, 0, 2, 2, 1])
    #expect(events.map(\.timeMicroseconds) == [7, 7, 8, 9, 9, 10])
    #expect(recorder.connectionNames == ["a", "b"])
    #expect(recorder.sessionCount == 2)
    #expect(recorder.lastTimeMicroseconds == 10)
  }

  @Test func `Connections whose names look alike are two`() {
    var recorder = recorder(.proxy)
    let sessions = ["\u{E9}", "e\u{301}"].map { name in
      recorder.record(
        Array("bind 1 5 0 1 0\n/data".utf8), direction: .clientToServer, connection: name,
        timeMicroseconds: 0
      ).session
    }
    #expect(sessions == [1, 2])
    #expect(recorder.connectionNames.map { $0.utf8.count } == [2, 3])
  }

  @Test func `Connections whose names differ in nothing but a secret are numbered`() {
    var recorder = recorder(.proxy)
    for password in ["hunter2", "correcthorse", "battery9staple"] {
      _ = recorder.record(
        Array("ping 1 1\n".utf8), direction: .clientToServer, connection: "h?password=\(password)",
        timeMicroseconds: 0)
    }
    let name = "h?password=[removed-password]"
    #expect(recorder.connectionNames == [name, "\(name) (2)", "\(name) (3)"])
  }

  @Test(arguments: SessionStart.Source.allCases)
  func `A session states its source, also where its beginning was not seen`(
    source: SessionStart.Source
  ) {
    var recorder = recorder(source)
    let recorded = recorder.record(
      Array("mark 7 1\n".utf8), direction: .clientToServer, connection: "a", timeMicroseconds: 0)
    guard case .sessionStart(let start)? = recorded.events.first?.content,
      case .note(let note)? = recorded.events.dropFirst().first?.content
    else { return #expect(Bool(false), "\(recorded.events)") }
    #expect(start.source == source)
    let whole = source == .capture ? "capture" : "recording"
    #expect(note.text == "session 7 of connection a began before the \(whole)")
  }

  @Test func `A session that goes on in a new trace states its file there`() {
    var recorder = recorder(.proxy)
    let beginning: [(WireMessage.Direction, String)] = [
      (.clientToServer, "bind 7 5 0 1 0\n/data"), (.serverToClient, "ident 7 12 777\n"),
    ]
    for (direction, text) in beginning {
      _ = recorder.record(
        Array(text.utf8), direction: direction, connection: "a", timeMicroseconds: 0)
    }
    recorder.beginNewTrace()
    let recorded = recorder.record(
      Array("mark 7 1\n".utf8), direction: .clientToServer, connection: "a", timeMicroseconds: 0)
    guard case .sessionStart(let start)? = recorded.events.first?.content
    else { return #expect(Bool(false), "\(recorded.events)") }
    #expect(start.clientFile == "/data" && start.clientFileIdent == 12)
  }

  @Test func `An error of a connection gets to the sessions that were bound before a new trace`() {
    var recorder = recorder(.proxy)
    for text in ["bind 7 5 0 1 0\n/data", "bind 8 5 0 1 0\n/other", "unbind 8\n"] {
      _ = recorder.record(
        Array(text.utf8), direction: .clientToServer, connection: "a", timeMicroseconds: 0)
    }
    recorder.beginNewTrace()
    let recorded = recorder.record(
      Array("json_error 101 1 0\n{".utf8), direction: .serverToClient, connection: "a",
      timeMicroseconds: 0)
    #expect(recorded.events.map(\.kind) == [.message, .sessionStart, .note, .syncError, .note])
    #expect(recorded.events.map(\.session) == [0, 1, 1, 1, 0])
    guard case .sessionStart(let start) = recorded.events[1].content
    else { return #expect(Bool(false), "\(recorded.events)") }
    #expect(start.clientFile == "/data")
  }

  @Test func `A session that ended before a new trace does not begin again in it`() {
    var recorder = recorder(.proxy)
    func record(_ text: String, _ direction: WireMessage.Direction) -> [Event] {
      recorder.record(
        Array(text.utf8), direction: direction, connection: "a", timeMicroseconds: 0
      ).events
    }
    for text in ["bind 7 5 0 1 0\n/data", "unbind 7\n", "bind 8 5 0 1 0\n/data"] {
      _ = record(text, .clientToServer)
    }
    recorder.beginNewTrace()
    let late =
      record("unbound 7\n", .serverToClient) + record("error 208 1 0 7\nm", .serverToClient)
    #expect(late.map(\.kind) == [.message, .message])
    #expect(late.map(\.session) == [0, 0])
    let all = record("error 101 1 0 0\nm", .serverToClient)
    #expect(all.map(\.kind) == [.message, .sessionStart, .note, .syncError])
  }

  @Test func `A loss stands at the time of the latest message`() {
    var recorder = recorder(.proxy)
    #expect(recorder.recordLoss(recordCount: 1, reason: "full").timeMicroseconds == 0)
    _ = recorder.record(
      Array("ping 1 1\n".utf8), direction: .clientToServer, connection: "a", timeMicroseconds: 5)
    let loss = recorder.recordLoss(recordCount: nil, reason: "full")
    #expect(loss.timeMicroseconds == 5)
    #expect(loss.sequence == 2)
    #expect(loss.session == 0)
  }

  @Test func `Compressed bodies go through the inflater that was brought along`() {
    var recorder = recorder(.proxy)
    let inflated = recorder.record(
      Array("download 1 40 0 40 7 0 0 0 1 9 3\nzip".utf8), direction: .serverToClient,
      connection: "a", timeMicroseconds: 0
    ).read.message
    #expect(inflated.bodyForm == .inflated)
    #expect(inflated.body == Array("zip 9".utf8))
  }

  @Test func `A body that does not inflate is kept as it came, with a note`() {
    var recorder = recorder(.proxy)
    let bytes = Array("upload 1 1 9 0 5 2 0\n".utf8)
    let recorded = recorder.record(
      bytes, direction: .clientToServer, connection: "a", timeMicroseconds: 0)
    #expect(recorded.read.message.wireBytes == bytes)
    #expect(recorded.events.map(\.kind) == [.message, .note])
    #expect(recorded.read.problem != nil)
  }
}
