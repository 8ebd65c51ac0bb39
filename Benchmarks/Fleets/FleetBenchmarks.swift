import Benchmark
import Campaigns
import FaultPlans
import Foundation
import Importers
import Inputs
import Replayer
import TraceCompression
import TraceFormat

private let tracesPerSecond = BenchmarkMetric.custom(
  "traces/s", polarity: .prefersLarger, useScalingFactor: false)

/// Traces in memory, each replayed in all four modes; rows are made and dropped.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident, tracesPerSecond], warmupIterations: 0,
    maxDuration: .seconds(60), maxIterations: 5)
  let processorCount = ProcessInfo.processInfo.activeProcessorCount
  do {
    let fleet = try FleetTraces()
    precondition(fleet.sessionCount > 900)
    for count in [1_000, 4_000] {
      let traces = try (0..<count).map { try fleet.trace($0) }
      for workerCount in Set([1, processorCount]).sorted() {
        benchmarkRun(over: traces, workerCount: workerCount, processorCount: processorCount)
      }
    }
  } catch { fatalError("no input: \(error)") }
}

private func benchmarkRun(over traces: [[UInt8]], workerCount: Int, processorCount: Int) {
  let threads = WorkerThreads(count: processorCount)
  Benchmark("fleet/workers-\(workerCount)/\(traces.count) traces") { benchmark in
    let clock = ContinuousClock()
    let start = clock.now
    let (summary, rowBytes) = try await withTaskExecutorPreference(threads) {
      try await run(over: traces, workerCount: workerCount)
    }
    let seconds = (clock.now - start) / .seconds(1)
    precondition(summary.traceCount == traces.count && rowBytes > traces.count * 1_000)
    benchmark.measurement(tracesPerSecond, Int(Double(traces.count) / seconds))
  }
}

private func run(
  over traces: [[UInt8]], workerCount: Int
) async throws -> (FleetRun.Summary, rowBytes: Int) {
  let options = FleetOptions(
    tool: "benchmark",
    means: FleetOptions.Means(
      codec: ZstdCodec(),
      // Whatever tells the traces of one run apart: a library for SHA-256 takes minutes to build.
      sha256: { bytes in
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return String(UInt(bitPattern: hasher.finalize()), radix: 16)
      },
      readOther: { _, bytes, memory, sink in
        let lines = try LineReader(MemorySource(bytes), memory: memory)
        return try CaptureImporter.importCapture(from: lines, into: sink).messageCount > 0
      }, reason: { $0.fault.text }))
  var fleet = FleetRun(options, width: workerCount)
  var (number, rowBytes) = (0, 0)
  try await fleet.run(
    next: {
      guard number < traces.count else { return nil }
      defer { number += 1 }
      return .bytes(name: RealmString("\(number).synctrace"), traces[number])
    },
    write: { rowBytes += $0.count })
  return (fleet.summary, rowBytes)
}
