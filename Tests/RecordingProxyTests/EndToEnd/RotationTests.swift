import Recorder
import Replayer
import TestSupport
import Testing
import TraceCompression

@testable import RecordingProxy
@testable import TraceFormat

/// Real sessions, recorded to one file after the other: together they have what one file has, and each says what
/// came before it.
@Suite(.timeLimit(.minutes(20))) struct RotationTests {
  private static func rotating(
    in folder: TemporaryFolder
  ) -> (inout ProxyOptions, inout ProxyRecordingOptions) -> Void {
    { _, recording in
      recording.destination = .folder(folder.root, TraceRotation(sizeMax: 1500))
      recording.flushing.size = 1
    }
  }

  /// Plays a capture while it is recorded to files that are full after a few messages.
  private func files(of name: String, in folder: TemporaryFolder) async throws -> [[Event]] {
    let lines = try CapturePlaybackTests.lines(of: name)
    _ = try await ProxyRun.during(in: folder, options: Self.rotating(in: folder)) { run in
      try await CapturePlaybackTests.play(lines, through: run)
    }
    return try folder.names().sorted().map { file in
      let verification = try TraceVerification(
        FileSource(path: folder.path(file)), codec: ZstdCodec())
      #expect(verification.info.isClosed && !verification.info.isDamaged, "\(file)")
      return try ProxyRun.read(folder.path(file))
    }
  }

  @Test(arguments: Captures.names)
  func `all files together have the messages of the session, in their order`(
    name: String
  ) async throws {
    try await TemporaryFolder.during { folder in
      let files = try await files(of: name, in: folder)
      #expect(files.count > 1)
      let imported = try CapturePlaybackTests.imported(name)
      #expect(
        CapturePlaybackTests.essence(files.flatMap(\.messages))
          == CapturePlaybackTests.essence(imported.messages))
      #expect(files.allSatisfy { $0.losses.isEmpty })
    }
  }

  @Test(arguments: Captures.names)
  func `a file that begins in the middle says so of each session that goes on in it`(
    name: String
  ) async throws {
    let files: [[Event]] = try await TemporaryFolder.during { folder in
      try await self.files(of: name, in: folder)
    }
    for events in files {
      expectBeginnings(of: events)
      expectReplayable(events)
    }
  }

  @Test func `each file notes the secrets that are in it`() async throws {
    try await TemporaryFolder.during { folder in
      _ = try await ProxyRun.during(in: folder, options: Self.rotating(in: folder)) { run in
        for _ in 0..<2 {
          let target = "/realm-sync?baas_at=\(PassageTests.token)"
          let (client, server) = try await run.connect(target: target)
          for _ in 0..<8 {
            try await client.send((0..<2000).map { _ in UInt8.random(in: 0...255) })
            _ = try await server.message()
          }
          await client.close()
        }
      }
      var counts: Set<Int> = []
      for path in try folder.names().map(folder.path) {
        let count = try ProxyRun.read(path).notes.count { $0.contains("[removed-jwt-") }
        let notes = try TraceInfo(FileSource(path: path), codec: ZstdCodec()).closingNotes
        #expect(notes.map(\.value) == (count == 0 ? [] : ["jwt \(count)"]), "\(path)")
        counts.insert(count)
      }
      #expect(counts.count > 1 && counts.contains(0))
    }
  }

  @Test func `a recording continues behind what recordings have counted to`() throws {
    try TemporaryFolder.with { folder in
      for number in ["000007", "9223372036854775807"] {
        try folder.write([], to: "recording-\(number).synctrace")
      }
      #expect(try TraceFolder.lastNumber(in: folder.root) == 7)
    }
  }

  @Test func `a recording passes over a file that another one has made meanwhile`() throws {
    try TemporaryFolder.with { folder in
      let options = ProxyRecordingOptions(destination: .folder(folder.root, TraceRotation()))
      let files = try TraceFiles(options)
      try folder.write([7], to: "recording-000002.synctrace")
      try files.rotate(noting: [])
      try files.finish(noting: [])
      #expect(files.path == folder.path("recording-000003.synctrace"))
      #expect(try folder.read("recording-000002.synctrace") == [7])
    }
  }

  /// Each session begins in the file, and says so where that is not its true beginning.
  private func expectBeginnings(of events: [Event]) {
    let sessions = Set(events.filter { $0.kind == .message }.map(\.session)).subtracting([0])
    for session in sessions {
      let own = events.filter { $0.session == session }
      #expect(own.count { $0.kind == .sessionStart } == 1)
      #expect(own.first?.kind == .sessionStart)
      let isBound = own.messages.first?.typeWord == "bind"
      let isTold = own.notes.contains { $0.contains("began before the recording") }
      #expect(isBound != isTold, "session \(session): \(own.notes)")
    }
  }

  /// A replay of one file gives outcomes, or says why there are none.
  private func expectReplayable(_ events: [Event]) {
    var replay = Replay()
    for event in events { replay.observe(event) }
    for mode in [ResetMode.recover, .discardLocal] {
      do {
        _ = try replay.resets().map { $0.outcome(mode: mode) }
      } catch {
        #expect(!"\(error)".isEmpty)
      }
    }
  }
}
