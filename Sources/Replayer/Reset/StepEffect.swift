package import FaultPlans
package import TraceFormat

/// What a fault did at a step of a reset.
package enum StepEffect: Codable, Hashable, Sendable {
  /// What the download of the fresh state got over.
  package enum Delay: Codable, Hashable, Sendable {
    /// The connection broke, and came back.
    case connectionBroke
    /// A message of a bootstrap came twice.
    case messageRepeated
  }

  /// What the end of the process means for the reset.
  package enum Aftermath: Codable, Hashable, Sendable {
    /// Nothing is on record, and the next attempt starts over.
    case startsOver
    /// The attempt is on record, and the next one finds it.
    case recordIsFound
    /// The reset is complete, and the handler after it is never called.
    case skipsAfterHandler
    /// The reset is complete, and sync continues when the app is started again.
    case goesOn
    /// The reset is complete and acknowledged.
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
  /// A commit found no space; whether the attempt had been recorded by then.
  case diskFull(isRecorded: Bool)
  /// Another reset was ordered, before or after the first one was acknowledged.
  case resetAgain(isAcknowledged: Bool)
}

/// Where in a reset the process ended.
package struct ProcessEnd: Codable, Hashable, Sendable {
  package var relation: TriggerRelation
  package var step: ResetStep

  package init(_ relation: TriggerRelation, _ step: ResetStep) {
    self.relation = relation
    self.step = step
  }
}
