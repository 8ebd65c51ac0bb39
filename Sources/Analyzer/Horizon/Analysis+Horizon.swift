public import Replayer
public import TraceFormat

extension Analysis {
  /// The loss horizon of a reset: the same reset, had it come after each change of the session that
  /// leads to it.
  ///
  /// - Parameters:
  ///   - reset: one of the timeline's.
  ///   - report: the report on that reset, in the mode and with the engine of the horizon.
  public static func horizon(
    of reset: SessionTimeline.RecordedReset, in timeline: SessionTimeline, mode: ResetMode,
    quirks: Quirks = .realmCore, report: Report
  ) -> Horizon {
    var fold = HorizonFold()
    var unknownCount = 0
    for point in timeline.points[reset.approach] where point.change.isPointOfHorizon {
      guard let due = try? timeline.reset(at: point, error: reset.reset.error) else {
        unknownCount += 1
        continue
      }
      fold.take(due.outcome(mode: mode, quirks: quirks), at: point, timeline)
    }
    fold.take(
      reset.reset.outcome(mode: mode, quirks: quirks), at: reset.point, timeline, isRecorded: true)
    return Horizon(
      mode: mode, engine: Engine(quirks), points: fold.points, unknownPointCount: unknownCount,
      losses: HorizonLosses(report, fold, timeline.unsyncedIndexes(at: reset.point)).groups)
  }
}

extension HorizonFold {
  fileprivate mutating func take(
    _ outcome: Outcome, at point: SessionTimeline.Point, _ timeline: SessionTimeline,
    isRecorded: Bool = false
  ) {
    let transactions = timeline.unsyncedIndexes(at: point)
    keep(Set(transactions))
    var judge = Judge(outcome)
    for verdict in judge.verdicts() {
      set(
        Write(
          transaction: transactions[verdict.transactionIndex],
          instruction: verdict.instructionIndex), verdict.fate)
    }
    end(point, isRecorded: isRecorded, outcome.result)
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
