import RealmModel
import TraceFormat

/// Folds the events of a session into its timeline.
///
/// Of a session that was recorded from the inside, states, transactions and errors count, and
/// messages only repeat them. Of one that only the wire was recorded of, what was uploaded is the
/// client's, and what was downloaded is both sides'; the client merges the two, and here they are
/// applied in the order of the wire.
struct SessionFold {
  var timeline: SessionTimeline
  var base: RealmState?
  var local: RealmState?
  /// A recorded local state holds the transactions that follow it in the trace.
  var localHoldsCommits = false
  /// What the server has, as far as the trace shows it.
  var server: RealmState?
  var pendingReset: PendingReset?
  /// Where the transactions since the last reset begin, and the server's changes since the base.
  var transactionStart = 0
  var serverChangeStart = 0
  /// An error that asks for a reset, and its record.
  var error: (error: SyncError, step: TraceFold.Step)?
  /// Where the points begin that lead to the next reset.
  var approachStart = 0
  /// Whether nothing has changed the client's state since the last reset.
  var isJustReset = false
  var wire = WireProgress()
  /// Whether faults have changed what is folded.
  var isFaulted = false
  /// On the wire: what the server has and the client never got.
  var aheadOfClient: [Changeset] = []

  init(_ timeline: SessionTimeline) {
    self.timeline = timeline
    guard timeline.isWireOnly else {
      pendingReset = timeline.start?.pendingReset
      return
    }
    local = RealmState()
    publishShared()
  }

  /// Takes the next event, and notes a point if it changed something.
  mutating func take(_ step: TraceFold.Step) throws(ReplayFailure) {
    guard let change = try change(by: step) else { return }
    timeline.points.append(point(after: step, change))
  }

  /// Completes a reset whose fresh state was not recorded with the server's.
  mutating func finish() throws(ReplayFailure) { try completeWithoutFresh() }

  /// Where things stand now.
  func point(after step: TraceFold.Step, _ change: SessionTimeline.Change)
    -> SessionTimeline.Point
  {
    SessionTimeline.Point(
      sequence: step.sequence, timeMicroseconds: step.timeMicroseconds, change: change,
      base: base, client: local, server: server,
      // No transactions follow once a reset is asked for.
      isClientAhead: localHoldsCommits && error == nil, pendingReset: pendingReset,
      acknowledgedClientVersion: wire.acknowledgedClientVersion,
      transactions: transactionStart..<timeline.transactions.count,
      serverChanges: serverChangeStart..<timeline.serverChanges.count,
      foundGapCount: timeline.foundGaps.count,
      resetIndex: isJustReset ? timeline.resets.count - 1 : nil)
  }

  private mutating func change(by step: TraceFold.Step) throws(ReplayFailure)
    -> SessionTimeline.Change?
  {
    switch (step.content, timeline.isWireOnly) {
    case (.snapshot(let snapshot), false): try take(snapshot, step)
    case (.localCommit(let commit), false): take(commit, step)
    case (.serverCommit(let commit), false): take(commit, step)
    case (.error(let error), _): try take(error, step)
    case (.observed(let observed), false): take(observed)
    case (.upload(let upload), true): take(upload, step)
    case (.download(let download), true): take(download, step)
    case (.serverCommit(let commit), true): takeAhead(commit, step)
    case (.upload, false), (.download, false): nil
    case (.snapshot, true), (.localCommit, true), (.observed, true): nil
    }
  }
}

// Changesets
extension SessionFold {
  private mutating func take(_ commit: LocalCommit, _ step: TraceFold.Step)
    -> SessionTimeline.Change
  {
    isJustReset = false
    let changeset = addTransaction(
      commit.clientVersion, commit.originTimestampMilliseconds, commit.changeset, step)
    if !localHoldsCommits, let changeset { apply(changeset, to: \.local, step) }
    return .localCommit(clientVersion: commit.clientVersion)
  }

  private mutating func take(_ commit: ServerCommit, _ step: TraceFold.Step)
    -> SessionTimeline.Change
  {
    if let changeset = decode(commit.changeset, step) {
      timeline.serverChanges.append(
        ServerChange(
          changeset, originTimestampMilliseconds: commit.originTimestampMilliseconds,
          isForeign: isForeign(commit)))
      apply(changeset, to: \.server, step)
    } else {
      server = nil
    }
    return .serverCommit(serverVersion: commit.serverVersion)
  }

  /// Whether a change comes from another client file. A reset gives the file another identifier, which
  /// the trace does not show.
  private func isForeign(_ commit: ServerCommit) -> Bool {
    guard timeline.resets.isEmpty, let origin = commit.originFileIdent,
      let own = timeline.start?.clientFileIdent
    else { return false }
    return origin != own
  }

  /// Adds a transaction of the device; gives its changeset where that can be read.
  mutating func addTransaction(
    _ version: UInt64, _ originTimestamp: UInt64?, _ bytes: [UInt8], _ step: TraceFold.Step
  ) -> Changeset? {
    let changeset = decode(bytes, step)
    timeline.transactions.append(
      Outcome.UnsyncedChangeset(
        clientVersion: version, sequence: step.sequence, timeMicroseconds: step.timeMicroseconds,
        originTimestampMilliseconds: originTimestamp, changeset: changeset ?? Changeset()))
    return changeset
  }

  /// Decodes a changeset, or notes that it can't be read.
  mutating func decode(_ bytes: [UInt8], _ step: TraceFold.Step) -> Changeset? {
    do {
      return try Changeset(decoding: bytes)
    } catch {
      timeline.foundGaps.append(.unreadable(step.sequence, "cannot be read: \(error)"))
      return nil
    }
  }

  /// Applies a changeset to a state, or notes that it does not fit.
  mutating func apply(
    _ changeset: Changeset, to state: WritableKeyPath<SessionFold, RealmState?>,
    _ step: TraceFold.Step
  ) {
    do {
      try self[keyPath: state]?.apply(changeset)
    } catch {
      timeline.foundGaps.append(
        isFaulted
          ? .unmerged(step.sequence, error)
          : .unreadable(step.sequence, "does not fit the state before it: \(error)"))
    }
  }
}

extension Gap {
  /// A changeset that is whole, and was made for a state that faults have changed.
  fileprivate static func unmerged(_ sequence: UInt64, _ failure: ApplyFailure) -> Gap {
    Gap(
      kind: .unmergedConcurrentChanges, sequence: sequence,
      text: "with the faults this change meets others that it would have been merged with, which "
        + "is not replayed; what does not fit is left out (\(failure))")
  }

  /// A changeset that could not be used.
  fileprivate static func unreadable(_ sequence: UInt64, _ reason: String) -> Gap {
    Gap(kind: .unreadableChangeset, sequence: sequence, text: "the changeset \(reason)")
  }
}
