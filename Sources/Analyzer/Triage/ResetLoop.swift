public import TraceFormat

/// A client that keeps resetting, or that will not reset again (`docs/triage.md`, "Reset loops").
public struct ResetLoop: Hashable, Sendable {
  /// The earlier reset that the file tracks.
  public var pendingReset: PendingReset
  /// How many resets of the session came before this one without being acknowledged.
  public var unacknowledgedResetCount: Int
  /// What the client does next if it is told to reset again, one sentence.
  public var text: String
}
