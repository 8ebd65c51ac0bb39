import Benchmark
import Inputs
import TraceFormat

private let instructionsPerSecond = BenchmarkMetric.custom(
  "instructions/s", polarity: .prefersLarger, useScalingFactor: false)
private let megabytesPerSecond = BenchmarkMetric.custom(
  "MB/s", polarity: .prefersLarger, useScalingFactor: false)

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [
      .wallClock, .peakMemoryResident, instructionsPerSecond, megabytesPerSecond,
    ],
    warmupIterations: 3, maxDuration: .seconds(5), maxIterations: 500)

  do {
    for input in try [ChangesetInput.largest()] + ChangesetInput.series() { benchmark(input) }
  } catch { fatalError("no input: \(error)") }
}

private func benchmark(_ input: ChangesetInput) {
  let decoded = input.changesets.map { bytes in
    do { return try Changeset(decoding: bytes) } catch { fatalError("not decoded: \(error)") }
  }
  precondition(zip(decoded, input.changesets).allSatisfy { $0.encoded() == $1 })

  Benchmark("decode/changeset/\(input.name)") { benchmark in
    try measure(benchmark, input) {
      for bytes in input.changesets { blackHole(try Changeset(decoding: bytes)) }
    }
  }

  Benchmark("encode/changeset/\(input.name)") { benchmark in
    measure(benchmark, input) {
      for changeset in decoded { blackHole(changeset.encoded()) }
    }
  }
}

/// Runs the work once and records how many instructions and bytes it came to in a second.
private func measure<Failure: Error>(
  _ benchmark: Benchmark, _ input: ChangesetInput, _ work: () throws(Failure) -> Void
) throws(Failure) {
  let clock = ContinuousClock()
  let start = clock.now
  try work()
  let seconds = (clock.now - start) / .seconds(1)
  benchmark.measurement(
    instructionsPerSecond, Int(Double(input.instructionCount) / seconds))
  benchmark.measurement(megabytesPerSecond, Int(Double(input.size) / seconds / 1_000_000))
}
