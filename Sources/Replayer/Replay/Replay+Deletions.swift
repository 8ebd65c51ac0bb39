internal import RealmModel
internal import TraceFormat

extension Replay {
  /// What the server asked for that may cost data: the resets of ``resets(under:session:)``, and where
  /// no fault is injected the deletions of files (action `DeleteRealm`), in the order of the trace.
  ///
  /// A deletion is a reset that none took place of (``ResetEnding/noReset``), in whatever mode; all
  /// that is unsynced at the end of its session goes with the file.
  /// - Throws: as ``resets(under:session:)``, where there is neither.
  public func resetsAndDeletions(
    under plan: FaultPlan = .none, session: UInt32? = nil
  ) throws(ReplayFailure) -> [PlannedReset] {
    guard plan.faults.isEmpty else { return try resets(under: plan, session: session) }
    let all = fold.deletions()
    let deletions = all.filter { session == nil || $0.session == session }
    var found: [PlannedReset] = []
    do throws(ReplayFailure) {
      found = try resets(under: plan, session: session)
    } catch {
      guard error.isLackOfResets else { throw error }
      if deletions.isEmpty {
        // Another session's file was deleted: it is this one that has nothing.
        if let session, !all.isEmpty { throw .noResetInSession(session) }
        throw error
      }
    }
    return (found + deletions).sorted { $0.sequence < $1.sequence }
  }
}

extension PlannedReset {
  /// The session's number in the trace.
  fileprivate var session: UInt32 { reset.situation.session.session }

  /// The record that asked for it.
  fileprivate var sequence: UInt64 { reset.situation.session.resetSequence }
}

extension ReplayFailure {
  /// Whether nothing asked for a reset.
  fileprivate var isLackOfResets: Bool {
    switch self {
    case .noReset, .noResetInSession: true
    default: false
    }
  }
}

extension TraceFold {
  /// The deletions of files that were recorded from the inside, each at the end of its session: the
  /// file goes at the next launch, with what the app wrote until then. One whose states the trace does
  /// not show is left out.
  fileprivate func deletions() -> [PlannedReset] {
    steps.keys.sorted().compactMap { number in
      guard recording(of: number) == .inside, let (error, step) = lastDeletion(in: number) else {
        return nil
      }
      return try? deletion(of: number, error, step)
    }
  }

  private func lastDeletion(in session: UInt32) -> (error: SyncError, step: Step)? {
    for step in (steps[session] ?? []).reversed() {
      if case .error(let error) = step.content, error.action == .deleteRealm {
        return (error, step)
      }
    }
    return nil
  }

  private func deletion(
    of session: UInt32, _ error: SyncError, _ step: Step
  ) throws(ReplayFailure) -> PlannedReset {
    let timeline = try timeline(of: session)
    guard var point = timeline.points.last else { throw .noStateInSession(session) }
    // All transactions that a recorded state holds have followed.
    point.isClientAhead = false
    var reset = try timeline.reset(at: point, error: error)
    reset.situation.replaceError(error)
    reset.situation.session.resetSequence = step.sequence
    reset.situation.session.resetTimeMicroseconds = step.timeMicroseconds
    return PlannedReset(
      SessionTimeline.RecordedReset(
        reset: reset, point: point, approach: timeline.approach(to: point)),
      in: timeline, plan: .none, self)
  }
}
