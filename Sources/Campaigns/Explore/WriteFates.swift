internal import Analyzer
internal import Replayer
internal import TraceFormat

/// What became of the unsynced writes in one replay, in numbers, as a report has it.
struct WriteFates {
  private(set) var counts: [Fate: Int] = [:]
  /// How many writes were lost or met a conflict, and how much other harm was done, by the way.
  private(set) var problems: [Exploration.Problem: Int] = [:]
  /// The harm besides that to the writes.
  private(set) var harm = HarmCounts()

  private init() {}

  init(_ outcome: Outcome) {
    self = WriteFates(untouchedIn: outcome) ?? WriteFates(judging: outcome)
  }

  /// As the states tell.
  ///
  /// - Parameter cache: what other outcomes have in common with this one.
  init(judging outcome: Outcome, cache: ReplayCache? = nil) {
    var judge = Judge(outcome, cache: cache)
    let writes = judge.writes()
    for write in writes { take(write.fate, write.cause, write.rule, count: 1) }
    let collateral = CollateralSearch.find(in: outcome, writes: writes, judge.server)
    harm = HarmAccount(besideWritesOf: outcome, writes, collateral, judge.server).counts
    for harmClass in Exploration.Problem.harmClasses where harm[harmClass] > 0 {
      problems[Exploration.Problem(harm: harmClass)] = harm[harmClass]
    }
  }

  /// As the rulings alone tell, where nothing was reset; nil where the states have to be looked at.
  init?(untouchedIn outcome: Outcome) {
    // Without a write there are no rulings, and there can be harm all the same.
    guard outcome.ending != .recovered, outcome.ending != .discarded else { return nil }
    let writeCount = outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    let rulings = outcome.result.rulings
    guard rulings.count == writeCount else { return nil }
    self.init()
    var index = 0
    while index < rulings.count {
      // Mostly all rulings say the same.
      let ruling = rulings[index]
      let end = rulings[index...].firstIndex { !$0.saysSame(as: ruling) } ?? rulings.endIndex
      guard let reason = FateReason.Untouched(ruling, outcome.ending).map(FateReason.untouched)
      else { return nil }
      take(reason.fate, reason.cause, ruling.rule, count: end - index)
      index = end
    }
  }

  /// The same writes, had they been discarded for another reason.
  ///
  /// - Parameter old: the reason for which they were.
  func replacingDiscardCause(_ old: Cause, by new: Cause) -> WriteFates {
    guard old != new else { return self }
    var fates = self
    fates.problems = [:]
    for (problem, count) in problems {
      var problem = problem
      if problem.cause == old { problem.cause = new }
      fates.problems[problem, default: 0] += count
    }
    return fates
  }

  private mutating func take(_ fate: Fate, _ cause: Cause?, _ rule: RuleIdentifier?, count: Int) {
    counts[fate, default: 0] += count
    guard fate == .lost || fate == .conflicted else { return }
    problems[Exploration.Problem(fate: fate, cause: cause, rule: rule), default: 0] += count
  }
}

extension Ruling {
  fileprivate func saysSame(as other: Ruling) -> Bool {
    effect == other.effect && rule == other.rule
  }
}
