import FaultPlans
import TraceFormat

struct StepFault: Sendable {
  enum Kind: Sendable {
    /// The process ends; the app is started again and meets the same error.
    case crash
    case handlerThrows(message: String)
    /// The commit of this step, or the file of the download, finds no space.
    case diskFull
    case downloadDelayed(StepEffect.Delay)
    case downloadFails(SyncError)
    case secondReset(SyncError)
  }

  var kind: Kind
  var step: ResetStep
  var relation: TriggerRelation = .at
  var faultIndex: Int

  static func precedes(_ first: StepFault, _ second: StepFault) -> Bool {
    (first.step.rawValue, first.relation.order, first.faultIndex)
      < (second.step.rawValue, second.relation.order, second.faultIndex)
  }

  func isReached(by attempted: AttemptedReset) -> Bool {
    switch kind {
    // A step that fails may be cut short before it does.
    case .crash where step == attempted.lastStep: relation != .after || attempted.isComplete
    default: step.rawValue < attempted.lastStep.rawValue || attempted.isComplete
    }
  }

  var isAfterRecord: Bool { isAfter(.attemptRecorded, unlessBefore: true) }

  var isAfterTransfer: Bool { isAfter(.stateTransferred, unlessBefore: false) }

  var isAfterHandler: Bool { isAfter(.afterHandler, unlessBefore: false) }

  private func isAfter(_ other: ResetStep, unlessBefore: Bool) -> Bool {
    guard step == other else { return step.rawValue > other.rawValue }
    return unlessBefore ? relation != .before : relation == .after
  }

  func isAfter(_ decision: GateDecision) -> Bool { isAfter(decision.gate.step, unlessBefore: true) }
}

extension TriggerRelation {
  /// As they follow each other.
  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension GateDecision.Gate {
  var step: ResetStep {
    switch self {
    case .session: .errorArrives
    case .permission: .freshFileOpened
    case .download: .downloadCompleted
    case .anythingToReset: .beforeHandler
    case .pendingReset, .precheck: .attemptRecorded
    }
  }
}
