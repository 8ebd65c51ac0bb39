internal import RealmModel
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
    var indexes: [Key: Int] = [:]
    for (index, judged) in reset.writes.enumerated() where judged.fate.missesServer {
      let write = positions[index]
      // A reset that fails strands all writes alike, whichever of them made it fail.
      let rule = judged.fate == .stranded ? nil : judged.rule
      let key = Key(fate: judged.fate, point: fold.lossPoint(of: write), rule: rule)
      if let group = indexes[key] {
        groups[group].writes.append(index)
      } else {
        indexes[key] = groups.count
        groups.append(
          LossTimeline.Loss(
            fate: key.fate, writes: [index], point: key.point, rule: key.rule, reason: .each([])))
      }
    }
    for index in groups.indices { groups[index].reason = Self.reason(groups[index], reset) }
    // What was lost from the start comes first, then the order of the session.
    groups.sort { ($0.point ?? -1, $0.writes[0]) < ($1.point ?? -1, $1.writes[0]) }
  }

  /// The reason that the writes share.
  private static func reason(_ loss: LossTimeline.Loss, _ reset: JudgedReset)
    -> LossTimeline.Loss.Reason
  {
    if loss.rule == .discardedByMode { return .discarded }
    if loss.fate == .stranded, let failure = reset.failure {
      return .resetFails(failure.failureClass)
    }
    var seen: Set<FateReason> = []
    return .each(loss.writes.map { reset.writes[$0].reason }.filter { seen.insert($0).inserted })
  }
}

/// The reset that a horizon ends in, with what the analysis found of it.
struct JudgedReset {
  var result: ResetEnding
  var failure: ResetFailure?
  var writes: [JudgedWrite]
  var collateral: [Collateral]
}
