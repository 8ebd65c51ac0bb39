import TraceFormat

/// A reset that a trace asks for, with everything it depends on.
struct DueReset {
  var summary: Outcome.SessionSummary
  /// The error as recorded.
  var error: SyncError
  var base: RealmState?
  var local: RealmState
  var fresh: RealmState
  var unsynced: [Outcome.UnsyncedChangeset]
  /// The server's own changes since the base; nil where they are not known.
  var serverChanges: [Changeset]?
  var pendingReset: PendingReset?
  var localVersion: UInt64?
  var observed: ResetObserved?
  var gaps: [Gap]

  /// Carries the reset out.
  func outcome(mode: ResetMode) throws(ReplayFailure) -> Outcome {
    var request = ResetRequest(
      mode: mode, error: error, pendingReset: pendingReset, local: local, fresh: fresh,
      unsynced: unsynced.map(\.changeset), localVersion: localVersion,
      timeMicroseconds: summary.resetTimeMicroseconds,
      // A vector is recorded from where Realm Core has the fresh state at hand.
      entry: summary.start?.source == .vector ? .engine : .session)
    var gaps = gaps
    if !error.action.startsClientReset {
      request.error.action = .clientReset
      gaps.append(
        Gap(
          kind: .assumedAction, sequence: summary.resetSequence,
          text: "the error names no action that asks for a reset, so ClientReset is assumed"))
    }
    let response = try ClientReset.perform(request)
    return Outcome(
      session: summary, unsynced: unsynced,
      states: Outcome.States(base: base, local: local, fresh: fresh, after: response.after),
      error: error, attempts: [response.attempt], pendingResetBefore: pendingReset,
      pendingResetAfter: response.pendingReset, reupload: reuploaded(response.reupload),
      rulings: response.rulings, gaps: gaps, observed: observed,
      serverChanges: serverChanges)
  }

  private func reuploaded(_ changesets: [Changeset]) -> [Outcome.ReuploadedChangeset] {
    zip(unsynced, changesets).map {
      Outcome.ReuploadedChangeset(
        clientVersion: $0.clientVersion,
        changeset: $1.instructions.isEmpty ? [] : $1.encoded())
    }
  }
}
