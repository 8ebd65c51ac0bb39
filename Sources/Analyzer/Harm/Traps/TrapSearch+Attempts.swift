internal import Replayer
internal import TraceFormat

// Traps about the reset as a whole: why it failed, or did something else than was asked for.
extension TrapSearch {
  func attemptTraps() -> [TrapOccurrence] {
    failedRecovery() + crashes() + downgrades() + refusals() + scheduledBackups()
      + handlerTraps() + acknowledgedLosses() + additiveSchema()
  }

  private func failedRecovery() -> [TrapOccurrence] {
    // The recovery itself, and not the schema checks after it.
    guard let ruling = outcome.attempts.lazy.compactMap(\.failedRuling).first else { return [] }
    let write = outcome.writeStarts[ruling.changesetIndex] + ruling.instructionIndex
    var found: [TrapOccurrence] = []
    if writes.count > 1 {
      found.append(
        TrapOccurrence(
          trap: .oneInstructionFailsAll, address: writes[write].address, writes: [write],
          effect: .recoveryFailed(writeCount: writes.count)))
    }
    if ruling.notes.contains(.followsDroppedInsertion) {
      found.append(
        TrapOccurrence(
          trap: .droppedNestedInsertionFailsReset, address: writes[write].address, writes: [write],
          effect: .followsDroppedInsertion))
    }
    return found + failedPositions(ruling, at: write)
  }
}

// A server that went back in time, and schemas that differ.
extension TrapSearch {
  /// What was synced and is not on the server, where the server says that it is behind: the places of the
  /// account of harm.
  func acknowledgedLosses() -> [TrapOccurrence] {
    guard outcome.showsChangesSinceRestore else { return [] }
    return outcome.acknowledgedLosses(server).filter { $0.after != .present }.map { loss in
      TrapOccurrence(
        trap: .acknowledgedChangesLost, address: loss.address,
        effect: loss.value.map { .syncedValueGone(value: $0, now: loss.after) }
          ?? .syncedObjectGone)
    }
  }

  /// Discarding failed on what only the device has, and has not synced.
  func additiveSchema() -> [TrapOccurrence] {
    guard let last = outcome.attempts.last, last.actualMode == .discardLocal,
      [.classesRemoved, .propertiesRemoved].contains(last.failure?.failureClass)
    else { return [] }
    let additions = writes.indices.filter {
      writes[$0].kind == .addTable || writes[$0].kind == .addColumn
    }
    let added = Dictionary(grouping: additions) { writes[$0].address }
    let missing = outcome.missingInFresh
    guard missing.allSatisfy({ added[$0] != nil }) else { return [] }
    return missing.map { address in
      TrapOccurrence(
        trap: .additiveSchemaFailsDiscard, address: address, writes: added[address] ?? [],
        effect: .onlyOnDevice)
    }
  }
}

// What an earlier reset, a crash or the app's own handler made of this one.
extension TrapSearch {
  /// The process ended with the attempt on record and nothing done: the next one takes it for failed.
  private func crashes() -> [TrapOccurrence] {
    let crash = outcome.attempts.firstIndex { $0.ending == .crash && $0.actualMode != nil }
    guard let crash else { return [] }
    let next = outcome.attempts.dropFirst(crash + 1).first
    // A file that is moved first meets no next attempt.
    guard next != nil || outcome.attempts.schedulingMove == nil else { return [] }
    return [
      TrapOccurrence(
        trap: .crashTakenForFailure,
        writes: writes.indices.filter { [.lost, .stranded].contains(writes[$0].fate) },
        effect: .interrupted(next?.consequence ?? outcome.nextAttempt.consequence))
    ]
  }

  private func downgrades() -> [TrapOccurrence] {
    let lost = writes.indices.filter { writes[$0].fate == .lost }
    guard let last = outcome.attempts.last, last.isDowngraded, last.ending == .discarded,
      !lost.isEmpty
    else { return [] }
    return [
      TrapOccurrence(
        trap: .discardAfterUnfinishedRecovery, writes: lost,
        effect: .discardedInstead(writeCount: lost.count))
    ]
  }

  private func refusals() -> [TrapOccurrence] {
    guard outcome.failure?.failureClass == .resetCycle else { return [] }
    return [TrapOccurrence(trap: .resetRefusedUntilAcknowledged, effect: .refused)]
  }

  /// An attempt that fails schedules a backup; one that the process did not survive does not.
  private func scheduledBackups() -> [TrapOccurrence] {
    guard outcome.attempts.schedulingMove != nil, outcome.ending.isCarriedOut else { return [] }
    return [TrapOccurrence(trap: .backupScheduledDespiteSuccess, effect: .backupScheduled)]
  }

  func handlerTraps() -> [TrapOccurrence] {
    guard let last = outcome.attempts.last else { return [] }
    if outcome.isFailedByHandlerAfter {
      return [
        TrapOccurrence(
          trap: .afterHandlerFailsFinishedReset,
          writes: writes.indices.filter { writes[$0].fate == .stranded },
          effect: .handlerFailed)
      ]
    }
    guard last.skipsAfterHandler else { return [] }
    return [TrapOccurrence(trap: .afterHandlerNeverCalled, effect: .handlerSkipped)]
  }

}

extension ResetAttempt {
  /// Whether the app asked for recovery first, and the record of an earlier reset made it discard.
  var isDowngraded: Bool {
    requestedMode == .recoverOrDiscard && actualMode == .discardLocal
      && action != .clientResetNoRecovery
  }

  fileprivate var consequence: TrapOccurrence.Effect.NextAttempt {
    switch ending {
    case .discarded: .discarded
    case .failed: .refused
    default: .wentOn
    }
  }
}

extension Outcome.NextAttempt {
  fileprivate var consequence: TrapOccurrence.Effect.NextAttempt {
    switch self {
    case .reset(.discardLocal): .willDiscard
    case .refused: .willBeRefused
    default: .willGoOn
    }
  }
}
