/// Takes the secrets out of events: marks stand in their place (``SecretKind``, `docs/security.md`).
///
/// Where the protocol has a place for a secret, whatever stands there is one: the token of a BIND, the
/// query of a `logURL`. Everywhere else, in messages of either side, in names, notes, reasons and in what
/// could not be read, they are found by what stands before them and by their shape. What users have
/// written loses only JSON web tokens. The same secret gets the same mark everywhere, so a changed
/// session replays alike; what it does not touch stays as it is, byte for byte.
///
/// ```swift
/// var redactor = SecretRedactor()
/// for event in events { try writer.append(redactor.redacted(event)) }
/// print(redactor.counts.total)
/// ```
public struct SecretRedactor: Sendable {
  /// Where they are kept, everything stays as it is.
  let handling: SecretHandling
  var rewriting = SecretRewriting()

  /// A redactor that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - handling: what becomes of secrets.
  ///   - removesUserNames: whether identifiers of users, addresses of e-mail and names of home
  ///     directories give way too, as in traces that are made from logs.
  public init(_ handling: SecretHandling = .replaced, removesUserNames: Bool = false) {
    self.handling = handling
    if removesUserNames { rewriting.userNames = UserNames() }
  }

  /// What has been replaced so far: one for each place.
  public var counts: SecretCounts { rewriting.counts }

  /// How many places could not be read, and so were searched by shape alone: records of an unknown kind,
  /// and bodies whose compression is damaged.
  public var unreadCount: UInt64 { rewriting.unreadCount }

  /// The event without its secrets. One in which there are none is the same.
  public mutating func redacted(_ event: Event) -> Event { redacted(event, meaning: nil) }

  private mutating func redacted(_ event: Event, meaning: ProtocolMessage?) -> Event {
    guard handling == .replaced, rewriting.needsWalk(event.content, meaning) else { return event }
    let before = rewriting
    do throws(RewritingFailure) {
      return try event.rewritten(by: &rewriting)
    } catch {
      rewriting = before
      return redactedAsBytes(event, error)
    }
  }

  /// The message without its secrets; its head says how large the body is now.
  ///
  /// - Parameters:
  ///   - message: the message as it crossed the wire.
  ///   - meaning: what the message means, where that is known, so that one without secrets is not parsed.
  public mutating func redacted(
    _ message: WireMessage, meaning: ProtocolMessage? = nil
  ) -> WireMessage {
    let event = Event(sequence: 0, timeMicroseconds: 0, session: 0, content: .message(message))
    guard case .message(let redacted) = redacted(event, meaning: meaning).content else {
      return message
    }
    return redacted
  }

  /// A text without its secrets, such as the name of a connection.
  public mutating func redacted(_ text: String) -> String {
    handling == .kept ? text : rewriting.text(text, .note)
  }

  /// Bytes of which nothing is known, without the secrets that their shape tells.
  mutating func redacted(unread bytes: [UInt8]) -> [UInt8] {
    rewriting.bytes(bytes, .unknownRecord)
  }

  /// An event that cannot be written anew as what it is: a message without the secrets that its bytes
  /// show, and anything else not at all.
  private mutating func redactedAsBytes(_ event: Event, _ failure: RewritingFailure) -> Event {
    var event = event
    if case .message(var message) = event.content {
      message.connection = rewriting.text(message.connection, .connection)
      message.head = rewriting.bytes(message.head, .unreadableHead)
      message.body = rewriting.bytes(message.body, .unreadableBody)
      event.content = .message(message)
    } else {
      let reason = "the record cannot be written without what it has of secrets"
      event.content = .loss(
        Loss(firstSequence: event.sequence, recordCount: 1, reason: reason))
    }
    return event
  }
}
