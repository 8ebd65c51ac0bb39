import Benchmark
import Campaigns
import Foundation
import Inputs
import RealmModel
import Replayer
import TraceFormat

private let replaysPerSecond = BenchmarkMetric.custom(
  "replays/s", polarity: .prefersLarger, useScalingFactor: false)

let benchmarks: @Sendable () -> Void = {
  var replay = Replay()
  do {
    for event in try SessionInput.hundredChanges().events { replay.observe(event) }
  } catch { fatalError("no input: \(error)") }
  let session = replay

  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident, replaysPerSecond], warmupIterations: 1,
    maxDuration: .seconds(20), maxIterations: 20)

  // Every fault in every mode at every point, with one worker and with as many as there are processors.
  let processorCount = ProcessInfo.processInfo.activeProcessorCount
  for workerCount in Set([1, processorCount]).sorted() {
    let threads = WorkerThreads(count: processorCount)
    Benchmark("explore/workers-\(workerCount)/generated-100") { benchmark in
      let clock = ContinuousClock()
      let start = clock.now
      let exploration = try await withTaskExecutorPreference(threads) {
        try await Exploration.run(session, Exploration.Options(workerCount: workerCount))
      }
      let seconds = (clock.now - start) / .seconds(1)
      precondition(!exploration.isSample && exploration.replayCount > 40_000)
      benchmark.measurement(
        replaysPerSecond, Int(Double(exploration.replayCount) / seconds))
    }
  }
  do {
    for input in try SessionInput.series() { benchmarkSeries(input) }
  } catch { fatalError("no input: \(error)") }
}

/// A hundred replays at a sample of the points of a session that gets longer.
private func benchmarkSeries(_ input: SessionInput) {
  var replay = Replay()
  for event in input.events { replay.observe(event) }
  let session = replay
  Benchmark("explore/workers-1/\(input.name)", configuration: .init(maxIterations: 3)) {
    benchmark in
    let clock = ContinuousClock()
    let start = clock.now
    let exploration = try await Exploration.run(
      session, Exploration.Options(budget: 100, workerCount: 1))
    let seconds = (clock.now - start) / .seconds(1)
    benchmark.measurement(
      replaysPerSecond, Int(Double(exploration.replayCount) / seconds))
  }
}
