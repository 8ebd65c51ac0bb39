import RealmModel
import TraceFormat

// Errors that ask for a reset, and resets that were recorded
extension AppFold {
  mutating func take(_ error: SyncError, _ event: SessionEvent) throws(ReplayFailure)
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

  mutating func take(_ observed: ObservedReset, _ event: SessionEvent)
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

  /// Whether a record of a reset is of none that the trace shows the error of.
  var isUnasked: Bool {
    !hasError && (timeline.resetCount == 0 || hasUnaskedReset)
  }

  mutating func noteUnasked(_ fact: Gap.Fact, _ event: SessionEvent) {
    hasUnaskedReset = true
    timeline.foundGaps.append(Gap(fact, sequence: event.sequence))
  }

  /// Why a reset has no answer whose download the trace does not show: where it does not show the device either, no
  /// download that is supplied would give one.
  var missingDownload: ReplayFailure {
    local == nil
      ? .noLocalState(session: timeline.session) : .noFreshState(session: timeline.session)
  }

  mutating func completeWithoutFresh() throws(ReplayFailure) {
    guard let error else { return }
    guard let server else { throw missingDownload }
    timeline.foundGaps.append(Gap(.download, sequence: error.event.sequence))
    try complete(fresh: server)
  }

  /// - Parameter restore: the histories of a server that was restored from a backup, if it was: what it was restored to,
  ///   and what others changed since; nil where the state does not show them.
  mutating func complete(
    fresh: RealmState, restore: (backup: [Changeset], since: [Changeset])? = nil
  ) throws(ReplayFailure) {
    guard let (error, event) = error else { return }
    let standing = point(after: event, .error(asksForReset: true))
    var reset = try timeline.reset(at: standing, error: error, fresh: fresh)
    // Others may have changed all of it back to what was synced.
    if let restore, reset.situation.lacksChangesSinceRestore,
      !restore.since.isEmpty || reset.situation.hidesChangesSinceRestore
    {
      reset.situation.showsChangesSinceRestore = true
      if !restore.since.isEmpty {
        reset.situation.restored = try? RealmState(applying: restore.backup)
        reset.situation.replaceServerChanges(restore.since.map { ServerChange($0) })
      }
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

  /// Takes over what a reset has left to the next one: that the file tracks it until the server has acknowledged
  /// what was there, and what was carried out again, which is unsynced under the versions of what it replaces
  /// (Realm Core: `sync/client.cpp`, `sync/noinst/client_history_impl.cpp`).
  private mutating func takeOver(_ recorded: ResetObserved, _ event: SessionEvent) {
    if recorded.result == .discarded { mayHaveEarlierWrites = false }
    guard let outcome = timeline.lastReset?.outcome(mode: recorded.mode),
      outcome.ending == recorded.result
    else { return }
    pendingReset = recorded.pendingReset ?? outcome.result.pendingReset
    timeline.foundGaps += outcome.gaps.filter { $0.kind == .unknownInternalKeys }
    guard outcome.ending.isCarriedOut else { return }
    device.replaceState(by: outcome.result.after)
    for (before, changeset) in zip(outcome.situation.unsynced, outcome.result.reupload)
    where !changeset.instructions.isEmpty {
      var again = before.replaced(by: changeset)
      (again.sequence, again.isRecovered) = (event.sequence, true)
      timeline.transactions.append(again)
      write(
        LocalCommit(
          clientVersion: again.clientVersion, changeset: [],
          originTimestampMilliseconds: again.originTimestampMilliseconds),
        changeset, isInState: true, event)
    }
  }
}
