import Dispatch
import Recorder
import Synchronization
import TestSupport
import Testing
import TraceFormat

/// Many threads, and a disk that is slower than they are.
@Suite struct LiveQueueTests {
  @Test func `Many threads at once lose nothing, and keep each its order`() throws {
    let (threads, commits) = (8, 400)
    let events = try LiveSample.events(RecordingOptions(queueSizeMax: 1 << 30)) { recorder in
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        let session = recorder.session(name: "a")
        for version in 1...commits {
          session.localCommit(
            clientVersion: UInt64(version), changeset: [UInt8](repeating: 7, count: 50))
        }
      }
    }
    #expect(events.count == threads * (commits + 1))
    for session in 1...UInt32(threads) {
      let own = events.filter { $0.session == session }
      #expect(own.first?.kind == .sessionStart)
      let versions = own.dropFirst().map { event in
        if case .localCommit(let commit) = event.content { Int(commit.clientVersion) } else { 0 }
      }
      #expect(versions == Array(1...commits))
    }
  }

  @Test func `What a full queue drops is counted, and told where it is missing`() throws {
    let sink = SharedSink()
    let recorder = try SyncSessionRecorder(
      options: RecordingOptions(
        flushing: TraceFlushPolicy(intervalMilliseconds: 1_000_000), queueSizeMax: 64 << 10)
    ) { sink }
    let session = recorder.session(name: "a")
    var versions: [UInt64] = []
    /// Commits that find the disk standing still, until some were dropped.
    func flood() -> (taken: Int, dropped: UInt64) {
      let before = recorder.droppedCount
      var taken = 0
      sink.gate.withLock { _ in
        while recorder.droppedCount < before + 10 {
          let dropped = recorder.droppedCount
          versions.append(UInt64(versions.count))
          session.localCommit(
            clientVersion: versions[versions.count - 1],
            changeset: [UInt8](repeating: 7, count: 500))
          if recorder.droppedCount == dropped { taken += 1 }
        }
        // What is needed to understand the rest is not dropped yet.
        session.willReset(copiedTo: nil)
      }
      recorder.flush()
      session.mustResetManually(backup: nil)
      return (taken, recorder.droppedCount - before)
    }
    let floods = [flood(), flood()]
    try recorder.finish()
    #expect(floods.map(\.dropped) == [10, 10])
    #expect(floods.allSatisfy { $0.taken > 20 })

    let (events, reader) = try TraceFiles.read(sink.bytes)
    #expect(reader.isClosed && !reader.isDamaged)
    // Every commit is there, or counted by the loss that stands in its place.
    var next: UInt64 = 0
    for event in events {
      switch event.content {
      case .localCommit(let commit):
        #expect(commit.clientVersion == next)
        next += 1
      case .loss(let loss): next += loss.recordCount ?? 0
      default: break
      }
    }
    #expect(next == UInt64(versions.count))
    #expect(events.count { $0.kind == .syncError } == 2)
    #expect(events.count { $0.kind == .loss } >= 2)
  }

  @Test func `No call waits for the disk`() throws {
    let sink = SharedSink()
    let recorder = try SyncSessionRecorder(options: RecordingOptions(queueSizeMax: 1 << 16)) {
      sink
    }
    let session = recorder.session(name: "a")
    let duration = sink.gate.withLock { _ in
      ContinuousClock().measure {
        for version in 0..<2000 {
          session.localCommit(
            clientVersion: UInt64(version), changeset: [UInt8](repeating: 1, count: 100))
        }
      }
    }
    // They would wait forever; a slow machine may have its time.
    #expect(duration < .seconds(10))
    #expect(recorder.droppedCount > 0)
    try recorder.finish()
  }
}
