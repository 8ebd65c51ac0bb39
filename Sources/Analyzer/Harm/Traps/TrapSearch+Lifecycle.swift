internal import RealmModel
internal import Replayer
internal import TraceFormat

// What an earlier reset, a crash or the app's own handler made of this one.
extension TrapSearch {
  func unfinishedResets() -> [TrapSighting] {
    crashes() + downgrades() + refusals() + scheduledBackups()
  }

  /// The process ended with the attempt on record and nothing done: the next one takes it for failed.
  private func crashes() -> [TrapSighting] {
    let crash = outcome.attempts.firstIndex { $0.ending == .crash && $0.actualMode != nil }
    guard let crash else { return [] }
    let next = outcome.attempts.dropFirst(crash + 1).first
    return [
      TrapSighting(
        trap: .crashTakenForFailure, writes: writes.indices.filter(isNotKept),
        text: "the process ended with the attempt on record and the data untouched; "
          + (next?.consequence ?? outcome.nextAttempt.consequence))
    ]
  }

  private func downgrades() -> [TrapSighting] {
    let lost = writes.indices.filter { writes[$0].fate == .lost }
    guard outcome.attempts.last?.isDowngraded == true, !lost.isEmpty else { return [] }
    return [
      TrapSighting(
        trap: .discardAfterUnfinishedRecovery, writes: lost,
        text: "a recovery is on record that failed, was cut short or was not acknowledged; "
          + "RecoverOrDiscard therefore discards \(Phrase.count(lost.count, "write")), and reports "
          + "no failure")
    ]
  }

  private func refusals() -> [TrapSighting] {
    guard outcome.failure?.failureClass == .resetCycle else { return [] }
    return [
      TrapSighting(
        trap: .refusedUntilAcknowledged,
        text: "an earlier reset is on record, failed or not acknowledged; this one was refused "
          + "before it began")
    ]
  }

  /// An attempt that fails schedules a backup; one that the process did not survive does not.
  private func scheduledBackups() -> [TrapSighting] {
    let hasFailed = outcome.attempts.dropLast().contains { $0.ending == .failed }
    guard hasFailed, isComplete else { return [] }
    return [
      TrapSighting(
        trap: .backupDespiteSuccess,
        text: "the attempt that failed has scheduled \"back up, then delete\" for the file, and "
          + "nothing takes that back: the next launch moves the file away, with what was written "
          + "since")
    ]
  }

  func handlerTraps() -> [TrapSighting] {
    guard let last = outcome.attempts.last else { return [] }
    if outcome.isFailedByHandlerAfter {
      return [
        TrapSighting(
          trap: .afterHandlerFails, writes: writes.indices.filter { writes[$0].fate == .stranded },
          text: "the new state was committed before the app's handler threw; the reset counts as "
            + "failed all the same, and the file is set aside with what was recovered")
      ]
    }
    guard last.skipsAfterHandler else { return [] }
    return [
      TrapSighting(
        trap: .afterHandlerSkipped,
        text: "the process ended after the new state was committed and before the app's handler "
          + "was done; what the handler does for a reset is not done for this one")
    ]
  }

  private var isComplete: Bool { outcome.ending == .recovered || outcome.ending == .discarded }

  private func isNotKept(_ write: Int) -> Bool {
    writes[write].fate == .lost || writes[write].fate == .stranded
  }
}

extension ResetAttempt {
  /// Whether the app asked for recovery first, and the record of an earlier reset made it discard.
  fileprivate var isDowngraded: Bool {
    requestedMode == .recoverOrDiscard && actualMode == .discardLocal
      && action != .clientResetNoRecovery && ending == .discarded
  }

  /// What became of an attempt that followed one that was cut short.
  fileprivate var consequence: String {
    switch ending {
    case .discarded: "the next attempt took it for a failure, and discarded"
    case .failed: "the next attempt took it for a failure, and was refused"
    default: "the next attempt found it"
    }
  }
}

extension Outcome.NextAttempt {
  /// What the next launch comes to.
  fileprivate var consequence: String {
    switch self {
    case .reset(.discardLocal): "the next attempt takes it for a failure, and will discard"
    case .refused: "the next attempt takes it for a failure, and will be refused"
    default: "the next attempt finds it"
    }
  }
}
