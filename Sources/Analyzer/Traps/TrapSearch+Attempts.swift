internal import Replayer
internal import TraceFormat

// Traps about the reset as a whole: why it failed, or did something else than was asked for.
extension TrapSearch {
  func attemptTraps() -> [TrapSighting] {
    failedRecovery() + unfinishedResets() + acknowledgedLosses() + additiveSchema()
  }

  // MARK: One instruction

  private func failedRecovery() -> [TrapSighting] {
    guard let failed = outcome.attempts.first(where: \.isFailedRecovery) else { return [] }
    var found: [TrapSighting] = []
    guard let ruling = failed.failedRuling, let write = index(of: ruling) else { return [] }
    if writes.count > 1 {
      found.append(
        TrapSighting(
          trap: .oneInstructionFailsAll, address: writes[write].address, writes: [write],
          text: "the recovery failed on one instruction, and with it all "
            + "\(Phrase.count(writes.count, "write"))"))
    }
    if ruling.notes.contains(.followsDroppedInsertion) {
      found.append(
        TrapSighting(
          trap: .droppedNestedInsertion, address: writes[write].address, writes: [write],
          text:
            "an insertion before it was dropped because its link's target is gone; the next one "
            + "into the same list no longer fits"))
    }
    return found + failedPositions(ruling, at: write)
  }

  private func index(of ruling: Ruling) -> Int? {
    writes.firstIndex {
      $0.transactionIndex == ruling.changesetIndex
        && $0.instructionIndex == ruling.instructionIndex
    }
  }

  // MARK: Earlier resets

  private func unfinishedResets() -> [TrapSighting] {
    guard let last = outcome.attempts.last else { return [] }
    var found: [TrapSighting] = []
    if last.isDowngraded, writes.contains(where: { $0.fate == .lost }) {
      found.append(
        TrapSighting(
          trap: .discardAfterUnfinishedRecovery, writes: lost,
          text: "a recovery is on record that failed or was not acknowledged; RecoverOrDiscard "
            + "therefore discards \(Phrase.count(lost.count, "write")), and reports no failure"))
    }
    if last.failure?.failureClass == .resetCycle {
      found.append(
        TrapSighting(
          trap: .refusedUntilAcknowledged,
          text: "an earlier reset is on record, failed or not acknowledged; this one was refused "
            + "before it began"))
    }
    let isSuccess = last.result == .discarded || last.result == .recovered
    if outcome.attempts.count > 1, isSuccess {
      found.append(
        TrapSighting(
          trap: .backupDespiteSuccess,
          text: "the attempt that failed has scheduled \"back up, then delete\" for the file, and "
            + "nothing takes that back: the next launch moves the file away, with what was written "
            + "since"))
    }
    return found
  }

  private var lost: [Int] { writes.indices.filter { writes[$0].fate == .lost } }
}

extension ResetAttempt {
  /// Whether the recovery itself failed, and not the schema checks after it.
  fileprivate var isFailedRecovery: Bool { failedRuling != nil }

  /// Whether the app asked for recovery first, and the record of an earlier reset made it discard.
  fileprivate var isDowngraded: Bool {
    requestedMode == .recoverOrDiscard && actualMode == .discardLocal
      && action != .clientResetNoRecovery && result == .discarded
  }
}
