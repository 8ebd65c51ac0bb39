/// A message of the sync protocol as it crossed the wire, with its body inflated.
///
/// The head is kept byte for byte, so the message can be printed again exactly; only the choices
/// of a compressor are not kept. What the message means is read on demand, by `parsed()`, so one
/// that cannot be understood is recorded just the same.
public struct WireMessage: Hashable, Sendable {
  /// Who sent the message.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The client.
    case clientToServer
    /// The server.
    case serverToClient

    /// Who sent the message, in a word.
    package var sender: String { self == .clientToServer ? "client" : "server" }
  }

  /// What `body` holds.
  public enum BodyForm: String, Hashable, Sendable, CaseIterable {
    /// The bytes of the wire.
    case asSent
    /// The inflated form of what was sent compressed.
    case inflated
    /// Still compressed, because it did not inflate as its head says.
    case notInflatable
    /// What a log showed of the message, put together: changesets are missing (``PartialEntry``). Sizes in
    /// the head that are not known are 0.
    case partial
  }

  /// Who sent it.
  public var direction: Direction
  /// The connection, as the capture calls it.
  public var connection: String
  /// Decides how BIND, IDENT and DOWNLOAD are laid out.
  public var syncKind: SyncKind
  /// Everything through the line feed; the whole message where there is no line feed.
  public var head: [UInt8]
  /// Everything behind the line feed, in the form that `bodyForm` says.
  public var body: [UInt8]
  /// What `body` holds.
  public var bodyForm: BodyForm

  /// A message as it was recorded.
  public init(
    direction: Direction, connection: String, syncKind: SyncKind, head: [UInt8], body: [UInt8],
    bodyForm: BodyForm = .asSent
  ) {
    (self.direction, self.connection, self.syncKind) = (direction, connection, syncKind)
    (self.head, self.body, self.bodyForm) = (head, body, bodyForm)
  }

  /// The message as it can be printed again: its head and its body.
  ///
  /// These are the very bytes of the wire unless the body was compressed. Then the head is as sent
  /// and the body inflated, because a compressor's choices are not kept.
  public var wireBytes: [UInt8] { head + body }
}
