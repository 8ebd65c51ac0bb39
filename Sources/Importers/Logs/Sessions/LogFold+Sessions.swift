import TraceFormat

extension LogFold {
  static func filePath(_ path: String) -> (path: String, isFresh: Bool) {
    let ending = ".fresh"
    let isFresh = path.hasSuffix(ending)
    return (isFresh ? String(path.dropLast(ending.count)) : path, isFresh)
  }

  /// Takes `Binding`: a session begins.
  mutating func begin(_ number: UInt64, _ client: LogClient, _ entry: LogEntry) {
    let session = newSession(number, client, entry)
    session.isBindingSeen = true
    let file = Self.filePath(entry.message.fields.text("file"))
    session.path = file.path
    if file.isFresh { session.role = .freshDownload }
    session.kind = entry.message.fields.text("partition").isEmpty ? .flexible : .partition
    if entry.isCut { session.kind = nil }
    let key = fileKey(session)
    updateFile(key) { $0.kind = session.kind ?? $0.kind }
    if session.role == .freshDownload {
      if files[key]?.awaited == nil, var awaited = takeUnnamed(client) {
        awaited.facts.file = session.path
        updateFile(key) { $0.awaited = awaited }
      }
      files[key]?.awaited?.isFreshSeen = true
    } else {
      endEarlier(of: key, before: client)
    }
    session.configuredMode = files[key]?.inferredMode(of: client.number)
    client.activating = expectsTracking(key, session) ? number : nil
    if let earlier = client.sessions[number] { end(earlier) }
    client.sessions[number] = session
    noteLaunch(of: key, client)
    noteLaunch(session)
  }

  /// Takes note that another client has a file now, if something was to be done before the next launch.
  private mutating func noteLaunch(of key: LogFile.Key, _ client: LogClient? = nil) {
    if let awaited = files[key]?.awaited, awaited.client != client?.number {
      files[key]?.awaited?.facts.hasLaterLaunch = true
    }
    guard var waiting = files[key]?.untilLaunch, waiting.client != client?.number else { return }
    files[key]?.untilLaunch = nil
    waiting.facts.hasLaterLaunch = true
    let line = waiting.facts.lineNumber
    if files[key]?.unacknowledged?.facts.lineNumber == line {
      files[key]?.unacknowledged?.facts.hasLaterLaunch = true
    }
    emit(
      .note(Note(text: "the launch after line \(line) of the log", reset: waiting.facts)),
      ofSession: waiting.session, at: waiting.timeMicroseconds)
  }

  /// Takes note that a session begins with a file that other processes have had.
  private mutating func noteLaunch(_ session: LogSession) {
    let own = fileKey(session)
    for key in otherFiles(own) {
      if (files[key]?.launch?.entry ?? 0) <= latestEntry(of: key.process) {
        files[key]?.launch = LogFile.Launch(entry: findings.entryCount)
      }
      if session.role != .freshDownload, files[own]?.unacknowledged == nil {
        session.client.activating = session.number
      }
    }
  }

  /// Takes the next launch in another process for one that followed, if the file's own process was over then.
  mutating func concludeLaunch(of key: LogFile.Key) {
    guard let launch = files[key]?.launch, launch.entry > latestEntry(of: key.process) else {
      return
    }
    noteLaunch(of: key)
    guard case .acknowledged(let version, let isInferred)? = launch.recordEnd else { return }
    if !isInferred || version != nil && version == files[key]?.unacknowledged?.coreVersion {
      acknowledge(key, isInferred: isInferred)
    }
  }

  private func latestEntry(of process: String) -> Int {
    clients.filter { $0.process == process }.map(\.latestEntry).max() ?? 0
  }

  /// The session of a number, also one that began before the log.
  mutating func open(_ number: UInt64, _ client: LogClient, _ entry: LogEntry) -> LogSession {
    if let known = client.sessions[number] { return known }
    let session = newSession(number, client, entry)
    client.sessions[number] = session
    return session
  }

  /// A session of a line; where there are too many the oldest ends.
  private mutating func newSession(
    _ number: UInt64, _ client: LogClient, _ entry: LogEntry
  ) -> LogSession {
    if client.sessions.count >= LogClient.sessionsMax,
      let oldest = client.sessions.min(by: { $0.key < $1.key })?.value
    {
      end(oldest)
    }
    return LogSession(
      number, of: client, on: client.connection(entry.message.connection ?? 0),
      traceNumber: nextSessionNumber(), startMicroseconds: timeMicroseconds)
  }

  /// Puts the beginning of a session among the events, if it is not there.
  mutating func start(_ session: LogSession) {
    guard !session.isStarted else { return }
    session.isStarted = true
    let client = session.client
    let start = SessionStart(
      source: .log,
      name: "\(session.fileName), session \(session.number) of client \(client.number)",
      connection: session.connectionName, wireSession: session.number, clientFile: session.path,
      clientFileIdent: session.ident.flatMap { $0 == 0 ? nil : $0 }, syncKind: session.syncKind,
      protocolVersion: session.connection?.protocolVersion,
      configuredResetMode: session.configuredMode, pendingReset: session.pendingReset,
      sdk: client.coreVersion.map { "Realm Core \($0)" })
    let (number, time) = (session.traceNumber, session.startMicroseconds)
    emit(.sessionStart(start), ofSession: number, at: time)
    for text in openingNotes(session) {
      emit(.note(Note(text: text)), ofSession: number, at: time)
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

  mutating func end(_ session: LogSession) {
    flushUpload(session)
    closeReset(session)
    start(session)
    session.client.sessions[session.number] = nil
  }

  mutating func endSessions(of client: LogClient) {
    for (_, session) in client.sessions.sorted(by: { $0.key < $1.key }) { end(session) }
  }

  mutating func takeSession(_ entry: LogEntry, _ kind: LogRowKind, _ session: LogSession) {
    let fields = entry.message.fields
    if let number = entry.message.connection, session.connectionNumber != number {
      session.connectionNumber = number
      let name = session.client.connection(number).name
      if !session.isStarted { session.connectionName = name }
    }
    switch kind {
    case .sessionConfig: takeConfig(fields, session, entry)
    case .storedIdent:
      session.ident = fields.number("ident")
      if let ident = session.ident, session.reset?.isCommitted == true {
        session.reset?.facts.newFileIdent = ident
      }
    case .deactivated: end(session)
    case .progressHandler, .storedProgress, .noUpload, .integrated, .merge, .bootstrap: break
    case .life:
      // A session is activated before its reset begins.
      if entry.message.text.first != UInt8(ascii: "A") { closeReset(session) }
    case .bind, .serverIdent:
      // Up to Realm Core 14.10.2 a session carries out its reset once it has its identifier.
      if session.reset?.hasBegun == true { closeReset(session) }
      takeMessage(entry, kind, session)
    case .clientIdent, .query, .queryError, .mark, .serverMark, .unbind,
      .unbound, .download, .upload, .uploadChangeset, .changesetHex, .changesetCompressed,
      .clientError:
      closeReset(session)
      takeMessage(entry, kind, session)
    case .serverError, .errorBody, .compensatingWrite, .serverLog, .integrationFailed:
      takeError(entry, kind, session)
    default: takeReset(entry, kind, session)
    }
  }

  private mutating func takeConfig(
    _ fields: LogFields, _ session: LogSession, _ entry: LogEntry
  ) {
    let text = fields.text("fields")
    if text.contains("Realm exists = false") { session.ident = 0 }
    if text.hasPrefix("true") || text.hasPrefix("1") {
      session.role = .reset
      openReset(session, entry)
    }
    if text.hasSuffix("upload messages allowed = no") {
      session.role = .freshDownload
    } else if text.hasPrefix("false"), session.role == .normal, !session.path.isEmpty,
      let awaited = files[fileKey(session)]?.awaited,
      awaited.session != session.traceNumber
    {
      // The file continues in a session that carries out no reset.
      tellAwaited(fileKey(session))
    }
  }
}
