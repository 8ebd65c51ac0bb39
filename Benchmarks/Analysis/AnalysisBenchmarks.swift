import Analyzer
import Benchmark
import Campaigns
import Inputs
import RealmModel
import Replayer
import Reports
import TraceFormat

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(5),
    maxIterations: 50)
  do {
    try benchmarkReport(on: .reset())
    try benchmarkHorizon(of: .chain(transactions: 2_500))
    try benchmarkHorizon(of: .chain(transactions: 5_000))
    try benchmarkGoldens(count: 1_000)
  } catch { fatalError("no input: \(error)") }
}

/// The fold of the events, the reset, and the analysis with its search for defects.
private func benchmarkReport(on input: SessionInput) throws {
  let planned = try reset(of: input)
  let report = Analysis.report(of: ComparedOutcome(planned, mode: .recover))
  precondition(report.result == .recovered && !report.writes.isEmpty)

  Benchmark("report/Recover/\(input.name)") { _ in
    let planned = try reset(of: input)
    blackHole(Analysis.report(of: ComparedOutcome(planned, mode: .recover)))
  }
  Benchmark("report/text and JSON/\(input.name)") { _ in
    let all = ReplayReport(trace: input.name, resets: [ModeComparison([report])])
    blackHole(all.text())
    blackHole(all.json.text())
  }
}

private func benchmarkHorizon(of input: SessionInput) throws {
  let planned = try reset(of: input)
  let (timeline, recorded) = (planned.timeline, planned.inTimeline)
  let report = Analysis.report(of: planned.outcome(mode: .recover))
  let horizon = Analysis.horizon(of: recorded, in: timeline, mode: .recover, report: report)
  precondition(horizon.points.last?.unsyncedCount == report.writes.count)

  Benchmark("horizon/Recover/\(input.name)") { _ in
    blackHole(Analysis.horizon(of: recorded, in: timeline, mode: .recover, report: report))
  }
}

/// All modes of small traces, two at a time.
private func benchmarkGoldens(count: Int) throws {
  let folder = try TraceFolder(count: count)
  let recorded = GoldenRecording(try folder.goldens()).run()
  let checked = GoldenCheck(try folder.goldens()).run()
  precondition(recorded.isFine && checked.isFine)

  Benchmark(
    "golden/check/\(count) traces", configuration: .init(warmupIterations: 0, maxIterations: 5)
  ) { _ in
    blackHole(await GoldenCheck(try folder.goldens()).run(width: 2))
  }
}

private func reset(of input: SessionInput) throws -> PlannedReset {
  var replay = Replay()
  for event in input.events { replay.observe(event) }
  return try replay.resets()[0]
}
