internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ResetLoop {
  /// Nil where the file tracked no earlier reset.
  init?(_ outcome: Outcome) {
    guard let pending = outcome.situation.pendingReset, let attempt = outcome.attempts.first else {
      return nil
    }
    self.init(
      kind: Kind(attempt), pendingReset: pending, unacknowledgedResetCount: 1,
      action: attempt.action, requestedMode: attempt.requestedMode,
      nextAttempt: outcome.nextAttempt)
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
}
