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
    for input in try [SessionInput.reset(), .set(labels: 4_000)] + SessionInput.series() {
      try benchmarkReport(on: input)
      try benchmarkForms(on: input)
    }
    // A point of the horizon each; two transactions make two points.
    for transactions in [500, 2_500, 5_000, 50_000] {
      try benchmarkHorizon(of: .chain(transactions: transactions))
    }
    for count in [100, 1_000, 10_000] { try benchmarkGoldens(count: count) }
  } catch { fatalError("no input: \(error)") }
}

/// The fold of the events, the reset, and the analysis with its search for defects.
private func benchmarkReport(on input: SessionInput) throws {
  let planned = try reset(of: input)
  let report = defectReport(of: planned, .recover)
  precondition(report.result == .recovered && !report.writes.isEmpty)

  Benchmark("report/Recover/\(input.name)") { _ in
    let planned = try reset(of: input)
    blackHole(defectReport(of: planned, .recover))
  }
}

private func defectReport(of reset: DueReset, _ mode: ResetMode) -> Report {
  Analysis.report(on: reset.outcome(mode: mode), of: reset, mode: mode)
}

/// Each form of the report in one mode, and the report on all modes in text.
private func benchmarkForms(on input: SessionInput) throws {
  let planned = try reset(of: input)
  @Sendable func report(_ modes: [ResetMode]) -> ReplayReport {
    let reports = modes.map { defectReport(of: planned, $0) }
    return ReplayReport(trace: input.name, resets: [ModeComparison(reports)])
  }
  let single = report([.recover])
  for (name, form) in forms {
    Benchmark("report/\(name)/\(input.name)") { _ in blackHole(form(single)) }
  }
  Benchmark("report/all modes/\(input.name)") { _ in
    blackHole(report(ResetMode.allCases).text())
  }
}

private let forms: [(name: String, make: @Sendable (ReplayReport) -> String)] = [
  ("text", { $0.text() }), ("Markdown", { $0.markdown }), ("HTML", { $0.html() }),
  ("JSON", { $0.json.text() }),
]

private func benchmarkHorizon(of input: SessionInput) throws {
  let planned = try reset(of: input)
  let report = Analysis.report(of: planned.outcome(mode: .recover))
  let horizon = Analysis.horizon(of: planned, mode: .recover, report: report)
  precondition(horizon.points.last?.unsyncedCount == report.writes.count)

  Benchmark("horizon/Recover/\(input.name)") { _ in
    blackHole(Analysis.horizon(of: planned, mode: .recover, report: report))
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

private func reset(of input: SessionInput) throws -> DueReset {
  var replay = Replay()
  for event in input.events { replay.observe(event) }
  return try replay.resets()[0]
}
