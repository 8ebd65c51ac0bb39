internal import RealmModel
public import Replayer
public import TraceFormat

/// The reports on one reset in several modes.
///
/// A mode with the very same outcome as another one, as a recovery that may also discard does where it
/// succeeds, costs next to nothing: the reset is not carried out again, and nothing is judged again.
public struct ResetAnalysis {
  /// The defects found in the last outcome: what follows from the very same data is not worked out again.
  private struct NotedDefects {
    var real: Outcome
    var ideal: Outcome
    var differences: [DefectSearch.Aspect]
    var culprits: [DefectSearch.Aspect: Quirks]
    var notes: DefectNotes?
  }

  private let reset: DueReset
  /// What its modes have in common.
  package let cache = ReplayCache()
  private let options: AnalysisOptions
  /// Whether further outcomes of the reset are to be judged, for which it is worth to keep what the device wrote.
  private let hasSeveral: Bool
  private var noted: NotedDefects?
  /// How many outcomes were judged so far, for tests.
  private(set) var judgedCount = 0

  /// - Parameters:
  ///   - reset: the reset whose outcomes are to be reported on.
  ///   - options: what the reports have in them.
  public init(_ reset: DueReset, options: AnalysisOptions = AnalysisOptions()) {
    self.init(reset, options: options, hasSeveral: true)
  }

  /// - Parameter hasSeveral: whether it is asked about several modes.
  init(_ reset: DueReset, options: AnalysisOptions = AnalysisOptions(), hasSeveral: Bool) {
    (self.reset, self.options, self.hasSeveral) = (reset, options, hasSeveral)
  }

  /// Takes in what the device wrote, which is the same in every mode; without it, it is worked out when it is needed.
  func take(_ device: DeviceWrites) { cache.writes(of: reset.situation, own: device) }

  /// Carries the reset out in a mode.
  public func outcome(mode: ResetMode) -> Outcome {
    reset.outcome(mode: mode, quirks: options.quirks, cache: cache)
  }

  /// The report on one of its outcomes, in which harm that the engine's defects did is told from the
  /// conflict; as ``Analysis/report(on:of:mode:)``.
  ///
  /// - Parameters:
  ///   - outcome: what the reset did.
  ///   - mode: the mode in which it did so.
  ///   - progress: is called with how many of how many points before the reset have been looked at.
  public mutating func report(
    on outcome: Outcome, mode: ResetMode, progress: (Int, Int) -> Void = { _, _ in }
  ) -> Report {
    let judged = judgement(of: outcome, isReported: true)
    var report = Analysis.report(of: outcome, judged)
    if options.hasNextSteps { report.addNextSteps(of: outcome, judged) }
    noteDefects(of: outcome, mode, in: &report)
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
}

extension ResetAnalysis {
  private mutating func judgement(of outcome: Outcome, isReported: Bool) -> JudgedOutcome {
    // To judge is more work than to compare.
    cache.result { (known: JudgedOutcome) in
      known.outcome.isJudged(as: outcome) && (known.account != nil || !isReported)
    } otherwise: {
      judgedCount += 1
      return JudgedOutcome(
        outcome, isReported: isReported, cache: hasSeveral ? cache : nil)
    }
  }

  private mutating func noteDefects(
    of outcome: Outcome, _ mode: ResetMode, in report: inout Report
  ) {
    let (reset, cache) = (reset, cache)
    let search = DefectSearch(outcome) { reset.outcome(mode: mode, quirks: $0, cache: cache) }
    guard var search else { return }
    let known = noted.flatMap {
      $0.real.isJudged(as: search.real) && $0.ideal.isJudged(as: search.ideal) ? $0 : nil
    }
    var own =
      known
      ?? NotedDefects(
        real: search.real, ideal: search.ideal, differences: search.differences, culprits: [:])
    noted = nil
    defer { noted = own }
    guard !own.differences.isEmpty else { return }
    // Without only some of the defects, a recovery may fail: what follows is the mode's.
    let culprits = search.culprits(of: own.differences)
    if own.notes == nil || own.culprits != culprits {
      let ideal = judgement(of: search.ideal, isReported: false)
      var notes = DefectNotes(search, report.writes, report.collateral, ideal)
      for aspect in own.differences { notes.add(aspect, culprits[aspect] ?? []) }
      (own.culprits, own.notes) = (culprits, notes)
    }
    guard let notes = own.notes else { return }
    (report.writes, report.collateral, report.defects) = (
      notes.writes, notes.collateral, notes.defects
    )
  }
}

extension JudgedOutcome: CachedResult {
  /// A reset has an outcome with the engine's defects and one without.
  static let countMax = 2
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
