public import TraceFormat

/// Turns the messages of a client's connections into the events of a trace, wherever they were seen:
/// connection, direction, bytes and time come in, events go out. It does no input or output.
///
/// Every message becomes a `message` event. A BIND begins a session, numbered within the trace;
/// the messages that follow under its ident on that connection belong to it until the ident is
/// bound again. A session whose BIND was not seen begins with its first message. An error of the
/// server is also a `syncError` event, one of each session that is bound if it ends their connection, and none of a
/// session that has ended. Messages that cannot be understood are kept and get a `note`.
///
/// No secret gets into an event: tokens, passwords and the like are replaced by marks (`SecretRedactor`,
/// `docs/security.md`), before anything else is made of a message, unless the recorder is told to keep them.
///
/// Messages alone have no handshake, so the kind of sync is recognized from the messages of each
/// connection. Where they leave it open, partition sync is assumed and a note says so.
public struct MessageRecorder<Inflater: BodyInflater & ~Copyable>: ~Copyable {
  /// How many sessions began so far.
  public private(set) var sessionCount = 0
  /// The connections, in the order of their first messages.
  public internal(set) var connectionNames: [String] = []
  /// The time of the latest message, in microseconds since 1970; nil before the first.
  public internal(set) var lastTimeMicroseconds: Int64?
  let source: SessionStart.Source
  package var redactor: SecretRedactor
  /// For each name that is taken, the last number that it got.
  var connectionNumbers: [TextBytes: Int] = [:]
  private var reader: WireMessageReader<Inflater>
  var connections: [TextBytes: RecordedConnection] = [:]
  private var nextSequence: UInt64 = 0

  /// A recorder that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - source: where the messages come from, which every session states.
  ///   - secrets: what becomes of tokens and passwords in the messages.
  ///   - inflater: opens the compressed bodies of messages.
  public init(
    source: SessionStart.Source, secrets: SecretHandling = .replaced, inflater: consuming Inflater
  ) {
    self.source = source
    redactor = SecretRedactor(secrets)
    reader = WireMessageReader(inflater: inflater)
  }

  /// The secrets that were replaced so far, one for each place.
  public var secretCounts: SecretCounts { redactor.counts }

  /// Takes a whole WebSocket message; every input gives a `message` event among others.
  ///
  /// - Parameters:
  ///   - bytes: the message's payload, unmasked.
  ///   - direction: who sent it.
  ///   - name: names the connection, the same for all of its messages.
  ///   - timeMicroseconds: when the message was seen, since 1970-01-01 (UTC).
  ///   - sdk: the SDK of the client at that connection, or the `User-Agent` of its handshake, where it is known; the
  ///     sessions that begin from here on state it.
  public mutating func record(
    _ bytes: [UInt8], direction: WireMessage.Direction, connection name: String,
    timeMicroseconds: Int64, sdk: String? = nil
  ) -> RecordedMessage {
    let key = TextBytes(name)
    lastTimeMicroseconds = timeMicroseconds
    // Taken out while it is changed, so that its tables are not copied.
    var connection = connections.removeValue(forKey: key) ?? newConnection(name)
    defer { connections[key] = connection }
    if let sdk { connection.sdk = redactor.redacted(sdk) }

    var understood = reader.message(
      bytes, direction: direction, connection: connection.name, syncKind: connection.syncKind)
    let kindNote = connection.noteKind(SyncKindEvidence(understood.message))
    if understood.message.syncKind != connection.syncKind {
      // The layouts depend on the kind, which this very message has told.
      understood = reader.message(
        bytes, direction: direction, connection: connection.name, syncKind: connection.syncKind)
    }
    understood = withoutSecrets(understood)
    let session = connection.session(of: understood, sessionCount: &sessionCount)
    let notes = kindNote.map { [Event.Content.note(Note(text: redactor.redacted($0)))] } ?? []
    let contents =
      session.opening + notes + [.message(understood.message)] + understood.followUps
    return RecordedMessage(
      session: session.number, read: understood,
      events: contents.flatMap { content -> [Event] in
        if case .syncError(let error) = content {
          let ident = understood.understood?.sessionIdent ?? 0
          if ident == 0 || error.isRefused {
            return end(&connection, by: error, timeMicroseconds)
          }
          guard connection.end(ident, by: error) else { return [] }
        }
        return [event(session.number, timeMicroseconds, content)]
      })
  }

  /// The events of an error that is one of each session that is bound on a connection.
  mutating func end(
    _ connection: inout RecordedConnection, by error: SyncError, _ timeMicroseconds: Int64
  ) -> [Event] {
    var events: [Event] = []
    for (number, opening) in connection.endAll(&sessionCount) {
      for content in opening + [.syncError(error)] {
        events.append(event(number, timeMicroseconds, content))
      }
    }
    return events
  }

  /// A `loss` event, at the time of the latest message, for what cannot be recorded.
  ///
  /// - Parameters:
  ///   - recordCount: how many messages are missing, where that is known.
  ///   - reason: why, in words for people.
  public mutating func recordLoss(recordCount: UInt64?, reason: String) -> Event {
    event(
      0, lastTimeMicroseconds ?? 0,
      .loss(Loss(firstSequence: nil, recordCount: recordCount, reason: redactor.redacted(reason))))
  }

  /// Goes on in a new trace: numbers of events and sessions begin anew, and what is known of the connections
  /// stays known. The sessions that go on begin again there, with a note that they did not begin in it.
  public mutating func beginNewTrace() {
    (nextSequence, sessionCount) = (0, 0)
    for key in connections.keys { connections[key]?.forgetSessions() }
  }

  /// What is said of a message is said of what remains, so that no part of a secret gets into a note.
  private mutating func withoutSecrets(_ understood: UnderstoodMessage) -> UnderstoodMessage {
    let redacted = redactor.redacted(understood.message, meaning: understood.understood)
    guard redacted != understood.message else { return understood }
    // Why a body does not inflate is said in numbers, and not to be found out again.
    guard redacted.bodyForm != .notInflatable else {
      return UnderstoodMessage(message: redacted, meaning: understood.meaning)
    }
    return UnderstoodMessage(redacted)
  }

  mutating func event(_ session: UInt32, _ time: Int64, _ content: Event.Content) -> Event {
    defer { nextSequence += 1 }
    return Event(sequence: nextSequence, timeMicroseconds: time, session: session, content: content)
  }
}

/// What was recorded of one message.
public struct RecordedMessage: Sendable {
  /// The session's number in the trace; 0 for a whole connection.
  public var session: UInt32
  /// The message, with what it means.
  public var read: UnderstoodMessage
  /// In order; the `message` event is one of them.
  public var events: [Event]
}

extension UnderstoodMessage {
  /// The error that a message reports, and the note on one that could not be understood.
  fileprivate var followUps: [Event.Content] {
    switch meaning {
    case .failure(let failure):
      return [.note(Note(text: "this message is kept as it came, not understood: \(failure)"))]
    case .success(let message):
      guard let error = SyncError(message) else { return [] }
      return [.syncError(error)] + Self.bodyNotes(message)
    }
  }

  private static func bodyNotes(_ message: ProtocolMessage) -> [Event.Content] {
    guard case .serverError(let error) = message else { return [] }
    do {
      let missing = try error.details().missingMembers(for: error.code)
      guard !missing.isEmpty else { return [] }
      let list = missing.joined(separator: ", ")
      return [.note(Note(text: "the error lacks members that clients insist on: \(list)"))]
    } catch {
      return [.note(Note(text: "the error's body could not be read: \(error)"))]
    }
  }
}
