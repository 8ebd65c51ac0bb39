import TraceFormat

extension LogFold {
  mutating func takeError(_ entry: LogEntry, _ kind: LogRowKind, _ session: LogSession) {
    let fields = entry.message.fields
    switch kind {
    case .errorBody: session.connection?.errorBody = Array(fields.bytes("json") ?? [])
    case .serverError:
      closeReset(session)
      guard let reported = reported(fields, session.connection) else {
        return findings.addUnknown(entry)
      }
      if let body = reported.body {
        receive(
          .serverError(JSONError(code: reported.code, sessionIdent: session.number, json: body)),
          session)
      }
      report(reported.error, hasBody: reported.body != nil, session, entry)
    case .compensatingWrite:
      note(
        "the app was notified that the server undid the writes of client version \(fields.text("client")), in server version \(fields.text("server")): \(fields.text("message"))",
        session)
    case .serverLog: note("the server's log: \(fields.text("text"))", session)
    default:
      let told = LogStatus(fields.bytes("status") ?? entry.message.text[...])
      emit(.syncError(Self.failedIntegration(told)), session)
      findings.errorCount += 1
    }
  }

  /// The error that the client gives the app when a download does not fit what it holds. Versions that do not name it
  /// (before Realm Core 13.18) mostly stop syncing with it.
  private static func failedIntegration(_ status: LogStatus) -> SyncError {
    let isNamed = !status.name.isEmpty
    return SyncError(
      code: nil, name: isNamed ? status.name : "BadChangeset", message: status.message,
      action: isNamed ? .warning : .noAction, isFatal: !isNamed)
  }

  mutating func takeConnectionError(
    _ entry: LogEntry, _ client: LogClient, _ connection: LogConnection
  ) {
    guard let reported = reported(entry.message.fields, connection) else {
      return findings.addUnknown(entry)
    }
    if let body = reported.body {
      emitWire(
        .serverError(JSONError(code: reported.code, sessionIdent: 0, json: body)),
        .serverToClient, connection: connection.name, .partition, session: 0)
    }
    take(reported.error, of: connection, client, entry)
  }

  private struct ReportedError {
    var code: Int32
    var error: SyncError
    var body: [UInt8]?
  }

  /// The error of `‹code›, is_fatal=‹b›, error_action=‹a›`, with what its body said before, if that fits.
  private func reported(_ fields: LogFields, _ connection: LogConnection?) -> ReportedError? {
    let text = Array("error_code=".utf8) + (fields.bytes("fields") ?? [])
    // Whatever stands behind the message, the first bracket ends what it lists.
    let listed = LogFields(listed: text.prefix { $0 != UInt8(ascii: ")") })
    guard let code: Int32 = listed.number("error_code") else { return nil }
    let message = fields.text("message")
    let body = connection?.errorBody
    connection?.errorBody = nil
    if let body, let details = try? ErrorDetails(parsing: body),
      (details.message ?? "").hasSameBytes(as: message) || fields.bytes("message") == nil
    {
      let error = SyncError(JSONError(code: code, sessionIdent: 0, json: body), details: details)
      return ReportedError(code: code, error: error, body: body)
    }
    let word = listed.text("error_action")
    // The client prints its own words alone, so that any other one is a part of one.
    guard let action = word.isEmpty ? ServerAction.noAction : ServerAction(rawValue: word) else {
      return nil
    }
    let isFatal = listed.flag("is_fatal") ?? listed.flag("try_again").map { !$0 } ?? true
    let error = SyncError(
      code: code, name: ProtocolErrorCode.reportedName(code), message: message, action: action,
      isFatal: isFatal)
    return ReportedError(code: code, error: error, body: nil)
  }

  /// Takes an error that hits every session of a connection.
  mutating func take(
    _ error: SyncError, of connection: LogConnection, _ client: LogClient, _ entry: LogEntry
  ) {
    let sessions = client.sessions.values.filter { $0.connectionNumber == connection.number }
    findings.errorCount += 1
    guard error.action.startsClientReset, !sessions.isEmpty else {
      return emit(.syncError(error), ofSession: 0)
    }
    for session in sessions.sorted(by: { $0.number < $1.number }) {
      emit(.syncError(error), session)
      expectReset(after: error, session, entry)
    }
  }

  private mutating func report(
    _ error: SyncError, hasBody: Bool, _ session: LogSession, _ entry: LogEntry
  ) {
    emit(.syncError(error), session)
    findings.errorCount += 1
    if !hasBody {
      note(
        "the log does not have the body of this error: its address in the server's log, the writes that it names and whether recovery is permitted are not known",
        session)
    }
    expectReset(after: error, session, entry)
  }

  /// Takes note that a reset, or the deletion of the file, has to follow.
  private mutating func expectReset(
    after error: SyncError, _ session: LogSession, _ entry: LogEntry
  ) {
    guard session.role != .freshDownload else {
      if error.asksForReset || error.isFatal { failDownload(error.message, session, entry) }
      return
    }
    var facts = newReset(of: session.path, entry)
    (facts.errorCode, facts.errorName, facts.errorMessage) = (error.code, error.name, error.message)
    facts.action = error.action == .noAction ? nil : error.action
    if error.asksForReset {
      toldFailureCount = 0
      let awaited = LogFile.OpenReset(facts, session, at: timeMicroseconds)
      updateFile(fileKey(session)) { file in
        file.awaited = awaited
        file.isResetTold = false
      }
    } else if error.action == .deleteRealm {
      facts.outcome = .deletionScheduled
      tell(facts, session, at: timeMicroseconds)
    }
  }

  /// Takes note that the download of a fresh copy has ended with an error, and with it the reset that another error
  /// asked for.
  mutating func failDownload(_ message: String, _ session: LogSession, _ entry: LogEntry) {
    let facts = newReset(of: session.path, entry)
    let unseen = LogFile.OpenReset(facts, session, at: timeMicroseconds)
    updateFile(fileKey(session)) { file in
      file.awaited = file.awaited ?? unseen
      file.awaited?.isFreshSeen = true
      file.awaited?.facts.failure = .downloadFailed
      file.awaited?.facts.failureMessage = message
      file.isResetTold = false
    }
  }
}
