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

extension RecordedLoggedReset {
  /// Whether both are about one reset: a later record says what became known of it since.
  package func isAbout(_ other: RecordedLoggedReset) -> Bool {
    session == other.session && facts.lineNumber == other.facts.lineNumber
      && facts.file.hasSameBytes(as: other.facts.file)
  }
}
