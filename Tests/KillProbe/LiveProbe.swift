import Dispatch
import Recorder
import TestSupport
import TraceFormat

/// An app under load: one thread counts commits, others make noise.
enum LiveProbe {
  /// Prints the number of commits that are safe, each time a flush has made them so.
  static func run(path: String, seed: UInt64) throws {
    let recorder = try SyncSessionRecorder(
      path: path,
      options: RecordingOptions(
        flushing: TraceFlushPolicy(intervalMilliseconds: 3, size: 1 << 14)))
    let session = recorder.session(name: "counted")
    for thread in 0..<2 {
      DispatchQueue(label: "noise \(thread)").async { makeNoise(recorder, thread) }
    }
    let output = FileSink.standardOutput()
    var numbers = SeededNumbers(seed: seed)
    for version in 0..<UInt64(2_000_000) {
      guard case .localCommit(let commit) = ProbeRecords.content(version, seed: seed) else {
        return
      }
      session.localCommit(clientVersion: commit.clientVersion, changeset: commit.changeset)
      guard numbers.next() % 32 == 0 else { continue }
      recorder.flush()
      try output.write(Array("\(version + 1)\n".utf8))
    }
  }

  private static func makeNoise(_ recorder: SyncSessionRecorder, _ thread: Int) {
    let session = recorder.session(name: "noise \(thread)")
    for number in 0..<2_000_000 {
      session.log(level: "debug", "line \(number)")
      // A little less than the disk takes.
      if number % 16 == 15 {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(200))
      }
    }
  }
}
