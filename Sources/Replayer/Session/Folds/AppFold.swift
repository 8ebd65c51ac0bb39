import RealmModel
import TraceFormat

/// Folds a session that was recorded from the inside: states, transactions and errors count, and
/// messages only repeat them.
struct AppFold: SessionFold {
  var timeline: SessionTimeline
  var isFaulted = false
  /// Whether the trace tells what the device had integrated and when, so that it is merged as the device did:
  /// an app has recorded it, with what the server acknowledged.
  let showsIntegration: Bool
  /// The records of errors that no server has sent.
  let assumedErrors: Set<UInt64>
  var base: RealmState?
  var device = ClientPeer(nil, fileIdent: 0)
  var serverSide: ServerPeer?
  var merged = MergedTransactions()
  /// Where the transactions stand in the timeline, by their versions.
  var transactionIndexes: [UInt64: Int] = [:]
  /// Changes of the server's that the device has not integrated.
  var undelivered: [HistoryEntry] = []
  var integratedServerVersion: UInt64 = 0
  var serverVersion: UInt64 = 0
  /// A recorded local state holds the transactions that follow it in the trace.
  var localHoldsCommits = false
  var (localOrigin, serverOrigin) = (StateOrigin(), StateOrigin())
  /// Of a session that was written down whole: the history that the last sync goes back to.
  var baseHistory: [Changeset] = []
  /// The record of the state that the server's goes back to.
  var serverSequence: UInt64 = 0
  var listingCount = 0
  var pendingReset: PendingReset?
  /// Whether something may be unsynced that an app had written before it began to record; a reset may have recovered it.
  var mayHaveEarlierWrites = false
  /// The last client version before the last reset.
  var versionAtReset: UInt64 = 0
  /// Where the transactions begin that are unsynced, and the server's changes since the base.
  var transactionStart = 0
  var serverChangeStart = 0
  /// The last client version that the server has acknowledged since the last reset.
  var acknowledgedClientVersion: UInt64 = 0
  var error: (error: SyncError, event: SessionEvent)?
  /// Whether the trace shows any error since the last reset; and records of a reset for which it shows none.
  var (hasError, hasUnaskedReset) = (false, false)
  /// Where the points begin that lead to the next reset.
  var approachStart = 0
  /// Whether nothing has changed the client's state since the last reset.
  var isJustReset = false

  init(_ timeline: SessionTimeline, showsIntegration: Bool, assumedErrors: Set<UInt64> = []) {
    (self.timeline, self.showsIntegration) = (timeline, showsIntegration)
    self.assumedErrors = assumedErrors
    self.timeline.showsMerges = showsIntegration
    pendingReset = timeline.start?.pendingReset
    replaceDevice(by: nil)
  }

  var local: RealmState? { device.state }
  var server: RealmState? { serverSide?.state }

  /// Both sides go on from a state that they share.
  mutating func share(_ state: RealmState) {
    (base, serverSide, localHoldsCommits) = (state, ServerPeer(state), false)
    replaceDevice(by: state)
  }

  /// The device continues with a state and without a history.
  private mutating func replaceDevice(by state: RealmState?) {
    device = ClientPeer(state, fileIdent: fileIdent)
    (undelivered, integratedServerVersion) = ([], serverVersion)
  }

  var awaitsDownload: Bool { error != nil }

  var resetJustDone: DueReset? { isJustReset ? timeline.lastReset : nil }

  /// Completes a reset whose fresh state was not recorded with the server's.
  mutating func finish() throws(ReplayFailure) { try completeWithoutFresh() }

  func point(after event: SessionEvent, _ change: SessionTimeline.Change)
    -> SessionTimeline.Point
  {
    SessionTimeline.Point(
      sequence: event.sequence, timeMicroseconds: event.timeMicroseconds, change: change,
      base: base, client: local, server: server,
      // No transactions follow once a reset is asked for.
      isClientAhead: localHoldsCommits && error == nil,
      hasInternalKeys: hasInternalKeys, pendingReset: pendingReset,
      mayHaveEarlierWrites: mayHaveEarlierWrites,
      acknowledgedClientVersion: acknowledgedClientVersion,
      transactions: transactionStart..<timeline.transactions.count, merged: merged,
      serverChanges: serverChangeStart..<timeline.serverChanges.count,
      foundGapCount: timeline.foundGaps.count,
      resetIndex: isJustReset ? timeline.resetCount - 1 : nil)
  }

  /// A listing that a device made numbers its objects anew, also where both sides go on from it: each has a file of its
  /// own, in which Realm has numbered them as they came.
  private var hasInternalKeys: Bool {
    isWrittenDown && localOrigin.listing == serverOrigin.listing
      || localOrigin.isNumbered && serverOrigin.isNumbered
  }

  mutating func change(by event: SessionEvent) throws(ReplayFailure) -> SessionTimeline.Change? {
    switch event.content {
    case .snapshot(let snapshot): try take(snapshot, event)
    case .localCommit(let commit): take(commit, event)
    case .serverCommit(let commit): take(commit, event)
    case .error(let error): try take(error, event)
    case .observed(let observed): try take(observed, event)
    case .download(let download):
      timeline.start?.source == .realmFile
        ? noteTaken(through: download.uploadClientVersion, event)
        : acknowledge(download.uploadClientVersion, event)
    case .silentIntegration(let versions): integrateSilently(versions, event)
    case .upload, .lostUpload, .lostDownload: nil
    }
  }
}

// Transactions
extension AppFold {
  private mutating func take(_ commit: Decoded<LocalCommit>, _ event: SessionEvent)
    -> SessionTimeline.Change
  {
    isJustReset = false
    // What is not shared is changed in place.
    timeline.forgetLastStates()
    let recorded = commit.recorded
    let changeset = addTransaction(
      recorded.clientVersion, recorded.originTimestampMilliseconds, commit.contents, event)
    write(recorded, changeset, isInState: localHoldsCommits, event)
    // An app with several threads may hear of an acknowledgement before it has told of the transaction.
    if recorded.clientVersion <= acknowledgedClientVersion { settle(event) }
    return .localCommit(clientVersion: recorded.clientVersion)
  }

  /// Takes the last transaction of the timeline; its changeset is nil where that can't be read.
  mutating func write(
    _ recorded: LocalCommit, _ changeset: Changeset?, isInState: Bool, _ event: SessionEvent
  ) {
    transactionIndexes[recorded.clientVersion] = timeline.transactions.count - 1
    guard let changeset else { return }
    var entry = recorded.entry(changeset, integrated: integratedServerVersion)
    if let failure = device.write(entry, isInState: isInState) {
      timeline.foundGaps.append(misfit(failure, event))
    }
    entry.originFileIdent = fileIdent
    serverSide?.receive(entry)
  }

  private mutating func take(_ commit: Decoded<ServerCommit>, _ event: SessionEvent)
    -> SessionTimeline.Change
  {
    timeline.forgetLastStates()
    let recorded = commit.recorded
    serverVersion = max(serverVersion, recorded.serverVersion)
    if let changeset = readable(commit.contents, event) {
      let change = recorded.entry(changeset, acknowledged: acknowledgedClientVersion)
      timeline.serverChanges.append(
        ServerChange(serverSide?.take(change) ?? changeset, recorded, ofFile: ownFileIdent))
      noteServerFailures(event)
      integrate(change, recorded, event)
    } else {
      serverSide = nil
    }
    return .serverCommit(serverVersion: recorded.serverVersion)
  }

  mutating func noteServerFailures(_ event: SessionEvent) {
    for failure in serverSide?.takeFailures() ?? [] {
      timeline.foundGaps.append(misfit(failure, event))
    }
  }

  /// A reset gives the file another identifier, which the trace does not show.
  private var ownFileIdent: UInt64? {
    timeline.resetCount == 0 ? timeline.start?.clientFileIdent : nil
  }
}
