import FaultPlans
import TraceFormat

package struct InjectedFaults: Sendable {
  var plan = FaultPlan.none
  var stepFaults: [StepFault] = []
  /// The faults of the plan that happen at no reset at all.
  package internal(set) var unfiredInPlan: [UnfiredFault] = []
  /// The events that led to it, where faults have changed them.
  var events: [SessionEvent]?
  /// What each fault did, by its index in the plan.
  private var effects: [Int: [FaultEffect]] = [:]
  /// Where each fault fired: the record.
  private var sequences: [Int: UInt64] = [:]

  package var indexes: Set<Int> { Set(effects.keys).union(stepFaults.map(\.faultIndex)) }

  mutating func note(_ newEffects: [FaultEffect], of index: Int, at sequence: UInt64) {
    effects[index, default: []] += newEffects
    sequences[index] = sequence
  }

  func firings(in run: ResetRun, of reset: DueReset) -> [FaultFiring] {
    var effects = effects
    for occurrence in run.occurrences {
      effects[occurrence.faultIndex, default: []].append(FaultEffect(.step(occurrence.effect)))
    }
    return effects.sorted { $0.key < $1.key }.map { index, effects in
      FaultFiring(
        fault: plan.faults[index], index: index, session: reset.session,
        sequence: sequences[index] ?? reset.sequence, effects: effects)
    }
  }

  func unfired(in run: ResetRun, _ mode: ResetMode) -> [UnfiredFault] {
    let missed = run.faults.map {
      UnfiredFault(
        fault: plan.faults[$0.faultIndex], index: $0.faultIndex, reason: .resetEndsBefore(mode))
    }
    return (unfiredInPlan + missed).sorted { $0.index < $1.index }
  }
}
