public import Replayer
public import TraceFormat

extension Analysis {
  /// The loss horizon of a reset: the same reset, had it come after each change of the session that leads to it.
  ///
  /// Faults of the reset itself happen to it where it is due, and not at the points before.
  ///
  /// - Parameters:
  ///   - reset: one that was recorded, or that a fault made due.
  ///   - mode: the mode that the report is of.
  ///   - quirks: which of Realm Core's defects are replayed.
  ///   - report: the report on that reset, in the mode and with the engine of the horizon.
  ///   - progress: called with how many of how many points of the session have been looked at.
  /// - Complexity: That of a `ResetSweep`: one pass over the session where its events change
  ///   unrelated objects; one replay a point at worst, where all of them hang together.
  public static func horizon(
    of reset: DueReset, mode: ResetMode, quirks: Quirks = .realmCore, report: Report,
    progress: (Int, Int) -> Void = { _, _ in }
  ) -> LossTimeline {
    let timeline = reset.timeline
    var fold = LossTimelineFold(
      timeline,
      ResetSweep(
        timeline, error: reset.situation.error,
        action: reset.situation.action, mode: mode,
        quirks: quirks))
    let approach = timeline.points[reset.approach]
    for (index, point) in approach.enumerated() {
      if point.change.isPointOfHorizon { fold.take(point) }
      progress(index + 1, approach.count)
    }
    let positions = fold.take(reset, report.result, report.writes, report.collateral)
    return LossTimeline(
      mode: mode, engine: Engine(quirks), points: fold.points,
      unknownPointCount: fold.unknownPointCount,
      losses: fold.losses(among: report.writes, at: positions, report.failure))
  }
}

extension SessionTimeline.Change {
  /// Whether a reset after such an event differs from one before it by more than the words of it.
  fileprivate var isPointOfHorizon: Bool {
    switch self {
    case .snapshot, .localCommit, .serverCommit, .upload, .download, .reset: true
    case .error, .resetObserved: false
    }
  }
}
