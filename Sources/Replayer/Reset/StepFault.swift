import FaultPlans
import TraceFormat

/// Something that goes wrong at a step of a reset while it runs.
struct StepFault: Sendable {
  /// What goes wrong.
  enum Kind: Sendable {
    /// The process ends; the app is started again and meets the same error.
    case crash
    /// The app's handler at this step throws.
    case handlerThrows(message: String)
    /// The commit of this step, or the file of the download, finds no space.
    case diskFull
    /// The download stops for a while and continues.
    case downloadDelayed(StepEffect.Delay)
    /// The download fails for good, with this error of its session.
    case downloadFails(SyncError)
    /// The server orders another reset.
    case secondReset(SyncError)
  }

  var kind: Kind
  var step: ResetStep
  var relation: TriggerRelation = .at
  /// The fault's index in its plan.
  var faultIndex: Int

  /// Whether it comes before another one, on the way through the steps.
  static func precedes(_ first: StepFault, _ second: StepFault) -> Bool {
    (first.step.rawValue, first.relation.order, first.faultIndex)
      < (second.step.rawValue, second.relation.order, second.faultIndex)
  }

  /// Whether an attempt comes to it.
  func isReached(by attempted: AttemptedReset) -> Bool {
    switch kind {
    // A step that fails may be cut short before it does.
    case .crash where step == attempted.lastStep: relation != .after || attempted.isComplete
    // The session reads the next error once the reset is done.
    case .secondReset where step.rawValue > ResetStep.downloadCompleted.rawValue:
      attempted.isComplete
    default: step.rawValue < attempted.lastStep.rawValue || attempted.isComplete
    }
  }

  /// Whether the record of the attempt is committed by then.
  var isAfterRecord: Bool { isAfter(.attemptRecorded, unlessBefore: true) }

  /// Whether the new state is committed by then.
  var isAfterTransfer: Bool { isAfter(.stateTransferred, unlessBefore: false) }

  /// Whether the app's handler after the reset is done by then.
  var isAfterHandler: Bool { isAfter(.afterHandler, unlessBefore: false) }

  private func isAfter(_ other: ResetStep, unlessBefore: Bool) -> Bool {
    guard step == other else { return step.rawValue > other.rawValue }
    return unlessBefore ? relation != .before : relation == .after
  }

  /// Whether a decision was made by then.
  func isAfter(_ decision: GateDecision) -> Bool { isAfter(decision.gate.step, unlessBefore: true) }
}

extension TriggerRelation {
  fileprivate var order: Int {
    switch self {
    case .before: 0
    case .at: 1
    case .after: 2
    }
  }
}

extension GateDecision.Gate {
  /// The step at which the gate stands.
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
