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
    case .handshakeRefused: takeRefusal(fields.text("text"))
    case .connectionClosed: note("connection closed: \(fields.text("status"))")
    default: break
    }
  }

  /// Takes the answer of HTTP that refuses a connection; that its websocket ends is logged after that, at info.
  private mutating func takeRefusal(_ answer: String) {
    let line = answer.split(whereSeparator: \.isNewline).first { $0.hasPrefix("HTTP/") } ?? ""
    let status = line.split(separator: " ").dropFirst()
    let message =
      "Sync connection refused"
      + (status.isEmpty ? "" : " (HTTP \(status.joined(separator: " ")))")
    isRefused = true
    let name =
      switch status.first ?? "" {
      case "401": "Unauthorized"
      case "403": "Forbidden"
      case "301", "308": "Moved Permanently"
      default: ""
      }
    report(
      Self.error(ofEnd: name, message)
        ?? SyncError(
          code: nil, name: "ConnectionClosed", message: message, action: .transient, isFatal: false)
    )
  }

  /// Takes an error of which the log does not say what session it hits.
  private mutating func report(_ error: SyncError) {
    findings.errorCount += 1
    emit(.syncError(error), ofSession: 0)
  }

  /// Takes the end of a websocket, which may ask for something as errors do.
  private mutating func takeClosing(
    _ entry: LogEntry, _ client: LogClient, _ connection: LogConnection
  ) {
    let fields = entry.message.fields
    var message = "Sync websocket closed: \(fields.text("name"))"
    if !fields.text("message").isEmpty { message += ", \(fields.text("message"))" }
    let isReported = isRefused
    isRefused = false
    // One that was refused can't end because of a message.
    guard let error = Self.error(ofEnd: fields.text("name"), message),
      !isReported || error.action == .clientReset
    else { return note(message) }
    take(error, of: connection, client, entry)
  }

  /// The error that an app gets when a websocket ends; nil where the client only connects again (Realm Core:
  /// `sync/noinst/client_impl_base.cpp`).
  private static func error(ofEnd name: String, _ message: String) -> SyncError? {
    let code: String
    let action: ServerAction
    var message = message
    switch name {
    case "Message Too Big", "MessageTooBig", "WebSocket: Message Too Big":
      (code, action) = ("LimitExceeded", .clientReset)
      message = "Sync websocket closed because the server received a message that was too large"
    case "Unauthorized", "Abnormal Closure": (code, action) = ("AuthError", .refreshUser)
    case "Forbidden": (code, action) = ("AuthError", .logOutUser)
    case "Moved Permanently": (code, action) = ("ConnectionClosed", .refreshLocation)
    default: return nil
    }
    return SyncError(
      code: nil, name: code, message: message, action: action, isFatal: action == .logOutUser)
  }

  /// Takes the refusal of a new access token. The client logs the user out, or tries again (Realm Core:
  /// `object-store/sync/sync_session.cpp`).
  private mutating func takeTokenRefusal(_ fields: LogFields) {
    let status = fields.text("status")
    let isLoggedOut = ["401", "403"].contains(status)
    report(
      SyncError(
        code: nil, name: "AuthError",
        message:
          "Unable to refresh the user access token: \(fields.text("text")) (HTTP \(status))",
        action: isLoggedOut ? .logOutUser : .transient, isFatal: isLoggedOut))
  }

  mutating func takeOutside(_ entry: LogEntry, _ kind: LogRowKind) {
    let fields = entry.message.fields
    let path = fields.text("path")
    switch kind {
    case .clientStart:
      let version = fields.text("version")
      if !findings.coreVersions.contains(where: { $0.hasSameBytes(as: version) }),
        findings.coreVersions.count < 100
      {
        findings.coreVersions.append(version)
      }
      addClient(entry.envelope.process).coreVersion = version
    case .handshakeRefused: takeRefusal(fields.text("text"))
    case .tokenRefused: takeTokenRefusal(fields)
    case .app where entry.message.text.starts(with: "App: log_out(".utf8):
      note("the app logged a user out")
    case .sdkAttempt:
      let key = fileKey(path, entry)
      updateFile(key) { file in
        file.know(.recoverOrDiscard, of: nil)
        file.isResetTold = false
      }
      inferMode(.recoverOrDiscard, of: key)
    case .sdkRecovered: tellBySDK(path, .recovered, entry)
    case .sdkDiscarded:
      // Java's line has nothing between its words and the path, the others a colon.
      tellBySDK(path.hasPrefix(": ") ? String(path.dropFirst(2)) : path, .discarded, entry)
    case .sdkManual where path.isEmpty: tellLeftToApp(entry)
    case .sdkManual: tellBySDK(path, .leftToApp, entry)
    case .sdkHandlerThrew: takeThrown(fields, entry)
    case .sdkNoHandler:
      note(entry.message.text.prefix(500).text)
      // The other line is what an app prints of the error.
      if entry.message.text.first == UInt8(ascii: "A") { tellLeftToApp(entry) }
    case .appResetFailed:
      // It names no session, and repeats what the client's own line may have told of another file.
      guard !toldFailures.contains(fields.failure) else { break }
      let asked = awaitedFiles(for: entry)
      let awaited = asked.count == 1 ? asked[0] : nil
      let isOfHandler = ResetFailureClass(logged: fields.failure.text) == .handlerThrew
      let own = clients.filter { entry.mayBe(of: $0.process) }
      let open = own.flatMap(\.sessions.values).filter { session in
        guard let reset = session.reset, reset.hasStatus(of: fields) else { return false }
        // What was carried out has nothing left that fails but a handler.
        return !reset.isCommitted || isOfHandler || awaited == nil
      }
      if open.count == 1 {
        open[0].reset?.takeFailure(fields)
        closeReset(open[0])
      } else if open.isEmpty, let awaited {
        // Of a download that failed the client writes nothing.
        tellAwaited(awaited, as: .failed, failure: fields)
      }
    default: break
    }
  }

  mutating func updateFile(_ key: LogFile.Key, _ change: (inout LogFile) -> Void) {
    guard files[key] == nil else { return change(&files[key, default: LogFile()]) }
    guard files.count < LogFile.filesMax else { return }
    var file = LogFile()
    if let other = otherFiles(key).last, let known = files[other] { file = known.forOtherProcess }
    change(&file)
    files[key] = file
  }
}
