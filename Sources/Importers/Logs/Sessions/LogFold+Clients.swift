import TraceFormat

extension LogFold {
  /// The sync client that an entry comes from, by its process and thread.
  mutating func client(of entry: LogEntry, _ kind: LogRowKind) -> LogClient {
    let process = entry.envelope.process
    let thread = entry.envelope.thread
    let own = clients.filter { $0.process == process }
    let number = entry.message.session
    var client: LogClient
    if let bound = own.last(where: { !thread.isEmpty && $0.thread == thread }) {
      client = bound
    } else if let fitting = own.last(where: { $0.thread.isEmpty }) {
      client = thread.isEmpty ? alike(entry, kind, fitting) : fitting
    } else if let knowing = own.last(where: { client in
      number.map { client.sessions[$0] != nil } ?? false
    }), kind != .binding {
      // One client's sync comes from one thread, but some SDKs log from others.
      client = knowing
    } else if let last = own.last,
      kind != .binding || number.map({ last.sessions[$0] == nil }) == true
    {
      client = last
    } else {
      client = addClient(process)
    }
    if kind == .binding, let number, client.sessions[number]?.isBindingSeen == true {
      // Numbers are never used twice, so this is another client.
      client = addClient(process)
    }
    if client.thread.isEmpty, entry.message.session != nil { client.thread = thread }
    client.latestEntry = findings.entryCount
    return client
  }

  /// Begins a client; those of the same process that are there may go on beside it.
  mutating func addClient(_ process: String) -> LogClient {
    // A client that has begun nothing yet is not told from the next one.
    if let last = clients.last, last.process == process, last.sessions.isEmpty,
      last.coreVersion == nil
    {
      return last
    }
    findings.clientCount += 1
    let client = LogClient(number: findings.clientCount, process: process)
    clients.append(client)
    if clients.count > Self.clientsMax {
      endSessions(of: clients[0])
      clients.removeFirst()
    }
    return client
  }

  /// The client of an entry among those of its process whose lines look alike: the one that has a session of the
  /// number, of the file that the line names, or else the one that has last begun.
  private mutating func alike(
    _ entry: LogEntry, _ kind: LogRowKind, _ last: LogClient
  ) -> LogClient {
    guard let number = entry.message.session else { return last }
    let path = entry.path(as: kind)
    if kind == .binding {
      return rivals(in: entry.envelope.process).last { client in
        client.has(path) && client.sessions[number]?.isBindingSeen != true
      } ?? last
    }
    let rivals = rivals(in: entry.envelope.process, number)
    if !path.isEmpty, !rivals.isEmpty {
      return rivals.last { $0.sessions[number]?.path.hasSameBytes(as: path) == true }
        ?? rivals.last { $0.sessions[number]?.path.isEmpty == true }
        // No client that is known has this file in a session of the number.
        ?? addClient(entry.envelope.process)
    }
    // Where several are open, the line is taken as one of all of them before.
    if let open = openResets(besides: entry, kind).first { return open.client }
    guard rivals.count > 1 else { return rivals.first ?? last }
    findings.ambiguousClientCount += 1
    return last
  }

  /// The clients of a process that no thread tells apart; with a number those that have such a session.
  private func rivals(in process: String, _ number: UInt64? = nil) -> [LogClient] {
    clients.filter { client in
      client.process == process && client.thread.isEmpty
        && (number.map { client.sessions[$0] != nil } ?? true)
    }
  }

  func areClientsAlike(_ entry: LogEntry) -> Bool {
    clients.count > 1 && entry.envelope.thread.isEmpty
      && rivals(in: entry.envelope.process).count > 1
  }

  /// Whether a session of another client has the same number, process and thread.
  func hasTwin(_ session: LogSession) -> Bool {
    session.client.thread.isEmpty
      && rivals(in: session.client.process, session.number).contains { $0 !== session.client }
  }

  /// The sessions whose reset a line may be about that names no file; none where it is about no reset, or begins
  /// one, or where no two clients have a session of its number.
  func openResets(besides entry: LogEntry, _ kind: LogRowKind) -> [LogSession] {
    guard let number = entry.message.session, kind.isOfReset, entry.envelope.thread.isEmpty
    else { return [] }
    let rivals = rivals(in: entry.envelope.process, number)
    guard rivals.count > 1 else { return [] }
    return rivals.compactMap { $0.sessions[number] }.filter { $0.reset?.expects(kind) == true }
  }

  /// Takes a line of one of several resets. Which one is not known; where each of them ends, all have ended. A single
  /// end is the latest one's: the app may have ended in the middle of the others.
  mutating func takeShared(_ kind: LogRowKind, _ open: [LogSession], _ entry: LogEntry) {
    findings.ambiguousClientCount += 1
    for session in open { session.reset?.facts.isOfAlikeClients = true }
    if kind == .resetDone { open.last?.reset?.isCommitted = true }
    let text = entry.message.text.prefix(300).text
    note("line \(entry.lineNumber), of one of \(open.count) resets: \(text)")
  }
}

extension LogEntry {
  /// Whether it may be of a process, which not every line need name.
  func mayBe(of process: String) -> Bool {
    process.isEmpty || envelope.process.isEmpty || envelope.process == process
  }

  /// The file that a line names, without the ending of a fresh copy; empty where it names none.
  fileprivate func path(as kind: LogRowKind) -> String {
    switch kind {
    case .binding: LogFold.filePath(message.fields.text("file")).path
    case .resetBegins: message.fields.text("path")
    case .resetSummary: LogResetSummary(message.fields.bytes("fields") ?? []).path
    default: ""
    }
  }
}

extension LogSession.OpenReset {
  fileprivate func expects(_ kind: LogRowKind) -> Bool {
    guard !isCommitted, !hasFailed else { return kind == .resetFailed && !hasFailed }
    let recovers =
      willRecover ?? (facts.actualMode ?? facts.requestedMode).map { $0 != .discardLocal }
    return recovers.map { $0 ? kind != .historyDiscarded : !kind.isOfRecovery } ?? true
  }
}

extension LogRowKind {
  /// Whether it is about a reset that has begun. No such line names a file.
  fileprivate var isOfReset: Bool {
    switch self {
    case .earlierReset, .earlierResetCleared, .downgradedByAttempt, .downgradedByServer,
      .localChangesets, .dropped, .listOverwritten, .recoveryFailed, .transfer, .objectsRemoved,
      .objectsCreated, .objectsUpdated, .removedObject, .createdObject, .updatedObject,
      .historyDiscarded, .historyTrimmed, .historyEntry, .uploadableBytes, .resetDone,
      .resetCompleted, .resetFailed:
      true
    default: false
    }
  }

  fileprivate var isOfRecovery: Bool {
    switch self {
    case .localChangesets, .dropped, .listOverwritten, .recoveryFailed, .historyTrimmed: true
    default: false
    }
  }
}
