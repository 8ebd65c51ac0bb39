internal import Replayer
internal import TraceFormat

extension LossTimelineFold {
  private struct LossKey: Hashable {
    var fate: Fate
    var point: Int?
    var rule: RuleIdentifier?
  }

  /// What the reset lost, grouped by when each loss became unavoidable.
  ///
  /// - Parameters:
  ///   - writes: those of the reset that the horizon ends in, as they were judged.
  ///   - positions: where they stand in the timeline.
  func losses(
    among writes: [JudgedWrite], at positions: [WritePosition], _ failure: ResetFailure?
  ) -> [LossTimeline.Loss] {
    writes.indices.filter { writes[$0].fate.missesServer }.groupedInOrder { index in
      let judged = writes[index]
      // A reset that fails strands all writes alike, whichever of them made it fail.
      return LossKey(
        fate: judged.fate, point: lossPoint(of: positions[index]),
        rule: judged.fate == .stranded ? nil : judged.rule)
    }.map { key, lost in
      LossTimeline.Loss(
        fate: key.fate, writes: lost, point: key.point, rule: key.rule,
        reason: Self.reason(key, lost.map { writes[$0].reason }, failure))
    }
    // What was lost from the start comes first, then the order of the session.
    .sorted { ($0.point ?? -1, $0.writes[0]) < ($1.point ?? -1, $1.writes[0]) }
  }

  private static func reason(
    _ loss: LossKey, _ reasons: [FateReason], _ failure: ResetFailure?
  ) -> LossTimeline.Loss.Reason {
    if loss.rule == .discardedByMode { return .discarded }
    if loss.fate == .stranded, let failure { return .resetFails(failure.failureClass) }
    var seen: Set<FateReason> = []
    return .each(reasons.filter { seen.insert($0).inserted })
  }
}
