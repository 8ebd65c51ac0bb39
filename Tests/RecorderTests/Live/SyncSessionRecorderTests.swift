import Dispatch
import Recorder
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct SyncSessionRecorderTests {
  @Test func `Calls become events in their order, with their times and sessions`() throws {
    let events = try LiveSample.events { recorder in
      let first = recorder.session(
        name: "a", clientFile: "a.realm", mode: .recover, sdk: "Swift 10.54.6")
      let second = recorder.session(name: "b", syncKind: .partition)
      first.state(.base, changesets: [[1], [2]])
      second.localCommit(clientVersion: 7, changeset: [3])
      first.downloaded(serverVersion: 9, changeset: [4], originFileIdent: 5)
      recorder.note("the app goes to the background")
      second.log(level: "info", category: "Realm.Sync", "Connected")
    }
    let start: (String, String, SyncKind, ResetMode?, String?) -> Event.Content = {
      .sessionStart(
        SessionStart(
          source: .live, name: $0, clientFile: $1, syncKind: $2, configuredResetMode: $3, sdk: $4))
    }
    let expected: [(UInt32, Event.Content)] = [
      (1, start("a", "a.realm", .flexible, .recover, "Swift 10.54.6")),
      (2, start("b", "", .partition, nil, nil)),
      (1, .snapshot(Snapshot(role: .base, changesets: [[1], [2]]))),
      (2, .localCommit(LocalCommit(clientVersion: 7, changeset: [3]))),
      (1, .serverCommit(ServerCommit(serverVersion: 9, changeset: [4], originFileIdent: 5))),
      (0, .note(Note(text: "the app goes to the background"))),
      (2, .note(Note(text: "log [info] Realm.Sync: Connected"))),
    ]
    #expect(events.map(\.session) == expected.map(\.0))
    #expect(events.map(\.content) == expected.map(\.1))
    #expect(events.map(\.sequence) == Array(0..<7))
    let times = events.map(\.timeMicroseconds)
    #expect(times == (0..<7).map { times[0] + $0 })
  }

  @Test func `A trace is whole, says where it is from, and needs no library to be read`() throws {
    let options = RecordingOptions(
      metadata: [TraceHeader.Metadata("app", "Inspections 4.2")], clock: LiveSample.clock())
    let bytes = try LiveSample.trace(options) { $0.note("a") }
    let reader = try TraceReader(MemorySource(bytes), codec: StoredFrames())
    #expect(try reader.next()?.content == .note(Note(text: "a")))
    #expect(try reader.next() == nil)
    #expect(reader.isClosed && reader.findings.isEmpty)
    #expect(reader.header?["source"] == "live")
    #expect(reader.header?["app"] == "Inspections 4.2")
    #expect(reader.header?.secrets == .replaced)
  }

  @Test func `Messages are written as the wire has them, and one that cannot be is a loss`() throws
  {
    let download = Download(
      sessionIdent: 1, downloadServerVersion: 9, downloadClientVersion: 3, latestServerVersion: 9,
      latestServerVersionSalt: 4, uploadClientVersion: 3, uploadServerVersion: 0,
      scope: .partition(downloadableBytes: 0),
      bodySize: BodySize(isCompressed: false, uncompressed: 0, compressed: 0), entries: [])
    let events = try LiveSample.events { recorder in
      let session = recorder.session(
        SessionStart(source: .proxy, name: "a", connection: "c", syncKind: .partition))
      session.message(.download(download), .serverToClient)
      session.message(.download(download), .clientToServer)
    }
    guard case .message(let message) = events[1].content else {
      Issue.record("no message: \(events[1])")
      return
    }
    #expect(message.connection == "c")
    #expect(try message.parsed() == .download(download))
    #expect(events[2].kind == .loss)
  }

  @Test func `A session says that an app recorded it`() throws {
    let events = try LiveSample.events { _ = $0.session(name: "a", mode: .recover) }
    #expect(
      events[0].textLines(withInstructions: false)[0].hasSuffix(
        "sessionStart  session 1 (a), recorded in an app, flexible sync, reset mode Recover"))
  }

  @Test func `Times may be the system's`() throws {
    let events = try LiveSample.events(RecordingOptions()) { $0.note("a") }
    // Between 2024 and 2100.
    #expect((1_704_000_000_000_000..<4_102_000_000_000_000).contains(events[0].timeMicroseconds))
  }

  @Test func `What was flushed is there, whole but for its end`() throws {
    let sink = SharedSink()
    let options = RecordingOptions(
      flushing: TraceFlushPolicy(intervalMilliseconds: 1_000_000), synchronizesOnFlush: true)
    let recorder = try SyncSessionRecorder(options: options) { sink }
    for number in 0..<100 { recorder.note("\(number)") }
    recorder.flush()
    let (events, reader) = try TraceFiles.read(sink.bytes)
    #expect(events.count == 100)
    #expect(reader.findings.map(\.code) == [.notClosed])
    #expect(sink.syncCount == 1)
    try recorder.finish()
  }

  @Test func `What was recorded is flushed though nothing else comes`() throws {
    let sink = SharedSink()
    let recorder = try SyncSessionRecorder(
      options: RecordingOptions(flushing: TraceFlushPolicy(intervalMilliseconds: 5))
    ) { sink }
    recorder.note("a")
    var count = 0
    while try TraceFiles.read(sink.bytes).events.isEmpty, count < 2000 {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
      count += 1
    }
    #expect(try TraceFiles.read(sink.bytes).events.count == 1)
    try recorder.finish()
  }

  @Test func `After its end a trace takes nothing, and ends once`() throws {
    let sink = SharedSink()
    let recorder = try SyncSessionRecorder { sink }
    let session = recorder.session(name: "a")
    try recorder.finish()
    let bytes = sink.bytes
    session.localCommit(clientVersion: 1, changeset: [1])
    recorder.flush()
    try recorder.finish()
    #expect(sink.bytes == bytes)
    #expect(recorder.droppedCount == 1)
    #expect(recorder.failure == nil)
  }

  @Test func `A recorder that nobody ends is ended when nobody has it any more`() throws {
    let sink = SharedSink()
    try SyncSessionRecorder { sink }.note("a")
    var count = 0
    while try !TraceFiles.read(sink.bytes).reader.isClosed, count < 2000 {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
      count += 1
    }
    let (events, reader) = try TraceFiles.read(sink.bytes)
    #expect(events.count == 1 && reader.isClosed)
  }

  @Test func `A full disk is told and harms nothing`() throws {
    let sink = SharedSink()
    let recorder = try SyncSessionRecorder { sink }
    recorder.note("safe")
    recorder.flush()
    sink.sizeMax = sink.bytes.count + 100
    recorder.note(String(repeating: "x", count: 1000))
    recorder.flush()
    #expect(recorder.failure is SharedSink.Full)
    recorder.note("later")
    recorder.flush()
    #expect(recorder.droppedCount == 1)
    #expect(throws: SharedSink.Full.self) { try recorder.finish() }
    #expect(try TraceFiles.read(sink.bytes).events.map(\.content) == [.note(Note(text: "safe"))])
  }

  @Test func `A file that exists is left alone, and a folder that is missing is told`() throws {
    try TemporaryFolder.with { folder in
      try folder.write([1, 2, 3], to: "a.synctrace")
      #expect(throws: FileFailure.self) {
        try SyncSessionRecorder(path: folder.path("a.synctrace"))
      }
      #expect(try folder.read("a.synctrace") == [1, 2, 3])
      #expect(throws: FileFailure.self) {
        try SyncSessionRecorder(path: folder.path("no/a.synctrace"))
      }
      let huge = [TraceHeader.Metadata("app", String(repeating: "x", count: 1 << 24))]
      #expect(throws: TraceWriteFailure.self) {
        try SyncSessionRecorder(
          path: folder.path("b.synctrace"), options: RecordingOptions(metadata: huge))
      }
    }
  }
}
