import FaultPlans
import TraceFormat

struct InjectedError {
  let error: SyncError
  /// The session on its connection; 0 where the error is about the connection as a whole.
  let sessionIdent: UInt64
  private var details: ErrorDetails

  /// - Parameter due: the error that the client would get otherwise.
  init(_ fault: ServerFault, inPlaceOf due: SyncError?, _ ident: UInt64, _ session: ProxySession) {
    error = fault.error(inPlaceOf: due)
    sessionIdent = error.isOfConnection ? 0 : ident
    details = ErrorDetails(error)
    if case .migrateToFlexibleSync(let query?) = fault { details.partitionQuery = query }
    // Without these a client takes the message for a violation of the protocol, or ends
    // (Realm Core: `sync/noinst/protocol_codec.hpp`, `client_impl_base.cpp`).
    switch error.code {
    case 231:
      details.rejectedUpdates = []
      details.rejectedClientVersion = session.uploadedClientVersion
      details.compensatingWriteServerVersion = session.downloadedServerVersion
    case 236: details.previousSchemaVersion = session.schemaVersion
    default: break
    }
  }

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
}

extension SyncError {
  var isOfConnection: Bool { code.map(ProtocolErrorCode.isConnectionLevel) ?? false }
}
