import TraceFormat

// What connections, apps and SDKs say.
extension LogFold {
  mutating func takeConnection(_ entry: LogEntry, _ kind: LogRowKind, _ client: LogClient) {
    guard let connection = entry.message.connection.map(client.connection) else { return }
    let fields = entry.message.fields
    switch kind {
    case .negotiatedVersion: connection.protocolVersion = fields.number("version")
    case .ping:
      if let timestamp: UInt64 = fields.number("timestamp"), let rtt: UInt64 = fields.number("rtt")
      {
        emitWire(
          .ping(Ping(timestampMilliseconds: timestamp, roundTripMilliseconds: rtt)),
          .clientToServer, connection: connection.name, .partition, session: 0)
      }
    case .pong:
      if let timestamp: UInt64 = fields.number("timestamp") {
        emitWire(
          .pong(Pong(timestampMilliseconds: timestamp)), .serverToClient,
          connection: connection.name, .partition, session: 0)
      }
    case .downloadCompression, .downloadChangeset, .changesetHex, .changesetCompressed:
      takeDownloadPart(entry, kind, connection)
    case .errorBody: connection.errorBody = Array(fields.bytes("json") ?? [])
    case .serverError: takeConnectionError(entry, client, connection)
    case .serverLog: note("the server's log: \(fields.text("text"))")
    case .websocketClosed: takeClosing(entry, client, connection)
    case .handshakeRefused: connection.refusedStatus = Self.httpStatus(fields.text("text"))
    case .connectionClosed:
      note("connection closed: \(fields.text("status"))")
      connection.refusedStatus = nil
    default: break
    }
  }

  /// `401 Unauthorized` of an answer.
  private static func httpStatus(_ answer: String) -> String? {
    let lines = answer.split(whereSeparator: \.isNewline)
    guard let line = lines.first(where: { $0.hasPrefix("HTTP/") }) else { return nil }
    return line.split(separator: " ").dropFirst().joined(separator: " ")
  }

  /// Takes the end of a websocket, which may ask for something as errors do (Realm Core:
  /// `sync/noinst/client_impl_base.cpp`).
  private mutating func takeClosing(
    _ entry: LogEntry, _ client: LogClient, _ connection: LogConnection
  ) {
    let fields = entry.message.fields
    let name = fields.text("name")
    var message = "Sync websocket closed: \(name)"
    if !fields.text("message").isEmpty { message += ", \(fields.text("message"))" }
    if let status = connection.refusedStatus ?? refusedStatus { message += " (HTTP \(status))" }
    refusedStatus = nil
    let action: ServerAction
    let code: String
    var isFatal = false
    switch name {
    case "Message Too Big", "MessageTooBig", "WebSocket: Message Too Big":
      (action, code) = (.clientReset, "LimitExceeded")
      message = "Sync websocket closed because the server received a message that was too large"
    case "Unauthorized", "Abnormal Closure": (action, code) = (.refreshUser, "AuthError")
    case "Forbidden":
      (action, code) = (.logOutUser, "AuthError")
      isFatal = true
    case "Moved Permanently": (action, code) = (.refreshLocation, "ConnectionClosed")
    default: return note(message)
    }
    let error = SyncError(code: nil, name: code, message: message, action: action, isFatal: isFatal)
    take(error, of: connection, client, entry)
  }

  mutating func takeOutside(_ entry: LogEntry, _ kind: LogRowKind) {
    let fields = entry.message.fields
    let path = TextBytes(fields.text("path"))
    switch kind {
    case .clientStart:
      let version = fields.text("version")
      if !findings.coreVersions.contains(where: { $0.hasSameBytes(as: version) }),
        findings.coreVersions.count < 100
      {
        findings.coreVersions.append(version)
      }
      addClient(entry.envelope.process).coreVersion = version
    case .handshakeRefused: refusedStatus = Self.httpStatus(fields.text("text"))
    case .tokenRefused:
      note(
        "the refresh of a user's token was refused with HTTP \(fields.text("status")): the user is logged out (inferred)"
      )
    case .app where entry.message.text.starts(with: "App: log_out(".utf8):
      note("the app logged a user out")
    case .sdkAttempt:
      updateFile(path) { file in
        file.know(.recoverOrDiscard, of: nil)
        file.isResetTold = false
      }
      inferMode(.recoverOrDiscard, of: path)
    case .sdkRecovered: tellBySDK(path, .recovered, entry)
    case .sdkDiscarded:
      // Java's line has nothing between its words and the path, the others a colon.
      let text = fields.text("path")
      tellBySDK(
        TextBytes(text.hasPrefix(": ") ? String(text.dropFirst(2)) : text), .discarded, entry)
    case .sdkManual: tellBySDK(path, .leftToApp, entry)
    case .sdkHandlerThrew:
      let line = fields.text("text").split(whereSeparator: \.isNewline).first ?? ""
      note("the app's \(fields.text("handler")) threw: \(line)")
    case .sdkNoHandler: note(entry.message.text.prefix(500).text)
    case .appResetFailed:
      // It names no session, and repeats what the client's own line may have told of another file.
      let sessions = clients.flatMap(\.sessions.values)
      let open = sessions.filter { $0.reset != nil }
      guard !sessions.contains(where: { $0.toldFailure == fields.failure }) else { break }
      if open.count == 1 {
        open[0].reset?.takeFailure(fields)
        closeReset(open[0])
      } else if open.isEmpty, let path = onlyAwaited {
        // Of a download that failed the client writes nothing.
        tellAwaited(path, failure: fields)
      }
    default: break
    }
  }

  mutating func updateFile(_ path: TextBytes, _ change: (inout LogFile) -> Void) {
    guard files[path] != nil || files.count < LogFile.filesMax else { return }
    change(&files[path, default: LogFile()])
  }
}
