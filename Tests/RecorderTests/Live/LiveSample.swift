import Recorder
import Synchronization
import TestSupport
import TraceCompression
import TraceFormat

/// Bytes in memory, which one thread writes and another reads; on demand it stands still, or fails.
final class SharedSink: ByteSink, Sendable {
  struct Full: Error {}
  private let state = Mutex<(bytes: [UInt8], sizeMax: Int, syncCount: Int)>(([], .max, 0))
  let gate = Mutex(())

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var syncCount: Int { state.withLock { $0.syncCount } }
  var sizeMax: Int {
    get { state.withLock { $0.sizeMax } }
    set { state.withLock { $0.sizeMax = newValue } }
  }

  func write(_ bytes: [UInt8]) throws {
    try gate.withLock { _ in
      try state.withLock { state in
        guard state.bytes.count + bytes.count <= state.sizeMax else { throw Full() }
        state.bytes += bytes
      }
    }
  }

  func synchronize() { state.withLock { $0.syncCount += 1 } }
}

enum LiveSample {
  /// A clock that counts on with each look at it.
  static func clock() -> RecordingClock {
    let ticks = Ticks()
    return RecordingClock { ticks.count.add(1, ordering: .relaxed).newValue }
  }

  private final class Ticks: Sendable {
    let count = Atomic<Int64>(1_700_000_000_000_000)
  }

  /// What a body records, as the bytes of a closed trace.
  static func trace(
    _ options: RecordingOptions = RecordingOptions(clock: LiveSample.clock()),
    _ body: (SyncSessionRecorder) throws -> Void
  ) throws -> [UInt8] {
    let sink = SharedSink()
    let recorder = try SyncSessionRecorder(options: options) { sink }
    try body(recorder)
    try recorder.finish()
    return sink.bytes
  }

  /// The events of what a body records.
  static func events(
    _ options: RecordingOptions = RecordingOptions(clock: LiveSample.clock()),
    _ body: (SyncSessionRecorder) throws -> Void
  ) throws -> [Event] {
    try TraceFiles.read(try trace(options, body)).events
  }
}
