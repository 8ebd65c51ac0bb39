import Benchmark
import Inputs
import RealmModel
import Replayer
import TraceFormat

private let instructionsPerSecond = BenchmarkMetric.custom(
  "instructions/s", polarity: .prefersLarger, useScalingFactor: false)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], warmupIterations: 2, maxDuration: .seconds(5),
    maxIterations: 200)

  do {
    for input in try [ResetInput.largest()] + ResetInput.series() { try benchmark(input) }
  } catch { fatalError("no input: \(error)") }
}

private func benchmark(_ input: ResetInput) throws {
  let (local, fresh) = (
    try RealmState(applying: input.local), try RealmState(applying: input.fresh)
  )
  let instructionCount = input.local.reduce(0) { $0 + $1.instructions.count }

  Benchmark(
    "apply/changesets/\(input.name)",
    configuration: .init(metrics: [.wallClock, .peakMemoryResident, instructionsPerSecond])
  ) { benchmark in
    let clock = ContinuousClock()
    let start = clock.now
    blackHole(try RealmState(applying: input.local))
    let seconds = (clock.now - start) / .seconds(1)
    benchmark.measurement(instructionsPerSecond, Int(Double(instructionCount) / seconds))
  }

  let unsynced = input.unsynced.enumerated().map {
    UnsyncedChangeset(clientVersion: UInt64($0) + 2, changeset: $1)
  }
  for (mode, result) in [(ResetMode.recover, ResetEnding.recovered), (.discardLocal, .discarded)] {
    let situation = ResetSituation(
      error: SyncError(
        code: 208, name: "SyncClientResetRequired", message: "", action: .clientReset,
        isFatal: true),
      local: local, fresh: fresh, unsynced: unsynced, entry: .engine)
    precondition(ClientReset.perform(situation, mode: mode).attempt.ending == result)

    Benchmark("reset/\(mode.rawValue)/\(input.name)") { _ in
      blackHole(ClientReset.perform(situation, mode: mode))
    }
  }
}
