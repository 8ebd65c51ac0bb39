internal import Replayer
internal import TraceFormat

/// The fate of a write for which the ruling is all that counts: nothing was reset, so no state has to
/// be looked at.
struct Judgement {
  var fate: Fate
  var cause: Cause?
  var reason: String

  /// - Parameter result: how the reset ended.
  /// - Returns: nil where the states have to be looked at.
  init?(of ruling: Ruling, _ result: ResetResult) {
    switch ruling.effect {
    case .failed: self.init(failedBy: ruling, result)
    case .stranded where ruling.rule == .handlerFailed: self = .handlerFailed
    case .stranded:
      self.init(
        fate: .stranded, cause: .manualMode,
        reason: "no reset is attempted; the write stays in the device's file")
    case .kept:
      self.init(
        fate: .recovered,
        reason: "nothing was reset, so the write stays on the device and is to be uploaded")
    case .applied, .copiedWhole, .discarded: return nil
    }
  }

  /// The write is in the state that was committed before the app's handler failed the reset.
  static let handlerFailed = Judgement(
    fate: .stranded, cause: .handlerFailed,
    reason: "the app's handler failed the reset; the write is in the file, which is set aside")

  private init(failedBy ruling: Ruling, _ result: ResetResult) {
    let stays = "so it stays in the device's file and is not synced"
    if Self.failures.contains(ruling.rule) {
      self.init(
        fate: .stranded, cause: .madeResetFail, reason: "the reset failed at this write, \(stays)")
    } else if result == .crash {
      self.init(
        fate: .stranded, cause: .processEnded,
        reason: "Realm Core would have ended the process, \(stays)")
    } else {
      self.init(
        fate: .stranded, cause: .resetFailed,
        reason: "the reset failed, so the write stays in the device's file and is not synced")
    }
  }

  private init(fate: Fate, cause: Cause? = nil, reason: String) {
    self.fate = fate
    self.cause = cause
    self.reason = reason
  }

  /// The rules of instructions that a recovery fails at.
  private static let failures: Set<RuleIdentifier> = [
    .unrecoverable, .badChangeset, .rejectedByStorage, .aborts,
  ]
}

extension WriteVerdict {
  mutating func settle(_ judgement: Judgement) {
    settle(judgement.fate, judgement.cause, because: judgement.reason)
  }
}
