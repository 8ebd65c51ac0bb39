internal import Replayer

// Traps about the reset as a whole: why it failed, or did something else than was asked for.
extension TrapSearch {
  func attemptTraps() -> [TrapOccurrence] {
    failedRecovery() + unfinishedResets() + handlerTraps() + acknowledgedLosses()
      + additiveSchema()
  }

  private func failedRecovery() -> [TrapOccurrence] {
    guard let failed = outcome.attempts.first(where: \.isFailedRecovery) else { return [] }
    var found: [TrapOccurrence] = []
    guard let ruling = failed.failedRuling, let write = index(of: ruling) else { return [] }
    if writes.count > 1 {
      found.append(
        TrapOccurrence(
          trap: .oneInstructionFailsAll, address: writes[write].address, writes: [write],
          effect: .recoveryFailed(writeCount: writes.count)))
    }
    if ruling.notes.contains(.followsDroppedInsertion) {
      found.append(
        TrapOccurrence(
          trap: .droppedNestedInsertion, address: writes[write].address, writes: [write],
          effect: .followsDroppedInsertion))
    }
    return found + failedPositions(ruling, at: write)
  }

  private func index(of ruling: Ruling) -> Int? {
    writes.firstIndex {
      $0.transactionIndex == ruling.changesetIndex
        && $0.instructionIndex == ruling.instructionIndex
    }
  }
}

extension ResetAttempt {
  /// Whether the recovery itself failed, and not the schema checks after it.
  fileprivate var isFailedRecovery: Bool { failedRuling != nil }
}
