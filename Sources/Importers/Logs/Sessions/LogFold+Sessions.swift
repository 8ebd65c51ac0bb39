import TraceFormat

// The beginnings and ends of sessions.
extension LogFold {
  static func filePath(_ path: String) -> (path: String, isFresh: Bool) {
    let ending = ".fresh"
    let isFresh = path.hasSuffix(ending)
    return (isFresh ? String(path.dropLast(ending.count)) : path, isFresh)
  }

  /// Takes `Binding`: a session begins.
  mutating func begin(_ number: UInt64, _ client: Int, _ entry: LogEntry) {
    var session = newSession(number, client, entry)
    session.isBindingSeen = true
    let file = Self.filePath(entry.message.fields.text("file"))
    session.path = file.path
    if file.isFresh { session.role = .freshDownload }
    session.kind = entry.message.fields.text("partition").isEmpty ? .flexible : .partition
    if entry.isCut { session.kind = nil }
    let key = TextBytes(session.path)
    if session.role == .freshDownload {
      if files[key]?.awaited == nil, var awaited = files[unknownFile(client)]?.awaited {
        // The session that got the error began before the log, which names its file only here.
        files[unknownFile(client)]?.awaited = nil
        awaited.path = session.path
        updateFile(key) { $0.awaited = awaited }
      }
      files[key]?.awaited?.isFreshSeen = true
    }
    if session.role != .freshDownload { closeEarlierReset(of: key) }
    session.configuredMode = files[key]?.inferredMode(of: clients[client].number)
    clients[client].activating = expectsTracking(key, client, session) ? number : nil
    updateFile(key) { $0.kind = session.kind ?? $0.kind }
    if let earlier = clients[client].sessions[number] { end(earlier.number, client) }
    clients[client].sessions[number] = session
  }

  /// Makes sure that a session is known, also one that began before the log.
  mutating func open(_ number: UInt64, _ client: Int, _ entry: LogEntry) {
    guard clients[client].sessions[number] == nil else { return }
    let session = newSession(number, client, entry)
    clients[client].sessions[number] = session
  }

  /// A session of a line; where there are too many the oldest ends.
  private mutating func newSession(
    _ number: UInt64, _ client: Int, _ entry: LogEntry
  ) -> LogSession {
    if clients[client].sessions.count >= LogClient.sessionsMax,
      let oldest = clients[client].sessions.keys.min()
    {
      end(oldest, client)
    }
    let connection = entry.message.connection ?? 0
    return LogSession(
      number: number, traceNumber: nextSessionNumber(), connection: connection,
      connectionName: openConnection(connection, client), startMicroseconds: timeMicroseconds)
  }

  @discardableResult
  mutating func openConnection(_ number: UInt64, _ client: Int) -> String {
    if let known = clients[client].connections[number] { return known.name }
    if clients[client].connections.count > LogClient.sessionsMax {
      clients[client].connections.removeAll()
    }
    let name = LoggedConnection.name(client: clients[client].number, number: number)
    clients[client].connections[number] = LogConnection(name: name)
    return name
  }

  /// Puts the beginning of a session among the events, if it is not there.
  mutating func start(_ number: UInt64, _ client: Int) {
    guard let session = clients[client].sessions[number], !session.isStarted else { return }
    clients[client].sessions[number]?.isStarted = true
    let version = clients[client].coreVersion.map { "Realm Core \($0)" }
    let start = SessionStart(
      source: .log,
      name: "\(session.fileName), session \(number) of client \(clients[client].number)",
      connection: session.connectionName, wireSession: number, clientFile: session.path,
      clientFileIdent: session.ident.flatMap { $0 == 0 ? nil : $0 }, syncKind: session.syncKind,
      protocolVersion: clients[client].connections[session.connection]?.protocolVersion,
      configuredResetMode: session.configuredMode, pendingReset: session.pendingReset, sdk: version)
    let number = session.traceNumber
    emit(.sessionStart(start), ofSession: number, at: session.startMicroseconds)
    for text in openingNotes(session) {
      emit(.note(Note(text: text)), ofSession: number, at: session.startMicroseconds)
    }
  }

  private func openingNotes(_ session: LogSession) -> [String] {
    var notes: [String] = []
    if !session.isBindingSeen {
      notes.append(
        session.path.isEmpty
          ? "the session began before the log, which does not name its file"
          : "the session began before the log")
    }
    switch session.role {
    case .normal: break
    case .freshDownload:
      notes.append("the session downloads the fresh copy for a reset of \(session.path)")
    case .reset: notes.append("the session carries out a reset")
    }
    if session.kind == nil {
      notes.append("the log does not show the kind of sync; partition sync is assumed")
    }
    return notes
  }

  mutating func end(_ number: UInt64, _ client: Int) {
    flushUpload(number, client)
    closeReset(number, client)
    start(number, client)
    clients[client].sessions[number] = nil
  }

  mutating func endSessions(of client: Int) {
    for number in clients[client].sessions.keys.sorted() { end(number, client) }
  }

  mutating func takeSession(
    _ entry: LogEntry, _ kind: LogRowKind, _ client: Int, _ number: UInt64
  ) {
    let fields = entry.message.fields
    if clients[client].sessions[number]?.connection != entry.message.connection,
      let connection = entry.message.connection
    {
      let name = openConnection(connection, client)
      clients[client].sessions[number]?.connection = connection
      if clients[client].sessions[number]?.isStarted == false {
        clients[client].sessions[number]?.connectionName = name
      }
    }
    switch kind {
    case .sessionConfig: takeConfig(fields, client, number, entry)
    case .storedIdent:
      clients[client].sessions[number]?.ident = fields.number("ident")
      if let ident: UInt64 = fields.number("ident"),
        clients[client].sessions[number]?.reset?.isCommitted == true
      {
        clients[client].sessions[number]?.reset?.facts.newFileIdent = ident
      }
    case .deactivated: end(number, client)
    case .progressHandler, .storedProgress, .noUpload, .integrated, .merge, .bootstrap: break
    case .life:
      // A session is activated before its reset begins.
      if entry.message.text.first != UInt8(ascii: "A") { closeReset(number, client) }
    case .bind, .serverIdent, .clientIdent, .query, .queryError, .mark, .serverMark, .unbind,
      .unbound, .download, .upload, .uploadChangeset, .changesetHex, .changesetCompressed,
      .clientError:
      closeReset(number, client)
      takeMessage(entry, kind, client, number)
    case .serverError, .errorBody, .compensatingWrite, .serverLog, .integrationFailed:
      takeError(entry, kind, client, number)
    default: takeReset(entry, kind, client, number)
    }
  }

  private mutating func takeConfig(
    _ fields: LogFields, _ client: Int, _ number: UInt64, _ entry: LogEntry
  ) {
    let text = fields.text("fields")
    if text.hasPrefix("true") || text.hasPrefix("1") {
      clients[client].sessions[number]?.role = .reset
      openReset(client, number, entry)
    }
    if text.hasSuffix("upload messages allowed = no") {
      clients[client].sessions[number]?.role = .freshDownload
    } else if text.hasPrefix("false"), let session = clients[client].sessions[number],
      session.role == .normal, !session.path.isEmpty,
      let awaited = files[TextBytes(session.path)]?.awaited,
      awaited.session != session.traceNumber
    {
      // The file continues in a session that carries out no reset.
      tellAwaited(TextBytes(session.path))
    }
  }
}
