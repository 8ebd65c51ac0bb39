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
  private(set) var transactionIndexes: [UInt64: Int] = [:]
  /// Changes of the server's that the device has not integrated.
  var undelivered: [HistoryEntry] = []
  var integratedServerVersion: UInt64 = 0
  /// The last server version that the trace shows.
  private(set) var serverVersion: UInt64 = 0
  /// A recorded local state holds the transactions that follow it in the trace.
  private var localHoldsCommits = false
  private(set) var (localOrigin, serverOrigin) = (StateOrigin(), StateOrigin())
  /// Of a session that was written down whole: the history that the last sync goes back to.
  private var baseHistory: [Changeset] = []
  /// The record of the state that the server's goes back to.
  private var serverSequence: UInt64 = 0
  private var listingCount = 0
  var pendingReset: PendingReset?
  /// Whether something may be unsynced that an app had written before it began to record; a reset may have recovered it.
  var mayHaveEarlierWrites = false
  /// The last client version before the last reset.
  private(set) var versionAtReset: UInt64 = 0
  /// Where the transactions begin that are unsynced, and the server's changes since the base.
  var transactionStart = 0
  var serverChangeStart = 0
  /// The last client version that the server has acknowledged since the last reset.
  var acknowledgedClientVersion: UInt64 = 0
  private var error: (error: SyncError, event: SessionEvent)?
  /// Whether the trace shows any error since the last reset; and records of a reset for which it shows none.
  private var (hasError, hasUnaskedReset) = (false, false)
  /// Where the points begin that lead to the next reset.
  private var approachStart = 0
  /// Whether nothing has changed the client's state since the last reset.
  private var isJustReset = false

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
        ServerChange(
          serverSide?.take(change) ?? changeset,
          originTimestampMilliseconds: recorded.originTimestampMilliseconds,
          originFileIdent: recorded.originFileIdent, isForeign: isForeign(recorded)))
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

  /// Whether a change comes from another client file. A reset gives the file another identifier, which
  /// the trace does not show.
  private func isForeign(_ commit: ServerCommit) -> Bool {
    guard timeline.resetCount == 0, let origin = commit.originFileIdent,
      let own = timeline.start?.clientFileIdent
    else { return false }
    return origin != own
  }

  private mutating func take(_ snapshot: DecodedSnapshot, _ event: SessionEvent)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    if snapshot.role == .fresh { return try takeFresh(snapshot, event) }
    let state = try RealmState(snapshot, at: event)
    isJustReset = false
    let origin = newOrigin(of: snapshot, state)
    switch snapshot.role {
    case .base:
      serverVersion = max(serverVersion, UInt64(snapshot.changesetCount))
      let history = (try? snapshot.decoded()) ?? []
      timeline.baseHistory = history.filter { changeset in
        changeset.instructions.contains { $0.kind == .eraseObject }
      }
      baseHistory = isWrittenDown ? history : []
      share(state)
      mayHaveEarlierWrites = false
      // Everything is synced after a reset, so the file tracks it no longer.
      if timeline.resetCount > 0 { pendingReset = nil }
      (localOrigin, serverOrigin) = (origin.shared, origin.shared)
      serverSequence = event.sequence
      serverChangeStart = timeline.serverChanges.count
      // An app tells a base when nothing is unsynced.
      if timeline.start?.source == .live { transactionStart = timeline.transactions.count }
    case .local:
      let isLive = timeline.start?.source == .live
      // An app records it where something is unsynced, and what it commits comes on top.
      (localHoldsCommits, localOrigin) = (!isLive, origin)
      if isLive, base == nil { mayHaveEarlierWrites = true }
      device.replaceState(by: state)
    case .server:
      (serverSide, serverOrigin) = (ServerPeer(state), origin)
      serverSequence = event.sequence
    case .afterReset:
      if isUnasked { noteUnasked(.stateWithoutError, event) }
      // Where the replay has left the same, its merges and numbers hold.
      guard device.state?.isEqual(to: state) != true else { break }
      (localHoldsCommits, localOrigin) = (false, origin)
      device.replaceState(by: state)
    case .fresh: break
    }
    return .snapshot(snapshot.role)
  }

  private mutating func takeFresh(_ snapshot: DecodedSnapshot, _ event: SessionEvent)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    guard error != nil else {
      guard !hasError, !isJustReset else { return nil }
      noteUnasked(.downloadWithoutError, event)
      return .snapshot(.fresh)
    }
    let isServers = snapshot.origin == .serverHistory
    let recorded = isServers ? server : try RealmState(snapshot, at: event)
    guard var fresh = recorded else { throw missingDownload }
    if isServers {
      // Changes of the server's may be among the records that are missing.
      if lacksRecords(before: event) {
        timeline.foundGaps.append(Gap(.download, sequence: event.sequence))
      }
    } else {
      // What faults have given the server is not in a state that was recorded without them.
      for changeset in serverSide?.silentlyIntegrated ?? [] {
        guard let failure = fresh.applyIfItFits(changeset) else { continue }
        timeline.foundGaps.append(misfit(failure, event))
      }
      serverOrigin = newOrigin(of: snapshot, fresh)
    }
    serverSequence = event.sequence
    try complete(fresh: fresh, sinceRestore: isServers ? nil : changesSinceRestore(snapshot))
    return .reset
  }

  /// Whether states are histories, as their author wrote them down, and no listing that a device made.
  private var isWrittenDown: Bool {
    timeline.start?.source == .scenario || timeline.start?.source == .vector
  }

  /// What a restored server has after the part of its history that it shares with the last sync; nil where they share
  /// none, so that the state may be a listing.
  private func changesSinceRestore(_ snapshot: DecodedSnapshot) -> [Changeset]? {
    guard !baseHistory.isEmpty, let history = try? snapshot.decoded() else { return nil }
    let shared = zip(history, baseHistory).prefix { $0.storage == $1.storage }.map(\.0)
    let hasObjects = shared.contains { $0.instructions.contains { $0.kind == .createObject } }
    return hasObjects ? Array(history.dropFirst(shared.count)) : nil
  }

  /// Whether a record of a reset is of none that the trace shows the error of.
  private var isUnasked: Bool {
    !hasError && (timeline.resetCount == 0 || hasUnaskedReset)
  }

  private mutating func noteUnasked(_ fact: Gap.Fact, _ event: SessionEvent) {
    hasUnaskedReset = true
    timeline.foundGaps.append(Gap(fact, sequence: event.sequence))
  }

  /// Whether records are missing between the last recorded state of the server and an event.
  private func lacksRecords(before event: SessionEvent) -> Bool {
    timeline.openingGaps.contains { gap in
      guard case .records = gap.fact, let sequence = gap.sequence else { return false }
      return sequence > serverSequence && sequence < event.sequence
    }
  }

  /// Why a reset has no answer whose download the trace does not show: where it does not show the device either, no
  /// download that is supplied would give one.
  private var missingDownload: ReplayFailure {
    local == nil
      ? .noLocalState(session: timeline.session) : .noFreshState(session: timeline.session)
  }

  private mutating func newOrigin(of snapshot: DecodedSnapshot, _ state: RealmState) -> StateOrigin
  {
    listingCount += 1
    // What begins with nothing is numbered by the transactions that follow.
    return StateOrigin(
      isApart: true, listing: listingCount,
      isNumbered: snapshot.keys != nil || state.tableKeys.isEmpty)
  }

  private mutating func take(_ error: SyncError, _ event: SessionEvent) throws(ReplayFailure)
    -> SessionTimeline.Change
  {
    hasError = true
    if error.asksForReset {
      try completeWithoutFresh()
      self.error = (error, event)
      if assumedErrors.contains(event.sequence) {
        timeline.foundGaps.append(Gap(.request, sequence: event.sequence))
        if error.action == .clientReset { timeline.foundGaps.append(Gap(.recoveryPermission)) }
      }
    }
    return .error(asksForReset: error.asksForReset)
  }

  private mutating func take(_ observed: ObservedReset, _ event: SessionEvent)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    try completeWithoutFresh()
    guard !isUnasked else {
      noteUnasked(.endWithoutError, event)
      return .resetObserved
    }
    guard timeline.resetCount > 0 else { return nil }
    timeline.note(observed)
    pendingReset = observed.recorded.pendingReset
    if timeline.start?.source == .live { takeOver(observed.recorded, event) }
    return .resetObserved
  }

  private mutating func completeWithoutFresh() throws(ReplayFailure) {
    guard let error else { return }
    guard let server else { throw missingDownload }
    timeline.foundGaps.append(Gap(.download, sequence: error.event.sequence))
    try complete(fresh: server)
  }

  /// - Parameter changes: what others changed on the server since it was restored from a backup, if it was; nil where the
  ///   state does not show it.
  private mutating func complete(
    fresh: RealmState, sinceRestore changes: [Changeset]? = nil
  ) throws(ReplayFailure) {
    guard let (error, event) = error else { return }
    let standing = point(after: event, .error(asksForReset: true))
    var reset = try timeline.reset(at: standing, error: error, fresh: fresh)
    if let changes, reset.situation.hidesChangesSinceRestore {
      reset.situation.showsChangesSinceRestore = true
      if !changes.isEmpty { reset.situation.replaceServerChanges(changes.map { ServerChange($0) }) }
    }
    timeline.add(reset, approach: approachStart..<timeline.points.count)
    goOn(from: reset.situation.fresh)
  }

  /// After a reset, the fresh state is what client and server share, whatever the mode: the
  /// transactions before it are settled, unless ``takeOver(_:_:)`` has them again.
  private mutating func goOn(from fresh: RealmState) {
    share(fresh)
    (localOrigin, serverOrigin) = (serverOrigin.shared, serverOrigin.shared)
    transactionStart = timeline.transactions.count
    serverChangeStart = timeline.serverChanges.count
    versionAtReset = timeline.transactions.last?.clientVersion ?? 0
    // The client counts its uploads from the beginning again.
    (acknowledgedClientVersion, transactionIndexes) = (0, [:])
    merged = MergedTransactions()
    approachStart = timeline.points.count
    (error, hasError, hasUnaskedReset) = (nil, false, false)
    isJustReset = true
  }
}

/// Where the state of one side goes back to.
struct StateOrigin {
  /// Whether it was recorded apart from the base, so that it does not follow from it.
  var isApart = false
  /// The number of the snapshot: states of one snapshot number their objects alike here, and in Realm if it is a history.
  var listing = 0
  /// Whether its objects have the numbers that Realm had given them in its own file.
  var isNumbered = false

  var shared: StateOrigin { StateOrigin(listing: listing, isNumbered: isNumbered) }
}

extension RealmState {
  init(_ snapshot: DecodedSnapshot, at event: SessionEvent) throws(ReplayFailure) {
    let changesets: [Changeset]
    do throws(DecodingFailure) {
      changesets = try snapshot.decoded()
    } catch {
      throw .undecodableChangeset(sequence: event.sequence, failure: error)
    }
    do throws(ApplyFailure) {
      self = try RealmState(applying: changesets)
    } catch {
      throw .inapplicableChangeset(sequence: event.sequence, message: error.description)
    }
    guard let keys = snapshot.keys else { return }
    do throws(BuildingFailure) {
      self = try numbered(by: keys)
    } catch {
      throw .inapplicableChangeset(sequence: event.sequence, message: error.description)
    }
  }
}
