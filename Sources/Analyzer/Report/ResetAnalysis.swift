public import Replayer
public import TraceFormat

/// The reports on one reset in several modes.
///
/// A mode that comes to the very same as another one, as a recovery that may also discard does where it
/// succeeds, costs next to nothing: the reset is not carried out again, and nothing is judged again.
public struct ResetAnalysis {
  private let reset: DueReset
  private let cache = ReplayCache()
  private let quirks: Quirks
  private var judgements: Judgements

  /// - Parameter quirks: which of Realm Core's defects are replayed.
  public init(_ reset: DueReset, quirks: Quirks = .realmCore) {
    self.reset = reset
    self.quirks = quirks
    judgements = Judgements(cache)
  }

  /// Carries the reset out in a mode.
  public func outcome(mode: ResetMode) -> Outcome { outcome(mode: mode, quirks: quirks) }

  private func outcome(mode: ResetMode, quirks: Quirks) -> Outcome {
    reset.outcome(mode: mode, quirks: quirks, cache: cache)
  }

  /// The report on one of its outcomes, in which harm that the engine's defects did is told from the
  /// conflict; as ``Analysis/report(of:)-(ComparedOutcome)``.
  public mutating func report(on outcome: Outcome, mode: ResetMode) -> Report {
    let (reset, cache) = (reset, cache)
    return judgements.report(of: outcome) {
      reset.outcome(mode: mode, quirks: $0, cache: cache)
    }
  }

  /// The report on the reset in a mode.
  public mutating func report(mode: ResetMode) -> Report {
    report(on: outcome(mode: mode), mode: mode)
  }

  /// How many outcomes were judged so far, for tests.
  var judgedCount: Int { judgements.judgedCount }
}
