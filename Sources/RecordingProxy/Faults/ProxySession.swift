import TraceFormat

struct ProxySession: Sendable {
  /// The session's number within the trace.
  let number: UInt32
  /// Whether it is there to get an error: bound, and neither ended by one nor unbound.
  var isBound = true
  /// The file that it is of, once one side has said so.
  var file: FileIdent?
  /// The version of the schema that its BIND stated.
  var schemaVersion: UInt64 = 0
  var uploadedClientVersion: UInt64 = 0
  var downloadedServerVersion: UInt64 = 0
  /// An error that a fault has sent to the client, while the server knows nothing of it.
  var ending: Ending?

  /// How far the two sides have come to terms with an injected error.
  struct Ending: Sendable {
    /// The index of the fault.
    let cause: Int
    var isUnknownToServer = false
    /// Whether the server has ended the session by itself, and so does not answer an UNBIND.
    var isEndedByServer = false
    /// Whether the client has unbound the session, and the server has not answered.
    var awaitsUnbound = false
    var isBoundAgain = false

    /// Whether both sides speak of the same session again.
    var isOver: Bool { isBoundAgain && !awaitsUnbound }
  }

  mutating func learn(from message: ProtocolMessage) {
    switch message {
    case .bind(let bind): schemaVersion = (try? bind.flexible())?.schemaVersion ?? 0
    case .clientIdent(let ident): file = ident.file
    case .serverIdent(let ident): file = ident.file
    case .upload(let upload):
      uploadedClientVersion = max(uploadedClientVersion, upload.progressClientVersion)
    case .download(let download):
      downloadedServerVersion = max(downloadedServerVersion, download.downloadServerVersion)
    case .unbind, .unbound: isBound = false
    case .serverError, .legacyError:
      if SyncError(message)?.endsSession == true { isBound = false }
    case .query, .ping, .clientError, .mark, .testCommand, .queryError, .pong, .logMessage: break
    }
  }

  /// Takes a message of the server that the client does not get, because the session has ended for it.
  mutating func take(keptBack message: ProtocolMessage?) {
    switch message {
    case .unbound: ending?.awaitsUnbound = false
    case .serverError, .legacyError:
      ending?.isEndedByServer = true
      ending?.awaitsUnbound = false
    default: break
    }
    if ending?.isOver == true { ending = nil }
  }

  mutating func takeUnbind() {
    guard let ending, !ending.isEndedByServer, !ending.isUnknownToServer else { return }
    self.ending?.awaitsUnbound = true
  }

  func boundAgain(number: UInt32) -> ProxySession {
    var session = ProxySession(number: number)
    session.ending = ending
    session.ending?.isBoundAgain = true
    if session.ending?.isOver == true { session.ending = nil }
    return session
  }
}
