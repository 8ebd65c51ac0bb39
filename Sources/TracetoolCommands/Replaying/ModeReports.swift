import Analyzer
import Replayer
import TraceFormat

/// The reports on a reset in several modes, of which some are worked out side by side.
struct ModeReports: Sendable {
  let quirks: Quirks
  /// Whether they list what the server has changed.
  let listsServerChanges: Bool
  /// Whether the reset is followed back to the points before it.
  let hasHorizon: Bool
  /// How many are in work at once at most.
  let width: Int

  /// The reports on a reset, in the order of the modes.
  ///
  /// - Parameter source: what told the modes; nil where they were asked for.
  func reports(
    on reset: DueReset, in modes: [ResetMode], from source: ModeSource?,
    _ steps: [ReplaySteps.Outcome]
  ) -> [Report] {
    let lanes = lanes(of: modes)
    let reports = SideBySide.map(count: lanes.count, width: width) { lane in
      var analysis = ResetAnalysis(reset, quirks: quirks)
      return lanes[lane].map { report(on: reset, modes[$0], from: source, &analysis, steps[$0]) }
    }
    return zip(lanes.joined(), reports.joined()).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The modes, as indexes, in lanes for one processor each: a recovery with and without the way out into a
  /// discard come to the same where it succeeds, and share their work.
  private func lanes(of modes: [ResetMode]) -> [[Int]] {
    let recovering = modes.indices.filter { [.recover, .recoverOrDiscard].contains(modes[$0]) }
    let others = modes.indices.filter { !recovering.contains($0) }
    guard width > 1 else { return [Array(modes.indices)] }
    return [recovering, others].filter { !$0.isEmpty }
  }

  private func report(
    on reset: DueReset, _ mode: ResetMode, from source: ModeSource?,
    _ analysis: inout ResetAnalysis, _ steps: ReplaySteps.Outcome
  ) -> Report {
    steps.beginReplaying()
    let outcome = analysis.outcome(mode: mode)
    steps.beginJudging()
    var report = analysis.report(on: outcome, mode: mode)
    report.modeSource = source
    if listsServerChanges { report.incoming = IncomingChanges(outcome) }
    if hasHorizon, reset.isReset {
      report.horizon = Analysis.horizon(
        of: reset, mode: mode, quirks: quirks, report: report,
        progress: steps.advanceHorizon)
    }
    return report
  }
}
