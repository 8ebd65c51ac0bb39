import TraceFormat

// Whether the server has acknowledged a reset. The file has a record of one until then, and a client says so
// whenever it activates a session of the file; so a session that begins without that says that it is gone.
extension LogFold {
  /// Whether the beginning of a session would tell that its file still has a reset on record.
  func expectsTracking(_ path: TextBytes, _ client: Int, _ session: LogSession) -> Bool {
    guard let reset = files[path]?.unacknowledged, session.role != .freshDownload else {
      return false
    }
    // Another version of Realm Core removes the record without a word.
    return reset.client == clients[client].number
      || reset.coreVersion != nil && reset.coreVersion == clients[client].coreVersion
  }

  /// Ends a reset that was carried out in another session of a file, which continues in a new one.
  mutating func closeEarlierReset(of path: TextBytes) {
    guard let resetting = files[path]?.resetting,
      let client = clients.firstIndex(where: { $0.number == resetting.client }),
      clients[client].sessions[resetting.session]?.reset?.isCommitted == true
    else { return }
    files[path]?.resetting = nil
    closeReset(resetting.session, client)
  }

  /// Concludes from the line after a session's beginning that nothing is on record any more.
  mutating func concludeAcknowledgement(before entry: LogEntry, _ kind: LogRowKind, _ client: Int) {
    guard let number = clients[client].activating else { return }
    guard entry.message.session != number || !kind.isOfActivation else { return }
    clients[client].activating = nil
    acknowledge(client, number, isInferred: true)
  }

  /// Tells of a reset once more, now that it is acknowledged.
  mutating func acknowledge(_ client: Int, _ number: UInt64, isInferred: Bool) {
    guard let path = clients[client].sessions[number].map({ fileKey($0, client) }),
      var reset = files[path]?.unacknowledged
    else { return }
    files[path]?.unacknowledged = nil
    reset.facts.isAcknowledged = true
    reset.facts.isAcknowledgementInferred = isInferred ? true : nil
    let text = "the reset of line \(reset.facts.lineNumber) of the log is acknowledged"
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

extension LoggedReset.Outcome {
  var isCommitted: Bool { [.recovered, .discarded, .carriedOut].contains(self) }
}
