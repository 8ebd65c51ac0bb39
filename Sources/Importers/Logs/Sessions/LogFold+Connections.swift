import TraceFormat

// What connections, apps and SDKs say.
extension LogFold {
  mutating func takeConnection(_ entry: LogEntry, _ kind: LogRowKind, _ client: Int) {
    guard let number = entry.message.connection else { return }
    let name = openConnection(number, client)
    let fields = entry.message.fields
    switch kind {
    case .negotiatedVersion:
      clients[client].connections[number]?.protocolVersion = fields.number("version")
    case .ping:
      if let timestamp: UInt64 = fields.number("timestamp"), let rtt: UInt64 = fields.number("rtt")
      {
        emitWire(
          .ping(Ping(timestampMilliseconds: timestamp, roundTripMilliseconds: rtt)),
          .clientToServer, connection: name, .partition, session: 0)
      }
    case .pong:
      if let timestamp: UInt64 = fields.number("timestamp") {
        emitWire(
          .pong(Pong(timestampMilliseconds: timestamp)), .serverToClient, connection: name,
          .partition, session: 0)
      }
    case .downloadCompression, .downloadChangeset, .changesetHex, .changesetCompressed:
      takeDownloadPart(entry, kind, client, number)
    case .errorBody, .serverError: takeConnectionError(entry, kind, client, number)
    case .serverLog:
      emit(.note(Note(text: "the server's log: \(fields.text("text"))")), ofSession: 0)
    case .websocketClosed: takeClosing(entry, client, number)
    case .handshakeRefused:
      clients[client].connections[number]?.refusedStatus = Self.httpStatus(fields.text("text"))
    case .connectionClosed:
      emit(.note(Note(text: "connection closed: \(fields.text("status"))")), ofSession: 0)
      clients[client].connections[number]?.refusedStatus = nil
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
  private mutating func takeClosing(_ entry: LogEntry, _ client: Int, _ connection: UInt64) {
    let fields = entry.message.fields
    let name = fields.text("name")
    var message = "Sync websocket closed: \(name)"
    if !fields.text("message").isEmpty { message += ", \(fields.text("message"))" }
    if let status = clients[client].connections[connection]?.refusedStatus
      ?? findings.refusedStatus
    {
      message += " (HTTP \(status))"
    }
    findings.refusedStatus = nil
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
    default:
      return emit(.note(Note(text: message)), ofSession: 0)
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
      if !findings.told.coreVersions.contains(where: { $0.hasSameBytes(as: version) }),
        findings.told.coreVersions.count < 100
      {
        findings.told.coreVersions.append(version)
      }
      let client = addClient(entry.envelope.process)
      clients[client].coreVersion = version
    case .handshakeRefused:
      findings.refusedStatus = Self.httpStatus(fields.text("text"))
    case .tokenRefused:
      let status = fields.text("status")
      emit(
        .note(
          Note(
            text:
              "the refresh of a user's token was refused with HTTP \(status): the user is logged out (inferred)"
          )),
        ofSession: 0)
    case .app where entry.message.text.starts(with: "App: log_out(".utf8):
      emit(.note(Note(text: "the app logged a user out")), ofSession: 0)
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
      emit(
        .note(
          Note(
            text:
              "the app's \(fields.text("handler")) threw: \(fields.text("text").split(whereSeparator: \.isNewline).first.map(String.init) ?? "")"
          )), ofSession: 0)
    case .sdkNoHandler:
      emit(.note(Note(text: entry.message.text.prefix(500).text)), ofSession: 0)
    default: break
    }
  }

  mutating func updateFile(_ path: TextBytes, _ change: (inout LogFile) -> Void) {
    guard files[path] != nil || files.count < LogFile.filesMax else { return }
    change(&files[path, default: LogFile()])
  }
}
