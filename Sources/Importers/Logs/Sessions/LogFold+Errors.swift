import TraceFormat

// Errors of the server and of connections.
extension LogFold {
  mutating func takeError(_ entry: LogEntry, _ kind: LogRowKind, _ client: Int, _ number: UInt64) {
    let fields = entry.message.fields
    switch kind {
    case .errorBody:
      if let connection = clients[client].sessions[number]?.connection {
        clients[client].connections[connection]?.errorBody = Array(fields.bytes("json") ?? [])
      }
    case .serverError:
      closeReset(number, client)
      guard let connection = clients[client].sessions[number]?.connection,
        let reported = reported(fields, client, connection)
      else { return findings.addUnknown(entry) }
      if let body = reported.body {
        receive(
          .serverError(JSONError(code: reported.code, sessionIdent: number, json: body)), client,
          number)
      }
      report(reported.error, hasBody: reported.body != nil, client, number, entry)
    case .compensatingWrite:
      note(
        "the app was notified that the server undid the writes of client version \(fields.text("client")), in server version \(fields.text("server")): \(fields.text("message"))",
        client, number)
    case .serverLog: note("the server's log: \(fields.text("text"))", client, number)
    default:
      note(
        "downloaded changesets could not be integrated: \(fields.text("status"))", client, number)
    }
  }

  mutating func takeConnectionError(
    _ entry: LogEntry, _ kind: LogRowKind, _ client: Int, _ connection: UInt64
  ) {
    if kind == .errorBody {
      clients[client].connections[connection]?.errorBody = Array(
        entry.message.fields.bytes("json") ?? [])
      return
    }
    guard let reported = reported(entry.message.fields, client, connection) else {
      return findings.addUnknown(entry)
    }
    if let body = reported.body {
      emitWire(
        .serverError(JSONError(code: reported.code, sessionIdent: 0, json: body)),
        .serverToClient, connection: openConnection(connection, client), .partition, session: 0)
    }
    take(reported.error, of: connection, client, entry)
  }

  private struct ReportedError {
    var code: Int32
    var error: SyncError
    var body: [UInt8]?
  }

  /// The error of `‹code›, is_fatal=‹b›, error_action=‹a›`, with what its body said before, if that fits.
  private mutating func reported(
    _ fields: LogFields, _ client: Int, _ connection: UInt64
  ) -> ReportedError? {
    let text = Array("error_code=".utf8) + Array(fields.bytes("fields") ?? [])
    let listed = LogFields(listed: text[...])
    guard let code: Int32 = listed.number("error_code") else { return nil }
    let message = fields.text("message")
    let body = clients[client].connections[connection]?.errorBody
    clients[client].connections[connection]?.errorBody = nil
    if let body, let details = try? ErrorDetails(parsing: body),
      (details.message ?? "").hasSameBytes(as: message) || fields.bytes("message") == nil,
      let error = SyncError(.serverError(JSONError(code: code, sessionIdent: 0, json: body)))
    {
      return ReportedError(code: code, error: error, body: body)
    }
    let action = listed.text("error_action")
    let isFatal = listed.flag("is_fatal") ?? listed.flag("try_again").map { !$0 } ?? true
    let error = SyncError(
      code: code, name: ProtocolErrorCode.reportedName(code), message: message,
      action: action.isEmpty ? .noAction : ServerAction(rawValue: action) ?? .applicationBug,
      isFatal: isFatal)
    return ReportedError(code: code, error: error, body: nil)
  }

  /// Takes an error that hits every session of a connection.
  mutating func take(_ error: SyncError, of connection: UInt64, _ client: Int, _ entry: LogEntry) {
    let sessions = clients[client].sessions.filter { $0.value.connection == connection }.keys
    findings.told.errorCount += 1
    guard error.action.startsClientReset, !sessions.isEmpty else {
      return emit(.syncError(error), ofSession: 0)
    }
    for number in sessions.sorted() {
      emit(.syncError(error), client, number)
      expectReset(after: error, client, number, entry)
    }
  }

  private mutating func report(
    _ error: SyncError, hasBody: Bool, _ client: Int, _ number: UInt64, _ entry: LogEntry
  ) {
    emit(.syncError(error), client, number)
    findings.told.errorCount += 1
    if !hasBody {
      note(
        "the log does not have the body of this error: its address in the server's log, the writes that it names and whether recovery is permitted are not known",
        client, number)
    }
    expectReset(after: error, client, number, entry)
  }

  /// Takes note that a reset, or the deletion of the file, has to follow.
  private mutating func expectReset(
    after error: SyncError, _ client: Int, _ number: UInt64, _ entry: LogEntry
  ) {
    guard let session = clients[client].sessions[number] else { return }
    if error.asksForReset {
      let awaited = LogFile.AwaitedReset(
        error: error, path: session.path, client: clients[client].number,
        session: session.traceNumber, lineNumber: entry.lineNumber,
        timeMicroseconds: timeMicroseconds, clock: clock)
      updateFile(fileKey(session, client)) { file in
        file.awaited = awaited
        file.isResetTold = false
      }
    } else if error.action == .deleteRealm {
      var facts = LoggedReset()
      facts.outcome = .deletionScheduled
      facts.fill(from: error)
      (facts.file, facts.lineNumber, facts.clock) = (session.path, UInt64(entry.lineNumber), clock)
      tell(facts, client, number, at: timeMicroseconds)
    }
  }
}

extension LoggedReset {
  mutating func fill(from error: SyncError) {
    (errorCode, errorName, errorMessage) = (error.code, error.name, error.message)
    action = error.action == .noAction ? action : error.action
  }
}
