import TraceFormat

extension LogFold {
  mutating func openReset(_ session: LogSession, _ entry: LogEntry) {
    guard session.reset == nil else { return }
    if session.path.isEmpty, let path = awaitedPath(session.client) {
      session.path = path
      adoptKind(session)
    }
    var reset = LogSession.OpenReset(
      facts: newReset(of: session.path, entry), timeMicroseconds: timeMicroseconds)
    let key = fileKey(session)
    let awaited = session.path.isEmpty ? takeUnnamed(session.client) : takeAwaited(key)
    if let awaited { reset.facts.takeError(of: awaited.facts) }
    if let mode = files[key]?.inferredMode(of: session.client.number) { reset.takeInferred(mode) }
    (session.reset, session.role) = (reset, .reset)
    updateFile(key) { $0.resetting = session }
  }

  /// A reset of which a line tells first.
  func newReset(of path: String, _ entry: LogEntry) -> LoggedReset {
    var facts = LoggedReset()
    (facts.file, facts.lineNumber, facts.clock) = (path, UInt64(entry.lineNumber), clock)
    return facts
  }

  /// What a file is known by: its path, or the session of which the log does not name it.
  func fileKey(_ session: LogSession) -> LogFile.Key {
    session.path.isEmpty
      ? unnamedFile(session.traceNumber, session.client) : session.client.fileKey(session.path)
  }

  /// What a file is known by that an SDK's line names, as the latest client knows it that may be meant.
  func fileKey(_ path: String, _ entry: LogEntry) -> LogFile.Key {
    let client = clients.last { entry.mayBe(of: $0.process) && $0.has(path) }
    return client?.fileKey(path)
      ?? LogFile.Key(process: entry.envelope.process, path: TextBytes(path))
  }

  /// The same path in other processes that had it.
  func otherFiles(_ key: LogFile.Key) -> [LogFile.Key] {
    var others: [LogFile.Key] = []
    for client in clients where client.process != key.process {
      let other = LogFile.Key(process: client.process, path: key.path)
      if files[other] != nil { others.append(other) }
    }
    return others
  }

  private func unnamedFile(_ session: UInt32, _ client: LogClient) -> LogFile.Key {
    client.fileKey("\u{0}\(session)")
  }

  /// The error that asked for a reset of a file, which is answered now.
  private mutating func takeAwaited(_ key: LogFile.Key) -> LogFile.OpenReset? {
    guard let awaited = files[key]?.awaited else { return nil }
    files[key]?.awaited = nil
    return awaited
  }

  /// The error of a client's session that began before the log, whose file a line names only now. Where several may be
  /// it, and had different errors, which one it was is not known.
  mutating func takeUnnamed(_ client: LogClient) -> LogFile.OpenReset? {
    let all = files.values.compactMap(\.awaited)
      .filter { $0.client == client.number && $0.facts.file.isEmpty }
    guard let first = all.min(by: { $0.session < $1.session }) else { return nil }
    let errors = Set(
      all.map { awaited in
        var error = LoggedReset()
        error.takeError(of: awaited.facts)
        return error
      })
    if errors.count > 1 {
      for awaited in all {
        files[unnamedFile(awaited.session, client)]?.awaited?.facts.forgetError()
      }
    }
    return takeAwaited(unnamedFile(first.session, client))
  }

  /// The only file of a client whose fresh copy was downloaded, which a reset of a session that began
  /// before the log has to be of.
  private func awaitedPath(_ client: LogClient) -> String? {
    let paths = files.filter {
      $0.value.awaited?.isFreshSeen == true && $0.value.awaited?.client == client.number
        && !$0.key.path.text.utf8.starts(with: [0])
    }.keys
    return paths.count == 1 ? paths.first?.path.text : nil
  }

  private mutating func learnPath(_ path: String, _ session: LogSession) {
    guard !path.isEmpty, session.path.isEmpty else { return }
    session.path = path
    adoptKind(session)
    session.reset?.facts.file = path
    updateFile(fileKey(session)) { $0.resetting = session }
    if session.reset?.facts.errorCode == nil, let awaited = takeAwaited(fileKey(session)) {
      session.reset?.facts.takeError(of: awaited.facts)
    }
  }

  /// The files of which an error asked for a reset that was not seen yet, and that a line may mean which names none.
  func awaitedFiles(for entry: LogEntry) -> [LogFile.Key] {
    files.filter { key, file in
      file.awaited != nil
        && (key.process == entry.envelope.process
          || file.launch == nil && entry.mayBe(of: key.process))
    }.map(\.key)
  }

  private func adoptKind(_ session: LogSession) {
    session.kind = session.kind ?? files[fileKey(session)]?.kind
  }

  func inferMode(_ mode: ResetMode, of key: LogFile.Key) {
    let own = clients.filter { $0.process == key.process }
    for session in own.flatMap(\.sessions.values)
    where session.path.hasSameBytes(as: key.path.text) {
      session.configuredMode = session.configuredMode ?? mode
      session.reset?.takeInferred(mode)
    }
  }

  mutating func takeReset(_ entry: LogEntry, _ kind: LogRowKind, _ session: LogSession) {
    let fields = entry.message.fields
    switch kind {
    case .tracking: return takeTracking(entry, session)
    case .acknowledged:
      closeReset(session)
      acknowledge(session, isInferred: false)
      return note("the server has acknowledged the reset", session)
    case .trackerGone, .freshNotCleaned:
      return note(entry.message.text.prefix(300).text, session)
    case .acknowledgementFailed:
      return note(
        "the wait for the reset's acknowledgement failed: \(fields.text("status"))", session)
    case .objectsUpdated, .historyEntry, .createdObject, .updatedObject, .removedObject, .transfer,
      .parsedChangeset, .databaseOpen, .objectsRemoved, .objectsCreated:
      // Of these alone nothing follows.
      guard session.reset != nil else { return }
    case .resetCompleted where session.reset == nil: return
    default: openReset(session, entry)
    }
    if kind == .resetBegins { learnPath(fields.text("path"), session) }
    if kind == .resetSummary {
      learnPath(LogResetSummary(fields.bytes("fields") ?? []).path, session)
    }
    guard var reset = session.reset else { return }
    take(kind, fields, &reset)
    reset.hasBegun = true
    session.reset = reset
    if let mode = reset.facts.requestedMode, !reset.facts.isModeInferred {
      session.configuredMode = mode
      if !reset.facts.file.isEmpty {
        updateFile(session.client.fileKey(reset.facts.file)) {
          $0.know(mode, of: session.client.number)
        }
      }
    }
    if kind == .resetFailed {
      toldFailures = Array(toldFailures.suffix(Self.clientsMax - 1)) + [fields.failure]
    }
    if kind == .resetFailed || kind == .resetSkipped { closeReset(session) }
  }

  private func take(_ kind: LogRowKind, _ fields: LogFields, _ reset: inout LogSession.OpenReset) {
    switch kind {
    case .resetBegins:
      reset.facts.hasDebugLines = true
      reset.takeMode(fields.text("mode"))
      reset.facts.action = ServerAction(rawValue: fields.text("action")) ?? reset.facts.action
      reset.take(status: fields.bytes("status") ?? [])
      if reset.facts.file.isEmpty { reset.facts.file = fields.text("path") }
    case .resetSkipped: reset.isSkipped = true
    case .earlierReset: reset.facts.earlierAttempt = earlierAttempt(fields)
    case .earlierResetCleared: reset.facts.earlierAttempt = nil
    case .downgradedByAttempt:
      reset.facts.downgrade = .earlierAttempt
      reset.facts.actualMode = .discardLocal
      if reset.facts.earlierAttempt == nil {
        reset.facts.earlierAttempt = ResetMode(rawValue: fields.text("earlier")).map {
          PendingReset(
            mode: $0, action: .clientReset,
            timeMicroseconds: LogTime.utcMicroseconds(fields.bytes("time") ?? []))
        }
      }
      // Only this mode is ever downgraded, and the line prints it after the change.
      reset.takeInferred(.recoverOrDiscard)
    case .downgradedByServer:
      reset.facts.downgrade = .serverForbids
      reset.facts.actualMode = .discardLocal
      reset.takeMode(fields.text("mode"))
    case .resetSummary: reset.take(LogResetSummary(fields.bytes("fields") ?? []))
    case .localChangesets: reset.facts.localChangesetCount = fields.number("count")
    case .dropped(let reason): reset.facts.add(reason, fields.text("instruction"))
    case .listOverwritten:
      reset.facts.hasDebugLines = true
      reset.facts.overwrittenListCount = (reset.facts.overwrittenListCount ?? 0) + 1
    case .recoveryFailed: reset.facts.failureMessage = fields.text("why")
    case .transfer, .objectsRemoved, .objectsCreated, .objectsUpdated:
      reset.facts.hasDebugLines = true
      reset.facts.removedObjectCount = reset.facts.removedObjectCount ?? 0
      reset.facts.createdObjectCount = reset.facts.createdObjectCount ?? 0
      reset.facts.updatedObjectCount = reset.facts.updatedObjectCount ?? 0
    case .removedObject:
      reset.facts.removedObjectCount = (reset.facts.removedObjectCount ?? 0) + 1
    case .createdObject:
      reset.facts.createdObjectCount = (reset.facts.createdObjectCount ?? 0) + 1
    case .updatedObject:
      reset.facts.updatedObjectCount = (reset.facts.updatedObjectCount ?? 0) + 1
    case .historyTrimmed:
      reset.facts.hasDebugLines = true
      reset.willRecover = reset.willRecover ?? true
    case .historyDiscarded: reset.facts.hasDebugLines = true
    case .uploadableBytes: reset.facts.uploadableBytes = fields.number("count")
    case .resetDone:
      reset.isCommitted = true
      reset.facts.versionBefore = fields.number("old")
      reset.facts.versionAfter = fields.number("new")
    case .resetFailed: reset.takeFailure(fields)
    default: break
    }
  }

  private func earlierAttempt(_ fields: LogFields) -> PendingReset? {
    let pending = fields.bytes("pending") ?? []
    return LogPendingReset(pending).record
      ?? LogPendingReset((Array("type: ".utf8) + Array(pending))[...]).record
  }

  /// Takes `Tracking pending …`: before a reset it is an earlier one's record, after it its own, and in any
  /// other session that of a reset that the server has not acknowledged.
  private mutating func takeTracking(_ entry: LogEntry, _ session: LogSession) {
    let pending = LogPendingReset(entry.message.fields.bytes("pending") ?? [])
    if session.client.activating == session.number { session.client.activating = nil }
    if session.reset?.isCommitted == true {
      session.reset?.facts.recordedMicroseconds = pending.timeMicroseconds
      session.reset?.facts.isAcknowledged = false
      session.client.activating = nil
      keepRecord(pending)
      if let time = pending.timeMicroseconds, anchor(at: time),
        session.reset?.facts.clock == .exact
      {
        session.reset?.facts.clock = .zoneUnknown
      }
      return
    }
    if !session.isStarted { session.pendingReset = pending.record }
    if session.reset != nil {
      session.reset?.facts.earlierAttempt = pending.record
    } else if files[fileKey(session)]?.resetting == nil, !isRecordTold(pending, session) {
      tellRecorded(pending, session, entry)
    } else {
      note("the file has a reset on record that is not acknowledged", session)
    }
  }

  private mutating func keepRecord(_ pending: LogPendingReset) {
    guard let record = pending.record, toldRecords.count < LogFile.filesMax else { return }
    toldRecords.insert(record)
  }

  /// Whether a record is of a reset that was told of, in a session whose file the log does not name.
  private func isRecordTold(_ pending: LogPendingReset, _ session: LogSession) -> Bool {
    guard session.path.isEmpty, let record = pending.record, record.timeMicroseconds != nil else {
      return false
    }
    return toldRecords.contains(record)
  }

  /// Tells of a reset of which the log has nothing but the record that its file keeps.
  private mutating func tellRecorded(
    _ pending: LogPendingReset, _ session: LogSession, _ entry: LogEntry
  ) {
    var facts = newReset(of: session.path, entry)
    (facts.action, facts.actualMode) = (pending.action, pending.mode)
    (facts.recordedMicroseconds, facts.isAcknowledged) = (pending.timeMicroseconds, false)
    updateFile(fileKey(session)) { $0.resetting = session }
    keepRecord(pending)
    tell(facts, session, at: timeMicroseconds)
  }

  /// Ends what is known of a reset in a session, if its end has been seen or cannot come any more.
  mutating func closeReset(_ session: LogSession) {
    guard var reset = session.reset else { return }
    session.reset = nil
    reset.facts.outcome = reset.outcome
    // The file takes the fresh copy's identifier with the reset.
    if !reset.isCommitted { reset.facts.newFileIdent = nil }
    if reset.facts.hasDebugLines, reset.isCommitted {
      reset.facts.overwrittenListCount = reset.facts.overwrittenListCount ?? 0
    }
    if reset.hasMissingLines { reset.facts.forgetCounts() }
    tell(reset.facts, session, at: reset.timeMicroseconds)
  }

  mutating func tell(_ facts: LoggedReset, _ session: LogSession, at time: Int64) {
    start(session)
    var facts = facts
    if hasTwin(session) { facts.isOfAlikeClients = true }
    let key = session.client.fileKey(facts.file)
    facts = tell(facts, of: key, session: session.traceNumber, at: time)
    let waiting = LogFile.OpenReset(facts, session, at: time)
    if facts.file.isEmpty, facts.isFailure {
      unnamedFailures = Array(unnamedFailures.suffix(Self.clientsMax)) + [waiting]
    }
    keepUntilLaunch(waiting, of: key)
    guard facts.isAcknowledged == false, facts.outcome != .handlerFailedAfter, !facts.file.isEmpty
    else { return }
    updateFile(key) { $0.unacknowledged = waiting }
  }

  /// Keeps a reset of which something is to be done before the next launch, which the log may show.
  private mutating func keepUntilLaunch(_ reset: LogFile.OpenReset, of key: LogFile.Key) {
    guard !reset.facts.file.isEmpty else { return }
    updateFile(key) { $0.untilLaunch = reset.facts.waitsForLaunch ? reset : nil }
  }

  /// - Returns: what was told.
  @discardableResult
  mutating func tell(
    _ facts: LoggedReset, of key: LogFile.Key? = nil, session: UInt32, at time: Int64
  ) -> LoggedReset {
    var facts = facts
    if facts.failure == .handlerThrew, let thrown {
      // Above level info, the SDK alone says whether the reset was carried out before.
      if !facts.hasInfoLines { facts.outcome = thrown.facts.outcome }
      self.thrown = nil
    }
    if facts.isFailure { toldFailureCount += 1 }
    if let observed = facts.observed {
      emit(.resetObserved(observed), ofSession: session, at: time)
    }
    let text = "what the log shows of a client reset: \(facts.outcome.rawValue)"
    emit(.note(Note(text: text, reset: facts)), ofSession: session, at: time)
    findings.resetCount += 1
    if let key { updateFile(key) { $0.isResetTold = true } }
    return facts
  }

  /// Tells of a reset that was asked for, and of which no session tells any more.
  ///
  /// - Parameters:
  ///   - outcome: how it ended, where an app or an SDK says so.
  ///   - failure: what an app prints of it.
  mutating func tellAwaited(
    _ key: LogFile.Key, as outcome: LoggedReset.Outcome? = nil, failure: LogFields? = nil
  ) {
    guard var awaited = takeAwaited(key) else { return }
    var reset = LogSession.OpenReset(
      facts: awaited.facts, timeMicroseconds: awaited.timeMicroseconds)
    reset.facts.outcome =
      awaited.facts.failure == nil
      ? outcome ?? (awaited.isFreshSeen ? .downloadUnfinished : .notSeen) : .failed
    if let failure { reset.takeFailure(failure) }
    if let mode = files[key]?.inferredMode(of: awaited.client) { reset.takeInferred(mode) }
    awaited.facts = tell(
      reset.facts, of: key, session: awaited.session, at: reset.timeMicroseconds)
    keepUntilLaunch(awaited, of: key)
  }

  /// Takes an SDK's line on a handler that threw in a reset; the engine's own, which follows, tells more.
  mutating func takeThrown(_ fields: LogFields, _ entry: LogEntry) {
    let line = String(fields.text("text").split(whereSeparator: \.isNewline).first ?? "")
    let handler = fields.text("handler")
    note("the app's \(handler) threw: \(line)")
    tellThrown()
    var facts = newReset(of: "", entry)
    facts.outcome = handler.hasSuffix("OnBeforeReset") ? .failed : .handlerFailedAfter
    (facts.failure, facts.failureMessage) = (.handlerThrew, line)
    thrown = (facts, timeMicroseconds, hasOpenReset(for: entry))
  }

  mutating func tellThrown() {
    guard let thrown, !thrown.isOpen else { return }
    tell(thrown.facts, session: 0, at: thrown.timeMicroseconds)
  }

  /// Takes an SDK's line that leaves a reset to the app, and names no file: one that has just failed, or was asked for.
  mutating func tellLeftToApp(_ entry: LogEntry) {
    guard toldFailureCount == 0 else {
      toldFailureCount -= 1
      return
    }
    let awaited = awaitedFiles(for: entry)
    if awaited.count == 1 { return tellAwaited(awaited[0], as: .leftToApp) }
    guard awaited.isEmpty, !hasOpenReset(for: entry) else { return }
    var facts = newReset(of: "", entry)
    facts.outcome = .leftToApp
    tell(facts, session: 0, at: timeMicroseconds)
  }

  private func hasOpenReset(for entry: LogEntry) -> Bool {
    clients.contains { client in
      entry.mayBe(of: client.process) && client.sessions.values.contains { $0.reset != nil }
    }
  }

  /// Gives a file to the reset that has failed within the last minute in a session whose file the log does not name,
  /// and says whether there is one. Of several it is not known which one is meant, nor of those that are then left.
  private mutating func nameFailure(_ key: LogFile.Key, _ entry: LogEntry) -> Bool {
    let earliest = timeMicroseconds - 60_000_000
    unnamedFailures.removeAll { $0.timeMicroseconds < earliest }
    guard !unnamedFailures.isEmpty else { return false }
    if unnamedFailures.count > 1 {
      for index in unnamedFailures.indices { unnamedFailures[index].isAmbiguous = true }
    }
    var failure = unnamedFailures.removeFirst()
    // Without times only the next line is known to be near.
    let isNear = clock != .none || UInt64(entry.lineNumber) == failure.facts.lineNumber + 1
    guard isNear, !failure.isAmbiguous else { return true }
    failure.facts.file = key.path.text
    let text = "the SDK names the file of the reset of line \(failure.facts.lineNumber) of the log"
    emit(
      .note(Note(text: text, reset: failure.facts)), ofSession: failure.session,
      at: failure.timeMicroseconds)
    updateFile(key) { $0.isResetTold = true }
    keepUntilLaunch(failure, of: key)
    return true
  }

  /// Takes a line of an SDK about how a reset ended; the engine's own lines tell more.
  mutating func tellBySDK(_ path: String, _ outcome: LoggedReset.Outcome, _ entry: LogEntry) {
    let key = fileKey(path, entry)
    let isOpen = clients.contains { client in
      client.process == key.process
        && client.sessions.values.contains { $0.reset != nil && $0.path.hasSameBytes(as: path) }
    }
    let isTold = !path.isEmpty && files[key]?.isResetTold == true
    guard !isTold, !isOpen else { return note("the SDK says of a reset: \(outcome.rawValue)") }
    if outcome == .leftToApp, nameFailure(key, entry) { return }
    var facts = newReset(of: path, entry)
    facts.outcome = outcome
    let awaited = takeAwaited(key)
    if let awaited { facts.takeError(of: awaited.facts) }
    if outcome != .leftToApp || files[key]?.knownMode != nil {
      (facts.requestedMode, facts.isModeInferred) = (.recoverOrDiscard, true)
    }
    if outcome == .recovered { facts.actualMode = .recover }
    if outcome == .discarded { facts.actualMode = .discardLocal }
    facts = tell(facts, of: key, session: awaited?.session ?? 0, at: timeMicroseconds)
    if var awaited {
      awaited.facts = facts
      keepUntilLaunch(awaited, of: key)
    }
  }
}
