public import TraceFormat

extension FaultError {
  /// The whole error; what the plan leaves out is that of the number, or of another error.
  package func error(otherwise other: SyncError = .badClientFile) -> SyncError {
    var error = other
    if let code {
      error.code = code
      error.name = ProtocolErrorCode.reportedName(code)
      error.message = ProtocolErrorCode.message(code) ?? "error \(code)"
    }
    if let action { error.action = action }
    if let message { error.message = message }
    if let isFatal { error.isFatal = isFatal }
    return error
  }
}

extension SyncError {
  /// Error 208: the server has forgotten the client file, and asks for an ordinary reset.
  public static let badClientFile = SyncError(
    code: 208, name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)",
    action: .clientReset, isFatal: true)

  /// An error by its number, fatal, with the action of an ordinary reset.
  package static func ordering(_ code: Int32, _ action: ServerAction = .clientReset) -> SyncError {
    FaultError(code: code, action: action).error()
  }

  /// What a client makes of a connection that the server closed because a message was too large
  /// (Realm Core: `sync/noinst/client_impl_base.cpp`).
  package static let messageTooLarge = SyncError(
    code: nil, name: "LimitExceeded",
    message: "Sync websocket closed because the server received a message that was too large",
    action: .clientReset, isFatal: false)

  package static func protocolViolation(_ what: String) -> SyncError {
    SyncError(
      code: nil, name: "SyncProtocolInvariantFailed", message: what, action: .protocolViolation,
      isFatal: true)
  }
}
