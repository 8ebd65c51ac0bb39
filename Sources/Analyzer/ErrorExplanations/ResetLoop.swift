public import Replayer
public import TraceFormat

/// A reset that found the record of an earlier one that was never completed (`docs/triage.md`, "Reset loops").
public struct ResetLoop: Codable, Hashable, Sendable {
  /// What the record made of this reset.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// It was refused, and so will all others like it be.
    case refused
    /// It discarded where it would have recovered.
    case discardedInstead
    /// It went on as if there were no record, which does not count here.
    case wentOn
    /// Nothing: nothing was reset, so that the record is for the next one to find.
    case noReset
  }

  /// What the record made of this reset.
  public var kind: Kind
  /// The earlier reset that the file tracks.
  public var pendingReset: PendingReset
  /// How many resets came before this one without being completed, as far as the trace shows: the one
  /// on record, and those before it in the session.
  public var unacknowledgedResetCount: Int
  /// What the server asked for; where nothing was reset, what it had asked for in the earlier reset.
  public var action: ServerAction
  /// The mode that the app had configured.
  public var requestedMode: ResetMode
  /// What the client does if the server asks for it once more.
  public var nextAttempt: Outcome.NextAttempt

  private enum CodingKeys: String, CodingKey {
    case kind, pendingReset
    case unacknowledgedResetCount = "unacknowledgedResets"
    case action, requestedMode, nextAttempt
  }
}

extension ResetLoop {
  /// Nil where the file tracked no earlier reset.
  init?(_ outcome: Outcome) {
    guard let pending = outcome.situation.pendingReset, let attempt = outcome.attempts.first else {
      return nil
    }
    let isReset = outcome.ending != .noReset
    self.init(
      kind: isReset ? Kind(attempt) : .noReset, pendingReset: pending, unacknowledgedResetCount: 1,
      action: isReset ? attempt.action : pending.action, requestedMode: attempt.requestedMode,
      nextAttempt: outcome.nextAttempt)
  }
}

extension ResetLoop.Kind {
  init(_ attempt: ResetAttempt) {
    self =
      attempt.failure?.failureClass == .resetCycle
      ? .refused : attempt.isDowngraded ? .discardedInstead : .wentOn
  }
}
