package import FaultPlans
package import TraceFormat

package enum StepEffect: Codable, Hashable, Sendable {
  package enum Delay: Codable, Hashable, Sendable {
    case connectionBroke
    case messageRepeated
  }

  package enum Aftermath: Codable, Hashable, Sendable {
    /// Nothing is on record, and the next attempt starts over.
    case startsOver
    case recordIsFound
    /// The reset is complete, and the handler after it is never called.
    case skipsAfterHandler
    case goesOn
    case isAcknowledged
  }

  case downloadDelayed(Delay)
  /// The download failed with the error of its session, which leaves no record.
  case downloadFailed(SyncError)
  case processEnded(end: ProcessEnd, aftermath: Aftermath)
  /// The app's handler before the reset threw, so nothing was changed or recorded.
  case beforeHandlerThrew
  /// The app's handler after the reset threw: the reset is committed, and counts as failed.
  case afterHandlerThrew
  case diskFull(isRecorded: Bool)
  case resetAgain(isAcknowledged: Bool)
}

package struct ProcessEnd: Codable, Hashable, Sendable {
  package var relation: TriggerRelation
  package var step: ResetStep

  package init(_ relation: TriggerRelation, _ step: ResetStep) {
    (self.relation, self.step) = (relation, step)
  }
}
