public import RealmModel
public import TraceFormat

/// A reset that is due, with everything it depends on: one that the trace asks for, or one that was
/// injected into a session.
public struct DueReset: Sendable {
  public var summary: Outcome.SessionSummary
  /// The error as recorded.
  public var error: SyncError
  public var base: RealmState?
  public var local: RealmState
  public var fresh: RealmState
  public var unsynced: [Outcome.UnsyncedChangeset]
  /// The server's own changes since the base; nil where they are not known.
  public var serverChanges: [ServerChange]?
  public var pendingReset: PendingReset?
  public var localVersion: UInt64?
  public var observed: ResetObserved?
  public var gaps: [Gap]
  /// Whether the error was injected, so that its action is meant as it stands.
  public var isInjected = false
  /// Where the attempts begin; nil for what fits the source of the trace.
  var entry: ResetRequest.Entry?
  /// The objects that the outcome is to be looked at for; nil for all.
  var scope: Set<ObjectName>?

  /// Carries the reset out.
  ///
  /// A recovery that fails in mode RecoverOrDiscard is followed by the attempt that discards.
  public func outcome(mode: ResetMode, quirks: Quirks = .realmCore) -> Outcome {
    outcome(of: run(mode: mode, quirks: quirks), quirks: quirks)
  }

  /// The attempts at the reset, with what goes wrong on the way.
  func run(mode: ResetMode, quirks: Quirks, mishaps: [Mishap] = []) -> ResetRun {
    ResetRun(
      request(mode, quirks), mishaps: mishaps, stopsWhenFailed: isRecordedToStop(mode))
  }

  /// What the attempts led to.
  func outcome(of run: ResetRun, quirks: Quirks) -> Outcome {
    var gaps = gaps
    if !hasMeaningfulAction {
      gaps.append(
        Gap(
          kind: .assumedAction, sequence: summary.resetSequence,
          text: "the error names no action that asks for a reset, so ClientReset is assumed"))
    }
    let response = run.response
    var outcome = Outcome(
      session: summary, unsynced: unsynced,
      states: Outcome.States(base: base, local: local, fresh: fresh, after: response.after),
      error: error, attempts: run.attempts, pendingResetBefore: pendingReset,
      pendingResetAfter: response.pendingReset, reupload: reuploaded(response.reupload),
      rulings: response.rulings, gaps: gaps, observed: observed,
      serverChanges: serverChanges?.map(\.changeset), quirks: quirks,
      listCopies: response.listCopies, deviations: response.deviations)
    outcome.integrated = integrated
    return outcome
  }

  private func request(_ mode: ResetMode, _ quirks: Quirks) -> ResetRequest {
    var error = error
    if !hasMeaningfulAction { error.action = .clientReset }
    var request = ResetRequest(
      mode: mode, error: error, pendingReset: pendingReset, local: local, fresh: fresh,
      unsynced: unsynced.map(\.changeset), localVersion: localVersion,
      timeMicroseconds: summary.resetTimeMicroseconds,
      // A vector is recorded from where Realm Core has the fresh state at hand. Mode Manual never
      // comes that far.
      entry: entry
        ?? (summary.start?.source == .vector && mode != .manual ? .engine : .session),
      quirks: quirks, base: base,
      integrated: integrated, syncKind: summary.start?.syncKind ?? .partition)
    request.scope = scope
    return request
  }

  /// The indexes in ``unsynced`` of what the server has all the same.
  private var integrated: Set<Int> {
    ServerChange.integrated(unsynced, in: serverChanges ?? [])
  }

  /// Whether the error's action is what the server asked for. One that was recorded for a reset and
  /// asks for none was not understood.
  private var hasMeaningfulAction: Bool { isInjected || error.action.startsClientReset }

  /// Whether the trace recorded this very attempt, failed, and nothing after it.
  private func isRecordedToStop(_ mode: ResetMode) -> Bool {
    observed?.mode == mode && observed?.result == .failed
  }

  private func reuploaded(_ changesets: [Changeset]) -> [Outcome.ReuploadedChangeset] {
    zip(unsynced, changesets).map {
      Outcome.ReuploadedChangeset(clientVersion: $0.clientVersion, changeset: $1.encoded())
    }
  }
}
