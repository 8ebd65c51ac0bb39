import TraceFormat

extension AppFold {
  /// Takes over what a reset has left to the next one: that the file tracks it until the server has acknowledged
  /// what was there, and what was carried out again, which is unsynced under the versions of what it replaces
  /// (Realm Core: `sync/client.cpp`, `sync/noinst/client_history_impl.cpp`).
  mutating func takeOver(_ recorded: ResetObserved, _ event: SessionEvent) {
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
