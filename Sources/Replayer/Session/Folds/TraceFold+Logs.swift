import RealmModel
public import TraceFormat

/// What a log tells of a client reset, and where it stands in the trace.
public struct RecordedLoggedReset: Hashable, Sendable {
  /// The session's number in the trace; 0 where the log names none.
  public var session: UInt32
  /// The record.
  public var sequence: UInt64
  /// Microseconds since 1970 (UTC), as far as the clock of the log goes.
  public var timeMicroseconds: Int64
  /// What the log says.
  public var facts: LoggedReset

  /// What a log tells, from a record.
  public init(session: UInt32, sequence: UInt64, timeMicroseconds: Int64, facts: LoggedReset) {
    (self.session, self.sequence) = (session, sequence)
    (self.timeMicroseconds, self.facts) = (timeMicroseconds, facts)
  }
}

// A log has changesets at one level only. States that were built without some of them would be wrong, and
// seem right.
extension TraceFold {
  /// Whether a session is one of a log that does not have its changesets.
  func isWithoutChangesets(_ session: UInt32) -> Bool {
    loggedSessions.contains(session)
      && (sessionsWithoutChangesets.contains(session) || !sessionsWithTransfers.contains(session))
  }

  /// Whether that is so for any session of the same file.
  func isWithoutChangesets(fileOf session: UInt32) -> Bool {
    guard !loggedSessions.isEmpty else { return false }
    if isWithoutChangesets(session) { return true }
    guard let file = graph[session]?.file else { return false }
    return graph.sessions.contains { $0.file == file && isWithoutChangesets($0.number) }
  }

  /// Whether that is so for any session of a reset.
  func isWithoutChangesets(_ reset: RecognizedReset) -> Bool {
    let originals: [UInt32] =
      switch reset.original {
      case .session(let number): [number]
      case .ambiguous(let numbers): numbers
      case .notSeen: []
      }
    return isWithoutChangesets(reset.freshSession)
      || originals.contains { isWithoutChangesets(fileOf: $0) }
  }
}
