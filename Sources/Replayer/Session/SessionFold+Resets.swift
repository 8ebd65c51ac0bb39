import RealmModel
import TraceFormat

// States
extension SessionFold {
  mutating func take(_ snapshot: Snapshot, _ step: TraceFold.Step) throws(ReplayFailure)
    -> SessionTimeline.Change?
  {
    if snapshot.role == .fresh { return try takeFresh(snapshot, step) }
    let state = try RealmState(snapshot, at: step)
    isJustReset = false
    switch snapshot.role {
    case .base:
      (base, local, server, localHoldsCommits) = (state, state, state, false)
      serverChangeStart = timeline.serverChanges.count
    case .local: (local, localHoldsCommits) = (state, true)
    case .server: server = state
    case .afterReset: (local, localHoldsCommits) = (state, false)
    case .fresh: break
    }
    return .snapshot(snapshot.role)
  }

  private mutating func takeFresh(_ snapshot: Snapshot, _ step: TraceFold.Step)
    throws(ReplayFailure) -> SessionTimeline.Change?
  {
    guard error != nil else { return nil }
    let isServers = snapshot.origin == .serverHistory
    let fresh = isServers ? server : try RealmState(snapshot, at: step)
    guard let fresh else { throw .noFreshState(session: timeline.session) }
    try complete(fresh: fresh)
    return .reset
  }
}

extension RealmState {
  /// The state of a snapshot.
  fileprivate init(_ snapshot: Snapshot, at step: TraceFold.Step) throws(ReplayFailure) {
    var changesets: [Changeset] = []
    do throws(DecodingFailure) {
      for bytes in snapshot.changesets { changesets.append(try Changeset(decoding: bytes)) }
    } catch {
      throw .undecodableChangeset(sequence: step.sequence, error)
    }
    do throws(ApplyFailure) {
      self = try RealmState(applying: changesets)
    } catch {
      throw .inapplicableChangeset(sequence: step.sequence, message: error.description)
    }
  }
}

// Resets
extension SessionFold {
  mutating func take(_ error: SyncError, _ step: TraceFold.Step) throws(ReplayFailure)
    -> SessionTimeline.Change
  {
    // On the wire a reset shows by the download that follows it.
    if error.asksForReset, !timeline.isWireOnly {
      try completeWithoutFresh()
      self.error = (error, step)
    }
    return .error(asksForReset: error.asksForReset)
  }

  mutating func take(_ observed: ResetObserved) -> SessionTimeline.Change? {
    guard !timeline.resets.isEmpty else { return nil }
    timeline.resets[timeline.resets.count - 1].reset.observed = observed
    pendingReset = observed.pendingReset
    return .resetObserved
  }

  mutating func completeWithoutFresh() throws(ReplayFailure) {
    guard let error else { return }
    guard let server else { throw .noFreshState(session: timeline.session) }
    timeline.foundGaps.append(
      Gap(
        kind: .missingFresh, sequence: error.step.sequence,
        text: "the state that the reset downloaded was not recorded; what the trace shows of the "
          + "server stands for it"))
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
    transactionStart = timeline.transactions.count
    serverChangeStart = timeline.serverChanges.count
    approachStart = timeline.points.count
    error = nil
    isJustReset = true
  }
}
