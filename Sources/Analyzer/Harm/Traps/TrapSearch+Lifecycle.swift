internal import Replayer
internal import TraceFormat

// What an earlier reset, a crash or the app's own handler made of this one.
extension TrapSearch {
  func unfinishedResets() -> [TrapOccurrence] {
    crashes() + downgrades() + refusals() + scheduledBackups()
  }

  /// The process ended with the attempt on record and nothing done: the next one takes it for failed.
  private func crashes() -> [TrapOccurrence] {
    let crash = outcome.attempts.firstIndex { $0.ending == .crash && $0.actualMode != nil }
    guard let crash else { return [] }
    let next = outcome.attempts.dropFirst(crash + 1).first
    return [
      TrapOccurrence(
        trap: .crashTakenForFailure, writes: writes.indices.filter(isNotKept),
        effect: .interrupted(next?.consequence ?? outcome.nextAttempt.consequence))
    ]
  }

  private func downgrades() -> [TrapOccurrence] {
    let lost = writes.indices.filter { writes[$0].fate == .lost }
    guard outcome.attempts.last?.isDowngraded == true, !lost.isEmpty else { return [] }
    return [
      TrapOccurrence(
        trap: .discardAfterUnfinishedRecovery, writes: lost,
        effect: .discardedInstead(writeCount: lost.count))
    ]
  }

  private func refusals() -> [TrapOccurrence] {
    guard outcome.failure?.failureClass == .resetCycle else { return [] }
    return [TrapOccurrence(trap: .refusedUntilAcknowledged, effect: .refused)]
  }

  /// An attempt that fails schedules a backup; one that the process did not survive does not.
  private func scheduledBackups() -> [TrapOccurrence] {
    let hasFailed = outcome.attempts.dropLast().contains { $0.ending == .failed }
    guard hasFailed, isComplete else { return [] }
    return [TrapOccurrence(trap: .backupDespiteSuccess, effect: .backupScheduled)]
  }

  func handlerTraps() -> [TrapOccurrence] {
    guard let last = outcome.attempts.last else { return [] }
    if outcome.isFailedByHandlerAfter {
      return [
        TrapOccurrence(
          trap: .afterHandlerFails, writes: writes.indices.filter { writes[$0].fate == .stranded },
          effect: .handlerFailed)
      ]
    }
    guard last.skipsAfterHandler else { return [] }
    return [TrapOccurrence(trap: .afterHandlerSkipped, effect: .handlerSkipped)]
  }

  private var isComplete: Bool { outcome.ending.isCarriedOut }

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
  fileprivate var consequence: TrapOccurrence.Effect.NextAttempt {
    switch ending {
    case .discarded: .discarded
    case .failed: .refused
    default: .wentOn
    }
  }
}

extension Outcome.NextAttempt {
  /// What happens at the next launch.
  fileprivate var consequence: TrapOccurrence.Effect.NextAttempt {
    switch self {
    case .reset(.discardLocal): .willDiscard
    case .refused: .willBeRefused
    default: .willGoOn
    }
  }
}
