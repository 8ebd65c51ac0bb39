public import TraceFormat

/// Turns a capture, lines of JSON with one WebSocket message each, into events.
///
/// Every message becomes a `message` event. A BIND begins a session, numbered within the trace;
/// the messages that follow under its ident on that connection belong to it until the ident is
/// bound again. A session whose BIND is not in the capture begins with its first message. An error
/// of the server is also a `syncError` event. Lines that are no message become `loss` events and
/// messages that cannot be understood are kept and get a `note`; nothing stops an import.
///
/// A capture has no handshake, so the kind of sync is told from the messages of each connection.
/// Where they leave it open, partition sync is assumed and a note says so.
public struct CaptureImporter: ~Copyable {
  /// What has been found so far.
  public private(set) var summary = CaptureSummary()
  private var messages = WireMessageImporter()
  private var connections: [String: CaptureConnection] = [:]
  private var nextSequence: UInt64 = 0
  private var lineNumber = 0

  public init() {}

  /// Takes the next line, without its line feed, and hands its events to `sink` in order.
  public mutating func importLine(
    _ line: [UInt8], into sink: (Event) throws -> Void
  ) rethrows {
    lineNumber += 1
    guard !line.isBlankLine else { return }
    summary.lineCount += 1
    for event in events(of: line) { try sink(event) }
  }

  private mutating func events(of line: [UInt8]) -> [Event] {
    do {
      return events(of: try CaptureLine(parsing: line))
    } catch {
      let problem = CaptureSummary.Problem(lineNumber: lineNumber, reason: "\(error)")
      summary.countMalformed(problem)
      let reason = "line \(lineNumber) of the capture is no message: \(error)"
      return [loss(recordCount: 1, reason: reason)]
    }
  }

  /// Takes note that the capture cannot be read further; the trace gets a `loss` event.
  public mutating func importEnd(
    _ failure: DecodingFailure, into sink: (Event) throws -> Void
  ) rethrows {
    summary.endFailure = failure
    try sink(loss(recordCount: nil, reason: "the capture cannot be read to its end: \(failure)"))
  }

  private mutating func loss(recordCount: UInt64?, reason: String) -> Event {
    event(
      0, summary.lastTimeMicroseconds ?? 0,
      .loss(Loss(firstSequence: nil, recordCount: recordCount, reason: reason)))
  }

  private mutating func events(of line: CaptureLine) -> [Event] {
    if connections[line.connection] == nil { summary.connections.append(line.connection) }
    // Taken out while it is changed, so that its tables are not copied.
    var connection =
      connections.removeValue(forKey: line.connection) ?? CaptureConnection(name: line.connection)
    defer { connections[line.connection] = connection }

    let sketch = messages.message(
      line.message, direction: line.direction, connection: line.connection,
      syncKind: connection.syncKind)
    let kindNotes = connection.noteKind(SyncKindEvidence(sketch.message))
    // The layouts depend on the kind, which this very message may have told.
    let imported =
      sketch.message.syncKind == connection.syncKind
      ? sketch
      : messages.message(
        line.message, direction: line.direction, connection: line.connection,
        syncKind: connection.syncKind)
    summary.count(imported, line)

    let session = connection.session(of: imported, sessionCount: &summary.sessionCount)
    let before = session.openingContents + kindNotes
    let after = followUps(of: imported, session.number)
    return (before + [.message(imported.message)] + after).map { content in
      if case .note = content { summary.noteCount += 1 }
      return event(session.number, line.timeMicroseconds, content)
    }
  }

  /// The error that a message reports, and the note on one that could not be understood.
  private mutating func followUps(
    of imported: WireMessageImporter.Imported, _ session: UInt32
  ) -> [Event.Content] {
    switch imported.meaning {
    case .failure(let failure):
      summary.countUnread(
        CaptureSummary.Problem(lineNumber: lineNumber, reason: "\(failure)"),
        isUninflated: imported.message.bodyForm == .notInflatable)
      return [.note(Note(text: "this message is kept as it came, not understood: \(failure)"))]
    case .success(let message):
      guard let error = SyncError(message) else { return [] }
      summary.errors.append(CaptureSummary.ReportedError(session: session, error: error))
      return [.syncError(error)] + Self.bodyNotes(message)
    }
  }

  private static func bodyNotes(_ message: ProtocolMessage) -> [Event.Content] {
    guard case .serverError(let error) = message else { return [] }
    do {
      let missing = try error.details().missingMembers
      guard !missing.isEmpty else { return [] }
      let list = missing.joined(separator: ", ")
      return [.note(Note(text: "the error lacks members that clients insist on: \(list)"))]
    } catch {
      return [.note(Note(text: "the error's body could not be read: \(error)"))]
    }
  }

  private mutating func event(
    _ session: UInt32, _ time: Int64, _ content: Event.Content
  ) -> Event {
    defer { nextSequence += 1 }
    return Event(
      sequence: nextSequence, timeMicroseconds: time, session: session, content: content)
  }
}
