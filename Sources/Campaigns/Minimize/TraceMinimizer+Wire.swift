internal import FaultPlans
internal import Replayer
internal import TraceFormat

// What only the wire shows of a reset is in messages, which cannot be taken apart one by one.
extension TraceMinimizer.Question {
  /// The first reset that shows what is wanted as a session that was recorded from the inside, where
  /// only the wire shows it; else the trace itself.
  func recordedInside(_ trace: TraceMinimizer.Candidate) -> TraceMinimizer.Candidate {
    guard let injector = FaultInjector(candidate: trace.events) else { return trace }
    let plan = trace.plan.atReset
    for reset in due(under: trace.plan, injector)
    where injector.recording(of: reset.situation.session.session) == .wire {
      // Of a state that no changesets make, the trace itself is made smaller.
      guard let events = try? reset.events() else { continue }
      let candidate = TraceMinimizer.Candidate(events: events, plan: plan)
      if !outcomes(in: candidate).isEmpty { return candidate }
    }
    return trace
  }

  /// The resets that were recorded, and those that the faults of a plan make due, each before the
  /// faults have acted on it.
  private func due(under plan: FaultPlan, _ injector: FaultInjector) -> [DueReset] {
    let moments = plan.faults.filter(\.canMoveToReset).map(\.trigger)
    let plans =
      [FaultPlan.none]
      + moments.map { moment in
        FaultPlan([Fault(moment, .server(.clientReset(FaultError())))], seed: plan.seed)
      }
    return plans.flatMap { injector.resetsIfAny(under: $0) }
  }
}

extension FaultPlan {
  /// The faults at the one reset that is left of a session.
  fileprivate var atReset: FaultPlan {
    var plan = self
    plan.faults = faults.map { fault in
      var fault = fault.canMoveToReset ? fault.movedToReset : fault
      if fault.trigger.event.isOfReset { fault.trigger.resetNumber = 1 }
      return fault
    }
    return plan
  }
}
