internal import RealmModel
public import Replayer
public import TraceFormat

/// The reports on one reset in several modes.
///
/// A mode with the very same outcome as another one, as a recovery that may also discard does where it
/// succeeds, costs next to nothing: the reset is not carried out again, and nothing is judged again.
public struct ResetAnalysis {
  private let reset: DueReset
  /// What its modes have in common.
  package let cache = ReplayCache()
  private let options: AnalysisOptions
  private var judgements: Judgements

  /// - Parameter options: what the reports have in them.
  public init(_ reset: DueReset, options: AnalysisOptions = AnalysisOptions()) {
    self.init(reset, options: options, hasSeveral: true)
  }

  /// - Parameter hasSeveral: whether it is asked about several modes.
  init(_ reset: DueReset, options: AnalysisOptions, hasSeveral: Bool) {
    (self.reset, self.options) = (reset, options)
    judgements = Judgements(cache)
    judgements.hasSeveral = hasSeveral
    judgements.hasNextSteps = options.hasNextSteps
  }

  /// Takes in what the device wrote, which is the same in every mode; without it, it is worked out when it is needed.
  func take(_ device: DeviceWrites) { cache.writes(of: reset.situation, own: device) }

  /// Carries the reset out in a mode.
  public func outcome(mode: ResetMode) -> Outcome {
    reset.outcome(mode: mode, quirks: options.quirks, cache: cache)
  }

  /// The report on one of its outcomes, in which harm that the engine's defects did is told from the
  /// conflict; as ``Analysis/report(of:)-(ComparedOutcome)``.
  ///
  /// - Parameter progress: is called with how many of how many points before the reset have been looked at.
  public mutating func report(
    on outcome: Outcome, mode: ResetMode, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Report {
    let (reset, cache) = (reset, cache)
    var report = judgements.report(of: outcome) {
      reset.outcome(mode: mode, quirks: $0, cache: cache)
    }
    if options.listsServerChanges { report.incoming = report.incomingChanges(of: outcome) }
    if options.hasHorizon, reset.isReset {
      report.horizon = Analysis.horizon(
        of: reset, mode: mode, quirks: options.quirks, report: report, progress: progress)
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

extension Report {
  /// The server's changes; one that counts together with the device's own arrives, too.
  func incomingChanges(of outcome: Outcome) -> IncomingChanges {
    var incoming = IncomingChanges(outcome)
    guard result == .recovered, let changes = incoming.changes else { return incoming }
    let gone = Set(overwrittenAddresses.map(\.wholeProperty))
    incoming.changes = changes.map { change in
      var change = change
      let isMerged =
        change.address.property != nil && change.after != .absent
        && gone.isDisjoint(with: [change.address, change.address.wholeObject])
      if isMerged { change.arrives = true }
      return change
    }
    return incoming
  }
}
