import RealmModel
import TraceFormat

extension FaultError {
  /// The whole error; what the plan leaves out is that of the number, or of another error.
  func error(otherwise other: SyncError = .badClientFile) -> SyncError {
    var error = other
    if let code {
      error.code = code
      error.name =
        ProtocolErrorCode.clientName(code) ?? ProtocolErrorCode.name(code) ?? "UnknownError"
      error.message = Self.message(of: code)
    }
    if let action { error.action = action }
    if let message { error.message = message }
    if let isFatal { error.isFatal = isFatal }
    return error
  }

  /// The text that comes with a number (Realm Core: `sync/protocol.cpp`).
  private static func message(of code: Int32) -> String {
    switch code {
    case 208: "Bad client file identifier (IDENT)"
    case 209: "Bad server version (IDENT)"
    case 210: "Bad client version (IDENT, UPLOAD)"
    case 211: "Diverging histories (IDENT)"
    case 212: "Bad changeset (UPLOAD)"
    case 217: "Bad client file (IDENT)"
    case 222: "Client file has expired"
    case 228:
      "Server permissions for this file ident have changed since the last time it was used (IDENT)"
    case 232: "Server migrated to flexible sync"
    case 234: "Server rolled back to partition-based sync"
    default: ProtocolErrorCode.name(code)?.replacing("_", with: " ") ?? "error \(code)"
    }
  }
}

extension SyncError {
  /// An error by its number, fatal, with the action of an ordinary reset.
  static func ordering(_ code: Int32, _ action: ServerAction = .clientReset) -> SyncError {
    FaultError(code: code, action: action).error()
  }

  /// What a client makes of a connection that the server closed because a message was too large
  /// (Realm Core: `sync/noinst/client_impl_base.cpp`).
  static let messageTooLarge = SyncError(
    code: nil, name: "LimitExceeded",
    message: "Sync websocket closed because the server received a message that was too large",
    action: .clientReset, isFatal: false)

  /// What a client makes of a message that breaks the rules of the protocol.
  static func protocolViolation(_ what: String) -> SyncError {
    SyncError(
      code: nil, name: "SyncProtocolInvariantFailed", message: what, action: .protocolViolation,
      isFatal: true)
  }
}
