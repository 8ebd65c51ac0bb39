import TraceFormat

// Whether the server has acknowledged a reset. The file has a record of one until then, and a client says so
// whenever it activates a session of the file; so a session that begins without that says that it is gone.
extension LogFold {
  /// Whether the beginning of a session would tell that its file still has a reset on record.
  func expectsTracking(_ key: LogFile.Key, _ session: LogSession) -> Bool {
    guard let reset = files[key]?.unacknowledged, session.role != .freshDownload else {
      return false
    }
    // What comes later in the log only, as from files in another order, is not what came after.
    let isEarlier = timeMicroseconds < reset.timeMicroseconds
    guard !isEarlier || clock != .exact || reset.facts.clock != .exact else { return false }
    // Another version of Realm Core removes the record without a word.
    return reset.client == session.client.number
      || reset.coreVersion != nil && reset.coreVersion == session.client.coreVersion
  }

  /// Ends the reset of another session of a file, which continues in a new one, and an earlier client that had the file:
  /// in a process it has one session at a time.
  mutating func endEarlier(of key: LogFile.Key, before client: LogClient) {
    if let resetting = files[key]?.resetting, resetting.reset != nil,
      resetting.client.process == client.process
    {
      closeReset(resetting)
    }
    for earlier in clients
    where earlier !== client && earlier.process == client.process && earlier.has(key.path.text) {
      endSessions(of: earlier)
      clients.removeAll { $0 === earlier }
    }
  }

  /// Concludes from the line after a session's beginning that nothing is on record any more.
  mutating func concludeAcknowledgement(
    before entry: LogEntry, _ kind: LogRowKind, _ client: LogClient
  ) {
    guard let number = client.activating else { return }
    guard entry.message.session != number || !kind.isOfActivation else { return }
    client.activating = nil
    guard let session = client.sessions[number] else { return }
    if session.ident == 0 {
      // The file was made anew, and its record is gone with the one before.
      files[fileKey(session)]?.unacknowledged = nil
      endOtherRecords(session, .fileRemade)
    } else {
      acknowledge(session, isInferred: true)
    }
  }

  /// Takes note that a file has no reset on record any more: its own process's, or else one of an earlier process.
  mutating func acknowledge(_ session: LogSession, isInferred: Bool) {
    let key = fileKey(session)
    if files[key]?.unacknowledged == nil {
      let version = session.client.coreVersion
      endOtherRecords(session, .acknowledged(coreVersion: version, isInferred: isInferred))
    }
    acknowledge(key, isInferred: isInferred)
  }

  private mutating func endOtherRecords(_ session: LogSession, _ end: LogFile.Launch.RecordEnd) {
    for key in otherFiles(fileKey(session)) where files[key]?.launch?.recordEnd == nil {
      files[key]?.launch?.recordEnd = end
    }
  }

  /// Tells of a reset once more, now that it is acknowledged.
  mutating func acknowledge(_ key: LogFile.Key, isInferred: Bool) {
    guard var reset = files[key]?.unacknowledged else { return }
    files[key]?.unacknowledged = nil
    reset.facts.isAcknowledged = true
    reset.facts.isAcknowledgementInferred = isInferred ? true : nil
    let line = reset.facts.lineNumber
    if files[key]?.untilLaunch?.facts.lineNumber == line {
      files[key]?.untilLaunch?.facts = reset.facts
    }
    let text = "the reset of line \(line) of the log is acknowledged"
    emit(
      .note(Note(text: text, reset: reset.facts)), ofSession: reset.session,
      at: reset.timeMicroseconds)
  }
}

extension LogRowKind {
  /// Whether a session writes it while it is activated, before it says whether a reset is on record.
  fileprivate var isOfActivation: Bool {
    switch self {
    case .binding, .sessionConfig, .storedIdent, .storedProgress, .tracking, .life: true
    default: false
    }
  }
}
