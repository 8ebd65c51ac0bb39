package import Replayer
package import TraceFormat

extension FateReason.Untouched {
  /// The reason of a write for which the ruling is all that counts: nothing was reset, so no state has to be looked at.
  ///
  /// - Parameter result: how the reset ended.
  /// - Returns: nil where the states have to be looked at.
  package init?(_ ruling: Ruling, _ result: ResetEnding) {
    switch ruling.effect {
    case .failed where Self.failures.contains(ruling.rule): self = .failedHere
    case .failed: self = result == .crash ? .processEnded : .resetFailed
    case .stranded:
      switch ruling.rule {
      case .handlerFailed: self = .handlerFailed
      case .syncStopped: self = .syncStopped
      case .serverSilent: self = .serverSilent
      default: self = .notAttempted
      }
    case .kept: self = .notReset
    case .applied, .copiedWhole, .discarded: return nil
    }
  }

  /// The rules of instructions that a recovery fails at.
  private static let failures: Set<RuleIdentifier> = [
    .unrecoverable, .badChangeset, .rejectedByStorage, .aborts,
  ]
}

extension FateReason {
  /// The reason of a write that the server refused, by an error of its own; nil for any other.
  package init?(refusalBy ruling: Ruling) {
    for case .refused(let words) in ruling.notes {
      self = .refused(refusal: ruling.rule == .undoneByServer ? .undone : .notTaken, words: words)
      return
    }
    return nil
  }
}
