import TraceFormat

// What the server says that it has of the device's transactions. In a session from the inside, that is what a
// DOWNLOAD is kept for: its progress is the only acknowledgement that the protocol knows.
extension AppFold {
  /// Takes the server's word for how far it has got; what both sides have moves up to there.
  mutating func acknowledge(_ version: UInt64, _ event: SessionEvent) -> SessionTimeline.Change? {
    timeline.hasAcknowledgements = true
    guard version > acknowledgedClientVersion else { return nil }
    acknowledgedClientVersion = version
    if timeline.resetCount > 0, version >= versionAtReset { pendingReset = nil }
    // A server takes a client's transactions in order.
    if let last = timeline.transactions.last, version >= last.clientVersion {
      mayHaveEarlierWrites = false
    }
    settle(event)
    return .download(changeCount: 0, acknowledgedClientVersion: version)
  }

  /// Takes the server's word for what it has of a file's transactions. The file was copied before that arrived, so
  /// they are unsynced all the same.
  mutating func noteTaken(through version: UInt64, _ event: SessionEvent) -> SessionTimeline.Change?
  {
    serverSide?.place(through: version)
    noteServerFailures(event)
    for taken in timeline.transactions[transactionStart...] where taken.clientVersion <= version {
      timeline.serverChanges.append(
        ServerChange(
          taken.changeset, originTimestampMilliseconds: taken.originTimestampMilliseconds,
          originFileIdent: fileIdent, clientVersion: taken.clientVersion))
    }
    return .serverCommit(serverVersion: serverVersion)
  }

  /// Moves what is acknowledged to what both sides have.
  ///
  /// A client that has an acknowledgement has integrated what it was sent before, so the server's changes
  /// up to here are shared too. What still waits is the client's alone, on top of that.
  mutating func settle(_ event: SessionEvent) {
    let acknowledged = acknowledgeTransactions()
    serverSide?.place(through: acknowledgedClientVersion)
    noteServerFailures(event)
    guard !serverOrigin.isApart, let server else {
      for changeset in acknowledged { base?.applyIfItFits(changeset) }
      return
    }
    base = server
    serverChangeStart = timeline.serverChanges.count
    guard !localOrigin.isApart else { return }
    integrate(undelivered, event)
    undelivered = []
    device.forget(through: acknowledgedClientVersion)
  }

  /// Takes the acknowledged transactions out of the unsynced ones; gives what they are.
  private mutating func acknowledgeTransactions() -> [Changeset] {
    let start = transactionStart
    let all = timeline.transactions[start...]
    let acknowledged = acknowledgedClientVersion
    transactionStart = all.firstIndex { $0.clientVersion > acknowledged } ?? all.endIndex
    return all.filter { $0.clientVersion <= acknowledged }.map(\.changeset)
  }

  /// Takes a change of the server's that an app has told of. Where the app tells of acknowledgements too, the
  /// device has merged it with what was waiting for one.
  mutating func integrate(_ change: HistoryEntry, _ recorded: ServerCommit, _ event: SessionEvent) {
    let isLive = timeline.start?.source == .live
    if showsIntegration || isLive && localOrigin.isApart,
      mayHaveEarlierWrites || isUncertain(change, recorded)
    {
      timeline.foundGaps.append(Gap(.merge, sequence: event.sequence))
    }
    guard showsIntegration else {
      undelivered.append(change)
      if isLive, localOrigin.isApart { integrate([change], event) }
      return
    }
    integrate([change], event)
    integratedServerVersion = change.version
    guard !serverOrigin.isApart, let server else { return }
    base = server
    serverChangeStart = timeline.serverChanges.count
  }

  /// Whether what the app did not tell of a change decides what the merge makes of it: the time and the file
  /// of its origin, or which transactions the server had known.
  private func isUncertain(_ change: HistoryEntry, _ recorded: ServerCommit) -> Bool {
    guard device.hasWritten(above: change.lastIntegratedRemoteVersion) else {
      return false
    }
    var others: [HistoryEntry] = []
    if recorded.originTimestampMilliseconds == nil || recorded.originFileIdent == nil
      || unsyncedTimesAreUnknown
    {
      others += [0, UInt64.max].map {
        var other = change
        other.originTimestamp = $0
        return other
      }
    }
    if recorded.lastIntegratedClientVersion == nil {
      var other = change
      other.lastIntegratedRemoteVersion = .max
      others.append(other)
    }
    return others.contains { device.comes(of: $0, toOtherThan: change) }
  }

  private var unsyncedTimesAreUnknown: Bool {
    timeline.transactions[transactionStart...].contains { $0.originTimestampMilliseconds == nil }
  }

  private mutating func integrate(_ changes: [HistoryEntry], _ event: SessionEvent) {
    timeline.integratedChangeCount += changes.count
    let integration = device.integrate(changes)
    note(integration, event)
    guard integration.changesOurs else { return }
    merged.replace(by: device.merged(above: acknowledgedClientVersion), transactionIndexes)
  }

  /// The server takes transactions, and the device does not hear of it.
  mutating func integrateSilently(_ versions: Set<UInt64>, _ event: SessionEvent)
    -> SessionTimeline.Change?
  {
    for stored in serverSide?.integrateNow(versions) ?? [] {
      timeline.serverChanges.append(
        ServerChange(
          stored.changeset, originTimestampMilliseconds: stored.originTimestamp,
          originFileIdent: stored.originFileIdent,
          clientVersion: stored.version))
    }
    noteServerFailures(event)
    return .serverCommit(serverVersion: serverVersion)
  }
}
