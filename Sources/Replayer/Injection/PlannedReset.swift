public import FaultPlans
import RealmModel
public import TraceFormat

/// A reset that is due under a fault plan, ready to be carried out in any mode. Under the plan without
/// faults it is one that was recorded.
///
/// What the faults did to the server and to the events before is done once; each mode starts from it.
public struct PlannedReset: Sendable {
  /// The reset as the faults before it left it.
  package private(set) var reset: DueReset
  /// The session that leads to it, as the faults before it made it.
  public let timeline: SessionTimeline
  /// Where things stood when it came.
  private let point: SessionTimeline.Point
  /// The points that lead to it.
  private let approach: Range<Int>
  /// The faults that it is replayed with.
  public let plan: FaultPlan
  /// What goes wrong while it runs.
  private var stepFaults: [StepFault] = []
  /// What each fault did, by its index in the plan.
  private var effects: [Int: [FaultEffect]] = [:]
  /// Where each fault fired: the record.
  private var sequences: [Int: UInt64] = [:]
  /// The faults of the plan that happen at no reset at all.
  package internal(set) var unfiredInPlan: [UnfiredFault] = []
  private let fold: TraceFold
  /// The events that led to it, where faults have changed them.
  private let steps: [TraceFold.Step]?

  init(
    _ due: SessionTimeline.RecordedReset, in timeline: SessionTimeline, plan: FaultPlan,
    _ fold: TraceFold, steps: [TraceFold.Step]? = nil
  ) {
    (reset, point, approach) = (due.reset, due.point, due.approach)
    self.timeline = timeline
    self.plan = plan
    self.fold = fold
    self.steps = steps
  }

  /// The reset in its timeline.
  public var inTimeline: SessionTimeline.RecordedReset {
    SessionTimeline.RecordedReset(reset: reset, point: point, approach: approach)
  }

  /// The faults that happened on the way to it, or will in its course.
  var faultIndexes: Set<Int> { Set(effects.keys).union(stepFaults.map(\.faultIndex)) }

  mutating func note(_ newEffects: [FaultEffect], of index: Int, at sequence: UInt64) {
    effects[index, default: []] += newEffects
    sequences[index] = sequence
  }

  mutating func add(_ fault: StepFault) { stepFaults.append(fault) }

  /// Lets a fault change the reset, and notes what it did.
  mutating func inject(
    _ index: Int, _ memory: InjectionMemory,
    _ body: (inout ResetInjection, inout SeededNumbers) throws(FaultRefusal) -> [FaultEffect]
  ) throws(FaultRefusal) {
    let (fold, summary) = (fold, reset.situation.session)
    let steps = steps ?? fold.allSteps(of: summary.session)
    var injection = ResetInjection(reset: reset, isNew: false, memory: memory) {
      () throws(FaultRefusal) in
      try fold.versionHistory(of: summary.session, steps, through: summary.resetSequence)
    }
    var numbers = plan.numbers(of: index)
    note(try body(&injection, &numbers), of: index, at: summary.resetSequence)
    reset = injection.reset
  }

  /// Carries the reset out in a mode.
  public func outcome(mode: ResetMode, quirks: Quirks = .realmCore) -> Outcome {
    outcome(mode: mode, quirks: quirks, memory: InjectionMemory())
  }

  /// The same, with what other replays of the trace have in common with it.
  package func outcome(mode: ResetMode, quirks: Quirks, memory: InjectionMemory) -> Outcome {
    var reset = reset
    if !faultIndexes.isEmpty {
      // The device that was recorded did not have these faults.
      (reset.observed, reset.situation.entry) = (nil, .session)
    }
    let run = reset.run(
      mode: mode, quirks: quirks, faults: stepFaults, memory: memory.resets)
    var outcome = reset.outcome(of: run, quirks: quirks)
    outcome.faultPlan = plan
    outcome.faults = firings(of: run)
    let missed = run.faults.map {
      UnfiredFault(
        fault: plan.faults[$0.faultIndex], index: $0.faultIndex,
        reason: .resetEndsBefore(mode))
    }
    outcome.unfiredFaults = (unfiredInPlan + missed).sorted { $0.index < $1.index }
    return outcome
  }

  private func firings(of run: ResetRun) -> [FaultFiring] {
    var effects = effects
    for occurrence in run.occurrences {
      effects[occurrence.faultIndex, default: []].append(FaultEffect(.step(occurrence.effect)))
    }
    return effects.sorted { $0.key < $1.key }.map { index, effects in
      FaultFiring(
        fault: plan.faults[index], index: index, session: reset.situation.session.session,
        sequence: sequences[index] ?? reset.situation.session.resetSequence, effects: effects)
    }
  }
}
