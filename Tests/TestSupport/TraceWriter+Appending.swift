import TraceFormat

extension TraceWriter {
  /// Adds an event that gets the next number.
  public func append(
    timeMicroseconds: Int64, session: UInt32, content: Event.Content
  ) throws {
    try append(
      Event(
        sequence: nextSequence, timeMicroseconds: timeMicroseconds, session: session,
        content: content))
  }
}
