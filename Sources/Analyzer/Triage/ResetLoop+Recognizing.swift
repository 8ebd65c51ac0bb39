internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ResetLoop {
  /// Nil where the file tracked no earlier reset.
  init?(_ outcome: Outcome) {
    guard let pending = outcome.situation.pendingReset, let attempt = outcome.attempts.first else {
      return nil
    }
    let kind = Kind(attempt)
    self.init(
      kind: kind, pendingReset: pending, unacknowledgedResetCount: 1,
      text: "\(kind.sentence(pending)) \(Self.sentence(outcome.nextAttempt, attempt))")
  }

  private static func sentence(_ next: Outcome.NextAttempt, _ attempt: ResetAttempt) -> String {
    let start = "If the server asks for \(attempt.action.rawValue) again before a session has "
    let condition = start + "uploaded and downloaded everything, "
    return switch next {
    case .reset(.recover): condition + "the client recovers once more."
    case .reset: condition + "the client discards what is unsynced."
    case .refused: condition + "\(attempt.requestedMode.rawValue) is refused as a cycle."
    case .leftToApp: condition + "the app is told again."
    case .none: condition + "nothing is reset."
    }
  }
}

extension ResetLoop.Kind {
  init(_ attempt: ResetAttempt) {
    let isDowngraded =
      attempt.requestedMode == .recoverOrDiscard && attempt.actualMode == .discardLocal
      && attempt.action != .clientResetNoRecovery
    self =
      attempt.failure?.failureClass == .resetCycle
      ? .refused : isDowngraded ? .discardedInstead : .wentOn
  }

  fileprivate func sentence(_ pending: PendingReset) -> String {
    let when = pending.timeMicroseconds.flatMap(Phrase.when).map { " of \($0)" } ?? ""
    let record =
      "The file tracked a reset\(when) in mode \(pending.mode.rawValue) for "
      + "\(pending.action.rawValue) that was never completed"
    return switch self {
    case .refused: "\(record), so this one was refused."
    case .discardedInstead: "\(record), so this one discarded where it would have recovered."
    case .wentOn: "\(record); it did not stand in the way of this one."
    }
  }
}
