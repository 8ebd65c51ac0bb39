internal import Replayer
internal import TraceFormat

/// Groups what a reset lost by when each loss became unavoidable.
struct UnavoidableLosses {
  private(set) var groups: [LossTimeline.Loss] = []

  private struct Key: Hashable {
    var fate: Fate
    var point: Int?
    var rule: RuleIdentifier?
  }

  /// - Parameter positions: where the reset's writes stand in the timeline.
  init(_ reset: JudgedReset, _ fold: LossTimelineFold, _ positions: [WritePosition]) {
    let lost = reset.writes.indices.filter { reset.writes[$0].fate.missesServer }
    groups = lost.groupedInOrder { index in
      let judged = reset.writes[index]
      // A reset that fails strands all writes alike, whichever of them made it fail.
      return Key(
        fate: judged.fate, point: fold.lossPoint(of: positions[index]),
        rule: judged.fate == .stranded ? nil : judged.rule)
    }.map { key, writes in
      LossTimeline.Loss(
        fate: key.fate, writes: writes, point: key.point, rule: key.rule,
        reason: Self.reason(key, writes, reset))
    }
    // What was lost from the start comes first, then the order of the session.
    groups.sort { ($0.point ?? -1, $0.writes[0]) < ($1.point ?? -1, $1.writes[0]) }
  }

  private static func reason(
    _ loss: Key, _ writes: [Int], _ reset: JudgedReset
  ) -> LossTimeline.Loss.Reason {
    if loss.rule == .discardedByMode { return .discarded }
    if loss.fate == .stranded, let failure = reset.failure {
      return .resetFails(failure.failureClass)
    }
    var seen: Set<FateReason> = []
    return .each(writes.map { reset.writes[$0].reason }.filter { seen.insert($0).inserted })
  }
}

/// The reset that a horizon ends in, with what the analysis found of it.
struct JudgedReset {
  var result: ResetEnding
  var failure: ResetFailure?
  var writes: [JudgedWrite]
  var collateral: [Collateral]
}
