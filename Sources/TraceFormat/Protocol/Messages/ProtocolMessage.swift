/// What a message of the sync protocol means: its type and every field of its head and body.
///
/// Bodies that are JSON or text are kept as the bytes of the wire; `Bind.flexible()`,
/// `JSONError.details()` and their like read them on demand, so that a malformed body costs its own
/// meaning and not that of the head. Layouts: Realm Core, `sync/noinst/protocol_codec.hpp` and `.cpp`.
public enum ProtocolMessage: Hashable, Sendable {
  // Client to server.
  /// BIND of the client: a session begins.
  case bind(Bind)
  /// IDENT of the client: which file it is.
  case clientIdent(ClientIdent)
  /// QUERY of the client: a newer set of subscriptions.
  case query(Query)
  /// UPLOAD of the client: what it did.
  case upload(Upload)
  /// UNBIND of the client: the session ends.
  case unbind(SessionReference)
  /// PING of the client: a sign of life.
  case ping(Ping)
  /// JSON_ERROR of the client: it could not process a DOWNLOAD.
  case clientError(JSONError)
  // Both ways.
  /// MARK of either side: a request for all that is available, and its answer.
  case mark(Mark)
  /// TEST_COMMAND of either side: a testing aid.
  case testCommand(TestCommand)
  // Server to client.
  /// IDENT of the server: the identifier of a new file.
  case serverIdent(ServerIdent)
  /// DOWNLOAD of the server: what others did.
  case download(Download)
  /// UNBOUND of the server: the answer to UNBIND.
  case unbound(SessionReference)
  /// ERROR of the server: the form before protocol version 7.
  case legacyError(LegacyError)
  /// JSON_ERROR of the server.
  case serverError(JSONError)
  /// QUERY_ERROR of the server: a set of subscriptions that it refuses.
  case queryError(QueryError)
  /// PONG of the server: the answer to PING.
  case pong(Pong)
  /// LOG_MESSAGE of the server: a line for the client's log.
  case logMessage(LogMessage)

  /// The kinds of messages, with the names that filters, text and JSON use: the type word of the
  /// wire, but for the words that mean two different things.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Messages of the client.
    case bind, clientIdent, query, upload, unbind, ping, clientError
    /// Messages of either side.
    case mark, testCommand
    /// Messages of the server.
    case serverIdent, download, unbound, legacyError, serverError, queryError, pong, logMessage
  }

  /// The kind of the message.
  public var kind: Kind {
    switch self {
    case .bind: .bind
    case .clientIdent: .clientIdent
    case .query: .query
    case .upload: .upload
    case .unbind: .unbind
    case .ping: .ping
    case .clientError: .clientError
    case .mark: .mark
    case .testCommand: .testCommand
    case .serverIdent: .serverIdent
    case .download: .download
    case .unbound: .unbound
    case .legacyError: .legacyError
    case .serverError: .serverError
    case .queryError: .queryError
    case .pong: .pong
    case .logMessage: .logMessage
    }
  }

  /// The changesets that the message carries, with the version that each of them made: a client
  /// version in an upload, a server version in a download.
  public var changesets: [(version: UInt64, changeset: [UInt8])] {
    switch self {
    case .upload(let message): message.entries.map { ($0.clientVersion, $0.changeset) }
    case .download(let message): message.entries.map { ($0.serverVersion, $0.changeset) }
    default: []
    }
  }
}

extension ProtocolMessage.Kind {
  /// Which side sends such messages; nil where both do.
  public var direction: WireMessage.Direction? {
    switch self {
    case .bind, .clientIdent, .query, .upload, .unbind, .ping, .clientError: .clientToServer
    case .serverIdent, .download, .unbound, .legacyError, .serverError, .queryError, .pong,
      .logMessage:
      .serverToClient
    case .mark, .testCommand: nil
    }
  }

  /// The word that such messages begin with on the wire.
  public var typeWord: String {
    switch self {
    case .clientIdent, .serverIdent: "ident"
    case .clientError, .serverError: "json_error"
    case .testCommand: "test_command"
    case .legacyError: "error"
    case .queryError: "query_error"
    case .logMessage: "log_message"
    case .bind, .query, .upload, .unbind, .ping, .mark, .download, .unbound, .pong: rawValue
    }
  }

  /// Made once: `allCases` is a new array each time.
  private static let all = allCases

  /// The kind of the messages that begin with this word, from this side; nil where it sends none.
  init?(typeWord: String, sentBy direction: WireMessage.Direction) {
    let kind = Self.all.first {
      $0.typeWord == typeWord && ($0.direction ?? direction) == direction
    }
    guard let kind else { return nil }
    self = kind
  }
}
