import TraceFormat

// A log has changesets at one level only. States that were built without some of them would be wrong, and seem right.
extension TraceFold {
  /// Whether a session is one of a log that does not have its changesets.
  func isWithoutChangesets(_ session: UInt32) -> Bool {
    loggedSessions.contains(session)
      && (sessionsWithoutChangesets.contains(session) || !sessionsWithTransfers.contains(session))
  }

  func isWithoutChangesets(fileOf session: UInt32) -> Bool {
    guard !loggedSessions.isEmpty else { return false }
    if isWithoutChangesets(session) { return true }
    guard let file = graph[session]?.file else { return false }
    return graph.sessions.contains { $0.file == file && isWithoutChangesets($0.number) }
  }

  func isWithoutChangesets(_ reset: RecognizedReset) -> Bool {
    reset.freshSessions.contains { isWithoutChangesets($0) }
      || reset.originals.contains { isWithoutChangesets(fileOf: $0) }
  }

  mutating func noteLogged(_ error: SyncError, _ event: Event) {
    let start = starts[event.session]
    guard start?.source == .log || event.session == 0 else { return }
    // What follows from these is a logged reset; only those of no session have none.
    guard event.session == 0 || !error.asksForReset && error.action != .deleteRealm else { return }
    let file = start?.clientFile ?? ""
    logErrors.add(error, file: file, event)
    sessionLogErrors[event.session, default: LogErrors()].add(error, file: file, event)
  }

  /// Takes note of subscriptions that the server refuses, which an app gets as the state of their set.
  mutating func noteLogged(_ refusal: QueryError, _ event: Event) {
    let error = SyncError(
      code: refusal.code, name: "SubscriptionFailed",
      message: String(decoding: refusal.text, as: UTF8.self), action: .noAction, isFatal: false)
    noteLogged(error, event)
  }

  /// What a log shows besides client resets; nil where the trace is not made from one.
  ///
  /// - Parameter session: the number of a sync session; nil for what is of any.
  func loggedSessions(of session: UInt32?) -> LoggedSessions? {
    guard starts.values.allSatisfy({ $0.source == .log }) else { return nil }
    let chosen = starts.filter { session == nil || $0.key == session }
    let found = session.map { sessionLogErrors[$0] ?? LogErrors() } ?? logErrors
    guard !chosen.isEmpty || !found.errors.isEmpty else { return nil }
    let files = Set(chosen.values.map { TextBytes($0.clientFile) }).filter { !$0.text.isEmpty }
    let losses: [String] = gaps.compactMap {
      if case .records(let loss) = $0.fact { loss.reason } else { nil }
    }
    return LoggedSessions(
      sessionCount: chosen.count, fileCount: files.count,
      files: files.sorted().prefix(LoggedSessions.filesMax).map(\.text),
      errors: found.errors(besides: loggedResets), unlistedErrorCount: found.unlistedCount,
      losses: losses.isEmpty ? nil : Array(losses.prefix(LoggedSessions.lossesMax)),
      lossCount: losses.isEmpty ? nil : losses.count)
  }

  /// Takes note of a reset that a log shows, or of what became known of it since.
  mutating func noteLogged(_ reset: RecordedLoggedReset) {
    if let index = lastLoggedReset[reset.session], loggedResets[index].isAbout(reset) {
      loggedResets[index].facts = reset.facts
      return
    }
    lastLoggedReset[reset.session] = loggedResets.count
    loggedResets.append(reset)
  }

  /// The beginning of a session. A log tells the mode only where a reset begins; it was the same in the other
  /// sessions of that file and client.
  func start(of session: UInt32) -> SessionStart? {
    guard var start = starts[session], start.source == .log, start.configuredResetMode == nil,
      !start.clientFile.isEmpty
    else { return starts[session] }
    let modes = starts.values.filter { $0.isSameLoggedFile(as: start) }
      .compactMap(\.configuredResetMode)
    start.configuredResetMode = modes.allSatisfy { $0 == modes.first } ? modes.first : nil
    return start
  }
}

extension RecognizedReset {
  /// The sessions that may be the one that was reset.
  var originals: [UInt32] {
    switch original {
    case .session(let number): [number]
    case .ambiguous(let numbers): numbers
    case .notSeen: []
    }
  }
}

extension SessionStart {
  /// Whether a log says of both that they are of one file and one sync client.
  fileprivate func isSameLoggedFile(as other: SessionStart) -> Bool {
    source == .log && clientFile.hasSameBytes(as: other.clientFile)
      && loggedClient == other.loggedClient
  }
}
