import Benchmark
import Dispatch
import Recorder
import TraceFormat

private let nanosecondsPerCall = BenchmarkMetric.custom(
  "ns/call", polarity: .prefersSmaller, useScalingFactor: false)

/// Calls of one iteration.
private let callCount = 20_000
/// What a commit carries; every call has the same array, whose copy is not measured.
private let changeset = [UInt8](repeating: 7, count: 1024)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [nanosecondsPerCall, .wallClock, .peakMemoryResident], warmupIterations: 2,
    maxDuration: .seconds(5), maxIterations: 200)

  benchmarkContainer()

  Benchmark("record/localCommit/1 KiB") { benchmark in
    try measure(benchmark, queueSizeMax: 1 << 30) { DiscardingSink() }
  }

  Benchmark("record/localCommit/full queue") { benchmark in
    let gate = DispatchSemaphore(value: 0)
    try measure(benchmark, queueSizeMax: 1 << 20, isFull: true) {
      StandingSink(gate)
    } after: {
      gate.signal()
    }
  }
}

/// Makes the calls and notes what one takes at the median.
private func measure(
  _ benchmark: Benchmark, queueSizeMax: Int, isFull: Bool = false,
  to makeSink: @escaping @Sendable () -> any ByteSink, after end: () -> Void = {}
) throws {
  let recorder = try SyncSessionRecorder(
    options: RecordingOptions(queueSizeMax: queueSizeMax), to: makeSink)
  let session = recorder.session(name: "benchmark")
  if isFull { fill(recorder, session) }
  let droppedBefore = recorder.droppedCount
  let clock = ContinuousClock()
  var durations: [Duration] = []
  durations.reserveCapacity(callCount)
  benchmark.startMeasurement()
  for version in 0..<callCount {
    let start = clock.now
    session.localCommit(clientVersion: UInt64(version), changeset: changeset)
    durations.append(clock.now - start)
  }
  benchmark.stopMeasurement()
  let droppedCount = recorder.droppedCount - droppedBefore
  precondition(droppedCount == (isFull ? UInt64(callCount) : 0))
  durations.sort()
  let median = durations[callCount / 2] / .nanoseconds(1)
  benchmark.measurement(nanosecondsPerCall, Int(median))
  end()
  try recorder.finish()
}

/// Calls until the writer stands still and nothing more fits.
private func fill(_ recorder: SyncSessionRecorder, _ session: LiveSession) {
  var refusedInARow = 0
  while refusedInARow < 10_000 {
    let dropped = recorder.droppedCount
    session.localCommit(clientVersion: 0, changeset: changeset)
    refusedInARow = recorder.droppedCount > dropped ? refusedInARow + 1 : 0
  }
}

/// A disk that takes everything at once.
private final class DiscardingSink: ByteSink {
  func write(_ bytes: [UInt8]) {}
  func synchronize() {}
}

/// A disk that takes the header and then stands still until it is told to go on.
private final class StandingSink: ByteSink {
  private let gate: DispatchSemaphore
  private var writeCount = 0

  init(_ gate: DispatchSemaphore) { self.gate = gate }

  func write(_ bytes: [UInt8]) {
    if writeCount == 1 { gate.wait() }
    writeCount += 1
  }
  func synchronize() {}
}
