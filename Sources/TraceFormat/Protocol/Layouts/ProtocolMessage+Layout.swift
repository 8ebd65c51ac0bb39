extension ProtocolMessage {
  var layout: any MessageLayout {
    switch self {
    case .bind(let message): message
    case .clientIdent(let message): message
    case .query(let message): message
    case .upload(let message): message
    case .unbind(let message), .unbound(let message): message
    case .ping(let message): message
    case .clientError(let message): message
    case .mark(let message): message
    case .testCommand(let message): message
    case .serverIdent(let message): message
    case .download(let message): message
    case .legacyError(let message): message
    case .serverError(let message): message
    case .queryError(let message): message
    case .pong(let message): message
    case .logMessage(let message): message
    }
  }

  /// The session on its connection that the message belongs to; 0 for the connection as a whole.
  public var sessionIdent: UInt64 { layout.sessionIdent }
}
