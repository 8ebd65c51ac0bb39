public import Replayer
public import TraceFormat

/// The reports on one reset in several modes.
///
/// A mode that comes to the very same as another one, as a recovery that may also discard does where it
/// succeeds, costs next to nothing: the reset is not carried out again, and nothing is judged again.
public struct ResetAnalysis {
  private let reset: PlannedReset
  private let outcomes: ResetOutcomes
  private let options: AnalysisOptions
  private var judgements = Judgements()

  /// - Parameter options: what the reports have in them.
  public init(_ reset: PlannedReset, options: AnalysisOptions = AnalysisOptions()) {
    self.reset = reset
    self.options = options
    outcomes = ResetOutcomes(reset)
  }

  /// Carries the reset out in a mode.
  public func outcome(mode: ResetMode) -> Outcome {
    outcomes.outcome(mode: mode, quirks: options.quirks)
  }

  /// The report on one of its outcomes, in which harm that the engine's defects did is told from the
  /// conflict; as ``Analysis/report(of:)-(ComparedOutcome)``.
  ///
  /// - Parameter progress: is called with how many of how many points before the reset have been looked at.
  public mutating func report(
    on outcome: Outcome, mode: ResetMode, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Report {
    let outcomes = outcomes
    var report = judgements.report(of: outcome) { outcomes.outcome(mode: mode, quirks: $0) }
    if options.listsServerChanges { report.incoming = IncomingChanges(outcome) }
    if options.hasHorizon, reset.isReset {
      report.horizon = Analysis.horizon(
        of: reset.inTimeline, in: reset.timeline, mode: mode, quirks: options.quirks,
        report: report, progress: progress)
    }
    return report
  }

  /// The report on the reset in a mode.
  public mutating func report(mode: ResetMode) -> Report {
    report(on: outcome(mode: mode), mode: mode)
  }

  /// How many outcomes were judged so far, for tests.
  var judgedCount: Int { judgements.judgedCount }
}
