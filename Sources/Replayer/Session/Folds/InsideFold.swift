import RealmModel
import TraceFormat

/// Folds a session that was recorded from the inside: states, transactions and errors count, and
/// messages only repeat them.
struct InsideFold: SessionFold {
  var timeline: SessionTimeline
  var isFaulted = false
  var base: RealmState?
  var local: RealmState?
  /// A recorded local state holds the transactions that follow it in the trace.
  private var localHoldsCommits = false
  /// Whether the client's or the server's state was recorded apart from the base, so that it does not follow from
  /// it.
  private(set) var (isLocalApart, isServerApart) = (false, false)
  var server: RealmState?
  /// The snapshots that the two sides' states go back to, by their numbers: states of one snapshot
  /// number their objects alike.
  private var (clientListing, serverListing) = (0, 0)
  /// Whether the two sides' states have the numbers that Realm had given, each of its own file.
  private var (isClientNumbered, isServerNumbered) = (false, false)
  private var listingCount = 0
  private var pendingReset: PendingReset?
  /// Where the transactions begin that are unsynced, and the server's changes since the base.
  var transactionStart = 0
  var serverChangeStart = 0
  /// What came since the base and waits for the server's word.
  var waiting = WaitingChanges()
  /// The last client version that the server has acknowledged since the last reset.
  var acknowledgedClientVersion: UInt64 = 0
  /// An error that asks for a reset, and its record.
  private var error: (error: SyncError, step: TraceFold.Step)?
  /// Where the points begin that lead to the next reset.
  private var approachStart = 0
  /// Whether nothing has changed the client's state since the last reset.
  private var isJustReset = false

  init(_ timeline: SessionTimeline) {
    self.timeline = timeline
    pendingReset = timeline.start?.pendingReset
  }

  var resetJustDone: DueReset? { isJustReset ? timeline.resets.last?.reset : nil }

  /// Completes a reset whose fresh state was not recorded with the server's.
  mutating func finish() throws(ReplayFailure) { try completeWithoutFresh() }

  func point(after step: TraceFold.Step, _ change: SessionTimeline.Change)
    -> SessionTimeline.Point
  {
    SessionTimeline.Point(
      sequence: step.sequence, timeMicroseconds: step.timeMicroseconds, change: change,
      base: base, client: local, server: server,
      // No transactions follow once a reset is asked for.
      isClientAhead: localHoldsCommits && error == nil,
      hasInternalKeys: hasInternalKeys, pendingReset: pendingReset,
      acknowledgedClientVersion: acknowledgedClientVersion,
      transactions: transactionStart..<timeline.transactions.count,
      serverChanges: serverChangeStart..<timeline.serverChanges.count,
      foundGapCount: timeline.foundGaps.count,
      resetIndex: isJustReset ? timeline.resets.count - 1 : nil)
  }

  private var hasInternalKeys: Bool {
    clientListing == serverListing || (isClientNumbered && isServerNumbered)
  }

  mutating func change(by step: TraceFold.Step) throws(ReplayFailure) -> SessionTimeline.Change? {
    switch step.content {
    case .snapshot(let snapshot): try take(snapshot, step)
    case .localCommit(let commit): take(commit, step)
    case .serverCommit(let commit): take(commit, step)
    case .error(let error): try take(error, step)
    case .observed(let observed): take(observed)
    case .download(let download): acknowledge(download.uploadClientVersion, step)
    case .upload: nil
    }
  }
}

// Transactions
extension InsideFold {
  private mutating func take(_ commit: Decoded<LocalCommit>, _ step: TraceFold.Step)
    -> SessionTimeline.Change
  {
    isJustReset = false
    let recorded = commit.recorded
    let changeset = addTransaction(
      recorded.clientVersion, recorded.originTimestampMilliseconds, commit.contents, step)
    if !localHoldsCommits, let changeset {
      do throws(ApplyFailure) {
        try local?.apply(changeset)
      } catch {
        timeline.foundGaps.append(misfit(error, step))
      }
    }
    waiting.add(
      changeset ?? Changeset(), transaction: timeline.transactions.count - 1,
      version: recorded.clientVersion)
    // An app with several threads may hear of an acknowledgement before it has told of the transaction.
    if recorded.clientVersion <= acknowledgedClientVersion { settle(step) }
    return .localCommit(clientVersion: recorded.clientVersion)
  }

  private mutating func take(_ commit: Decoded<ServerCommit>, _ step: TraceFold.Step)
    -> SessionTimeline.Change
  {
    let recorded = commit.recorded
    if let changeset = readable(commit.contents, step) {
      timeline.serverChanges.append(
        ServerChange(
          changeset, originTimestampMilliseconds: recorded.originTimestampMilliseconds,
          isForeign: isForeign(recorded)))
      do throws(ApplyFailure) {
        try server?.apply(changeset)
      } catch {
        timeline.foundGaps.append(misfit(error, step))
      }
      integrate(changeset, step)
    } else {
      server = nil
    }
    return .serverCommit(serverVersion: recorded.serverVersion)
  }

  /// Whether a change comes from another client file. A reset gives the file another identifier, which
  /// the trace does not show.
  private func isForeign(_ commit: ServerCommit) -> Bool {
    guard timeline.resets.isEmpty, let origin = commit.originFileIdent,
      let own = timeline.start?.clientFileIdent
    else { return false }
    return origin != own
  }
}

// States
extension InsideFold {
  private mutating func take(_ snapshot: DecodedSnapshot, _ step: TraceFold.Step)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    if snapshot.role == .fresh { return try takeFresh(snapshot, step) }
    let state = try RealmState(snapshot, at: step)
    isJustReset = false
    listingCount += 1
    switch snapshot.role {
    case .base:
      (base, local, server, localHoldsCommits) = (state, state, state, false)
      (clientListing, serverListing) = (listingCount, listingCount)
      (isClientNumbered, isServerNumbered) = (snapshot.keys != nil, snapshot.keys != nil)
      serverChangeStart = timeline.serverChanges.count
      (isLocalApart, isServerApart) = (false, false)
      waiting = WaitingChanges()
      // An app tells a base when nothing is unsynced.
      if timeline.start?.source == .live { transactionStart = timeline.transactions.count }
    case .local:
      (local, localHoldsCommits, isLocalApart) = (state, true, true)
      (clientListing, isClientNumbered) = (listingCount, snapshot.keys != nil)
    case .server:
      (server, isServerApart) = (state, true)
      (serverListing, isServerNumbered) = (listingCount, snapshot.keys != nil)
    case .afterReset:
      (local, localHoldsCommits, isLocalApart) = (state, false, true)
      (clientListing, isClientNumbered) = (listingCount, snapshot.keys != nil)
    case .fresh: break
    }
    return .snapshot(snapshot.role)
  }

  private mutating func takeFresh(_ snapshot: DecodedSnapshot, _ step: TraceFold.Step)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    guard error != nil else { return nil }
    let isServers = snapshot.origin == .serverHistory
    let fresh = isServers ? server : try RealmState(snapshot, at: step)
    guard let fresh else { throw .noFreshState(session: timeline.session) }
    if !isServers {
      listingCount += 1
      (serverListing, isServerNumbered) = (listingCount, snapshot.keys != nil)
    }
    try complete(fresh: fresh)
    return .reset
  }
}

extension RealmState {
  /// The state of a snapshot.
  fileprivate init(_ snapshot: DecodedSnapshot, at step: TraceFold.Step) throws(ReplayFailure) {
    let changesets: [Changeset]
    do throws(DecodingFailure) {
      changesets = try snapshot.decoded()
    } catch {
      throw .undecodableChangeset(sequence: step.sequence, error)
    }
    do throws(ApplyFailure) {
      self = try RealmState(applying: changesets)
    } catch {
      throw .inapplicableChangeset(sequence: step.sequence, message: error.description)
    }
    guard let keys = snapshot.keys else { return }
    do throws(BuildingFailure) {
      self = try numbered(by: keys)
    } catch {
      throw .inapplicableChangeset(sequence: step.sequence, message: error.description)
    }
  }
}

// Resets
extension InsideFold {
  private mutating func take(_ error: SyncError, _ step: TraceFold.Step) throws(ReplayFailure)
    -> SessionTimeline.Change
  {
    if error.asksForReset {
      try completeWithoutFresh()
      self.error = (error, step)
    }
    return .error(asksForReset: error.asksForReset)
  }

  private mutating func take(_ observed: ObservedReset) -> SessionTimeline.Change? {
    guard !timeline.resets.isEmpty else { return nil }
    timeline.resets[timeline.resets.count - 1].reset.note(observed)
    pendingReset = observed.recorded.pendingReset
    return .resetObserved
  }

  private mutating func completeWithoutFresh() throws(ReplayFailure) {
    guard let error else { return }
    guard let server else { throw .noFreshState(session: timeline.session) }
    timeline.foundGaps.append(Gap(.download, sequence: error.step.sequence))
    try complete(fresh: server)
  }

  private mutating func complete(fresh: RealmState) throws(ReplayFailure) {
    guard let (error, step) = error else { return }
    let standing = point(after: step, .error(asksForReset: true))
    timeline.resets.append(
      SessionTimeline.RecordedReset(
        reset: try timeline.reset(at: standing, error: error, fresh: fresh), point: standing,
        approach: approachStart..<timeline.points.count))
    goOn(from: fresh)
  }

  /// After a reset, the fresh state is what client and server share, whatever the mode: the
  /// transactions of this session are settled.
  private mutating func goOn(from fresh: RealmState) {
    (base, local, server, localHoldsCommits) = (fresh, fresh, fresh, false)
    (isLocalApart, isServerApart) = (false, false)
    (clientListing, isClientNumbered) = (serverListing, isServerNumbered)
    transactionStart = timeline.transactions.count
    serverChangeStart = timeline.serverChanges.count
    // The client counts its uploads from the beginning again.
    (waiting, acknowledgedClientVersion) = (WaitingChanges(), 0)
    approachStart = timeline.points.count
    error = nil
    isJustReset = true
  }
}
