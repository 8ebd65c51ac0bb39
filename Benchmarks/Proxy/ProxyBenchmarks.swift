import Benchmark
import RecordingProxy

private func metric(
  _ name: String, _ polarity: BenchmarkMetric.Polarity = .prefersSmaller
) -> BenchmarkMetric {
  .custom(name, polarity: polarity, useScalingFactor: false)
}

private let directTime = metric("ns direct")
private let proxiedTime = metric("ns through the proxy")
private let addedTime = metric("ns added")
private let directRate = metric("MB/s direct", .prefersLarger)
private let proxiedRate = metric("MB/s through the proxy", .prefersLarger)
private let missing = metric("messages not recorded")

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock], warmupIterations: 1, maxDuration: .seconds(20), maxIterations: 10)

  Benchmark(
    "proxy/echo/1 KiB",
    configuration: .init(metrics: [directTime, proxiedTime, addedTime])
  ) { benchmark in
    let echo = try await Echo.measured()
    benchmark.measurement(directTime, echo.direct)
    benchmark.measurement(proxiedTime, echo.proxied)
    benchmark.measurement(addedTime, echo.proxied - echo.direct)
  }

  // With `drop` traffic is not held up by the recording, with `wait` everything is recorded.
  for overflow in ProxyRecordingOptions.Overflow.allCases {
    Benchmark(
      "proxy/passage/\(overflow.rawValue)/1 MiB",
      configuration: .init(metrics: [directRate, proxiedRate, missing])
    ) { benchmark in
      let passage = try await Passage.measured(overflow: overflow)
      benchmark.measurement(directRate, passage.direct)
      benchmark.measurement(proxiedRate, passage.proxied)
      benchmark.measurement(missing, passage.missingCount)
    }
  }
}
