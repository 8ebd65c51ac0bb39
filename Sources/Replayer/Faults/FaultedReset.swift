import RealmModel
public import TraceFormat

/// A reset that is due under a fault plan, ready to be carried out in any mode.
///
/// What the faults did to the server and to the events before is done once; each mode starts from it.
public struct FaultedReset: Sendable {
  /// The reset as the faults before it left it.
  public private(set) var reset: DueReset
  /// The session that leads to it, as the faults before it made it.
  public let timeline: SessionTimeline
  /// Where things stood when it came.
  private let point: SessionTimeline.Point
  /// The points that lead to it.
  private let approach: Range<Int>
  public let plan: FaultPlan
  /// What goes wrong while it runs.
  private var mishaps: [Mishap] = []
  /// What each fault did, by its index in the plan.
  private var effects: [Int: [FaultEffect]] = [:]
  /// Where each fault fired: the record.
  private var sequences: [Int: UInt64] = [:]
  /// The faults of the plan that happen at no reset at all.
  var unfiredInPlan: [UnfiredFault] = []
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

  /// The faults that befell it, or will.
  var faultIndexes: Set<Int> { Set(effects.keys).union(mishaps.map(\.faultIndex)) }

  mutating func note(_ newEffects: [FaultEffect], of index: Int, at sequence: UInt64) {
    effects[index, default: []] += newEffects
    sequences[index] = sequence
  }

  mutating func add(_ mishap: Mishap) { mishaps.append(mishap) }

  /// Lets a fault change the reset, and notes what it did.
  mutating func inject(
    _ index: Int,
    _ body: (inout ResetSituation, inout SeededNumbers) throws(FaultRefusal) -> [FaultEffect]
  ) throws(FaultRefusal) {
    let (fold, summary) = (fold, reset.summary)
    let steps = steps ?? fold.allSteps(of: summary.session)
    var situation = ResetSituation(reset: reset, isNew: false) { () throws(FaultRefusal) in
      try fold.serverHistory(of: summary.session, steps, through: summary.resetSequence)
    }
    var numbers = plan.numbers(of: index)
    note(try body(&situation, &numbers), of: index, at: summary.resetSequence)
    reset = situation.reset
  }

  /// Carries the reset out in a mode.
  public func outcome(mode: ResetMode, quirks: Quirks = .realmCore) -> Outcome {
    var reset = reset
    if !faultIndexes.isEmpty {
      // The device that was recorded did not have these faults.
      (reset.observed, reset.entry) = (nil, .session)
    }
    let run = reset.run(mode: mode, quirks: quirks, mishaps: mishaps)
    var outcome = reset.outcome(of: run, quirks: quirks)
    outcome.faultPlan = plan
    outcome.faults = firings(of: run)
    let missed = run.mishaps.map {
      UnfiredFault(
        fault: plan.faults[$0.faultIndex], index: $0.faultIndex,
        reason: "the reset ended before that, in mode \(mode.rawValue)")
    }
    outcome.unfiredFaults = (unfiredInPlan + missed).sorted { $0.index < $1.index }
    return outcome
  }

  private func firings(of run: ResetRun) -> [FaultFiring] {
    var effects = effects
    for occurrence in run.occurrences {
      effects[occurrence.faultIndex, default: []].append(FaultEffect(.step, occurrence.text))
    }
    return effects.sorted { $0.key < $1.key }.map { index, effects in
      FaultFiring(
        fault: plan.faults[index], index: index, session: reset.summary.session,
        sequence: sequences[index] ?? reset.summary.resetSequence, effects: effects)
    }
  }
}
