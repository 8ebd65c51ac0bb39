internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What became of the unsynced writes in one replay, in numbers, as a report has it.
struct WriteFates {
  /// How many writes had each fate.
  private(set) var counts: [Fate: Int] = [:]
  /// How many writes were lost or met a conflict, and how much other harm was done, by the way.
  private(set) var problems: [Exploration.Problem: Int] = [:]
  /// The account of harm.
  private(set) var harm = HarmCounts()

  init(_ outcome: Outcome) {
    guard !takeRulings(of: outcome) else { return }
    var judge = Judge(outcome)
    let writes = judge.writes()
    for write in writes { take(write.fate, write.cause, write.rule) }
    let collateral = CollateralSearch.find(in: outcome, writes: writes, judge.server)
    harm = HarmAccount(of: outcome, writes, collateral, judge.server).counts
    for harmClass in Exploration.Problem.harmClasses where harm[harmClass] > 0 {
      problems[Exploration.Problem(harm: harmClass)] = harm[harmClass]
    }
  }

  /// Goes by the rulings alone, where nothing was reset; false where the states have to be looked at.
  private mutating func takeRulings(of outcome: Outcome) -> Bool {
    // Without a write there are no rulings, and there can be harm all the same.
    guard outcome.ending != .recovered, outcome.ending != .discarded else { return false }
    let writeCount = outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    guard outcome.result.rulings.count == writeCount else { return false }
    let reasons = outcome.result.rulings.map { FateReason.Untouched($0, outcome.ending) }
    guard !reasons.contains(nil) else { return false }
    for (reason, ruling) in zip(reasons, outcome.result.rulings) {
      guard let reason = reason.map(FateReason.untouched) else { continue }
      take(reason.fate, reason.cause, ruling.rule)
    }
    return true
  }

  private mutating func take(_ fate: Fate, _ cause: Cause?, _ rule: RuleIdentifier?) {
    counts[fate, default: 0] += 1
    guard fate == .lost || fate == .conflicted else { return }
    problems[Exploration.Problem(fate: fate, cause: cause, rule: rule), default: 0] += 1
  }
}
