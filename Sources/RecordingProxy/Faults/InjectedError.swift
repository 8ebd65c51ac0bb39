import FaultPlans
import TraceFormat

struct InjectedError {
  let error: SyncError
  /// The session on its connection; 0 where the error is about the connection as a whole.
  let sessionIdent: UInt64
  var partitionQuery: String?
  var previousSchemaVersion: UInt64?
  var rejectedClientVersion: UInt64?
  var compensatingWriteServerVersion: UInt64?

  /// - Parameters:
  ///   - fault: what the server is to send.
  ///   - due: the error that the client would get otherwise.
  init(_ fault: ServerFault, inPlaceOf due: SyncError?, _ ident: UInt64, _ session: ProxySession) {
    error = fault.error(inPlaceOf: due)
    sessionIdent = error.isOfConnection ? 0 : ident
    if case .migrateToFlexibleSync(let query) = fault { partitionQuery = query }
    // Without these a client takes the message for a violation of the protocol, or ends
    // (Realm Core: `sync/noinst/protocol_codec.hpp`, `client_impl_base.cpp`).
    switch error.code {
    case 231:
      rejectedClientVersion = session.uploadedClientVersion
      compensatingWriteServerVersion = session.downloadedServerVersion
    case 232: partitionQuery = partitionQuery ?? "TRUEPREDICATE"
    case 236: previousSchemaVersion = session.schemaVersion
    default: break
    }
  }

  var isOfConnection: Bool { error.isOfConnection }

  /// Whether a session that gets the error ends until it is bound again. Two errors let it go on:
  /// that of a compensating write, and that of a schema version that has changed (Realm Core:
  /// `client_impl_base.cpp`, `receive_error_message`).
  var endsSession: Bool { error.code != 231 && error.code != 236 }

  /// The message: a JSON_ERROR, or an ERROR for one without an action, which only that form has.
  func bytes(_ syncKind: SyncKind) -> [UInt8] {
    let code = error.code ?? 201
    let message: ProtocolMessage
    if error.action == .noAction {
      message = .legacyError(
        LegacyError(
          code: code, sessionIdent: sessionIdent, tryAgain: !error.isFatal,
          text: Array(error.message.utf8)))
    } else {
      message = .serverError(
        JSONError(code: code, sessionIdent: sessionIdent, json: details.encoded()))
    }
    // Either form has nothing that depends on the kind of sync or could contradict itself.
    return (try? WireMessage(encoding: message, direction: .serverToClient, syncKind: syncKind))?
      .wireBytes ?? []
  }

  private var details: ErrorDetails {
    var details = ErrorDetails(
      message: error.message, tryAgain: !error.isFatal,
      shouldClientReset: error.action.startsClientReset,
      isRecoveryModeDisabled: error.action == .clientResetNoRecovery, logURL: error.logURL,
      actionName: error.action.rawValue)
    details.partitionQuery = partitionQuery
    details.previousSchemaVersion = previousSchemaVersion
    if let rejectedClientVersion {
      details.rejectedUpdates = []
      details.rejectedClientVersion = rejectedClientVersion
    }
    details.compensatingWriteServerVersion = compensatingWriteServerVersion
    return details
  }
}

extension SyncError {
  fileprivate var isOfConnection: Bool { code.map(ProtocolErrorCode.isConnectionLevel) ?? false }
}
