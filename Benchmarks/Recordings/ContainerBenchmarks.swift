import Benchmark
import TraceFormat

private let nanosecondsPerRecord = BenchmarkMetric.custom(
  "ns/record", polarity: .prefersSmaller, useScalingFactor: false)

/// What the form of the file costs: records of 100 bytes, written to memory and read from there, without
/// compression and without a disk.
func benchmarkContainer() {
  let recordCount = 1_000_000
  let configuration = Benchmark.Configuration(
    metrics: [nanosecondsPerRecord, .wallClock, .peakMemoryResident], warmupIterations: 1,
    maxDuration: .seconds(10), maxIterations: 20)

  Benchmark("container/write/100 B", configuration: configuration) { benchmark in
    let start = ContinuousClock.now
    let sink = try trace(of: recordCount)
    note(ContinuousClock.now - start, of: recordCount, benchmark)
    precondition(sink.bytes.count > 100 * recordCount)
  }

  Benchmark("container/read/100 B", configuration: configuration) { benchmark in
    let source = MemorySource(try trace(of: recordCount).bytes)
    let start = ContinuousClock.now
    let reader = try TraceReader(source, codec: StoredFrames())
    var count = 0
    while try reader.next() != nil { count += 1 }
    note(ContinuousClock.now - start, of: recordCount, benchmark)
    precondition(count == recordCount)
  }
}

private func trace(of recordCount: Int) throws -> MemorySink {
  let commit = LocalCommit(clientVersion: 5, changeset: [UInt8](repeating: 7, count: 60))
  let sink = MemorySink()
  let writer = try TraceWriter(to: sink, codec: StoredFrames())
  for number in 0..<recordCount {
    try writer.append(
      Event(
        sequence: writer.nextSequence, timeMicroseconds: Int64(number), session: 1,
        content: .localCommit(commit)))
  }
  try writer.finish()
  return sink
}

private func note(_ duration: Duration, of recordCount: Int, _ benchmark: Benchmark) {
  benchmark.measurement(
    nanosecondsPerRecord, Int(duration / .nanoseconds(1)) / recordCount)
}
