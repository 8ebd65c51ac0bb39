extension ServerAction {
  /// Whether a client has to reset after an error with this action; without one, its number says so.
  package func asksForReset(_ code: Int32?) -> Bool {
    self == .noAction ? code.map(ProtocolErrorCode.requiresClientReset) ?? false : startsClientReset
  }
}

extension SyncError {
  package var asksForReset: Bool { action.asksForReset(code) }

  /// Whether a session that gets the error ends until it is bound again. Two errors let it go on:
  /// that of a compensating write, and that of a schema version that has changed (Realm Core:
  /// `client_impl_base.cpp`, `receive_error_message`).
  package var endsSession: Bool { code != 231 && code != 236 }

  /// The error that a message reports to the client; nil for every other message.
  ///
  /// A body that the client refuses, because it cannot be read or lacks members, breaks the protocol, whatever the
  /// number of the error. So does an error of the connection with a number that is not one of a connection's, and one
  /// of a session with a number that is (Realm Core: `sync/noinst/client_impl_base.cpp`). Errors of older servers have
  /// no action, nor has the form before protocol version 7.
  public init?(_ message: ProtocolMessage) {
    switch message {
    case .serverError(let error):
      if Self.canConcern(error.sessionIdent, error.code), let details = try? error.details(),
        details.missingMembers(for: error.code).allSatisfy({ $0 == "action" })
      {
        self.init(error, details: details)
      } else {
        self = .refused
      }
    case .legacyError(let error):
      guard Self.canConcern(error.sessionIdent, error.code) else {
        self = .refused
        return
      }
      self.init(
        code: error.code, name: ProtocolErrorCode.reportedName(error.code), message: error.message,
        action: .noAction,
        isFatal: !error.tryAgain)
    default: return nil
    }
  }

  /// What the client tells its app of an error of the server's that breaks the protocol; the text is its own.
  private static let refused = SyncError(
    code: nil, name: ProtocolErrorCode.invariantFailed, message: "", action: .protocolViolation,
    isFatal: true)

  /// Whether the client has refused what the server sent, which closes the connection.
  package var isRefused: Bool { self == .refused }

  private static func canConcern(_ session: UInt64, _ code: Int32) -> Bool {
    let isOfConnection =
      ProtocolErrorCode.isConnectionLevel(code) && ProtocolErrorCode.name(code) != nil
    return isOfConnection == (session == 0)
  }

  /// What the client tells its app along with an error that it sends: a download does not fit what it has.
  package init(ofClient error: JSONError) {
    self.init(
      code: nil, name: Self.clientNames[error.code] ?? "BadChangeset",
      message: (try? error.details())?.message ?? "", action: .warning, isFatal: false)
  }

  /// Names of the client's own errors by the numbers that it tells the server; all others are `BadChangeset` (Realm
  /// Core: `sync/noinst/client_impl_base.cpp`).
  private static let clientNames: [Int32: String] = [
    112: "LimitExceeded", 233: ProtocolErrorCode.invariantFailed,
  ]

  /// Whether it is an error of the client's own about a download.
  package var isOfClient: Bool {
    code == nil
      && (name.hasSameBytes(as: "BadChangeset")
        || action == .warning && Self.clientNames.values.contains { name.hasSameBytes(as: $0) })
  }

  /// An error with its body as the client has read it.
  package init(_ error: JSONError, details: ErrorDetails) {
    self.init(
      code: error.code, name: ProtocolErrorCode.reportedName(error.code),
      message: details.message ?? "", action: details.action,
      isFatal: !(details.tryAgain ?? false), compensatingWrites: details.rejectedUpdates ?? [],
      logURL: details.logURL ?? "")
  }
}
