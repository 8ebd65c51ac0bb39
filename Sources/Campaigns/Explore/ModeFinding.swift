internal import Analyzer
internal import Replayer
internal import TraceFormat

/// What one replay led to, as far as it is counted: what became of the unsynced writes, and of the reset as a whole.
struct ModeFinding: Hashable, Sendable {
  var harm: ReplayHarm
  /// How many writes met each way of going wrong; a failure of the reset as a whole counts once.
  var problems: [Exploration.Problem: Int] = [:]

  /// The worse of two, as one finding of a case with several resets.
  mutating func merge(_ other: ModeFinding) {
    if other.harm.isWorse(than: harm) { harm = other.harm }
    problems.merge(other.problems, uniquingKeysWith: +)
  }
}

extension ModeFinding {
  /// Judges an outcome by its fates alone, without what a report says of them in words.
  init(_ outcome: Outcome) {
    self = ModeFinding(untouchedIn: outcome) ?? ModeFinding(judging: outcome)
    end(outcome) { ErrorExplanation(explaining: $0).identifier }
  }

  /// What the states tell of the writes; `cache` has what other outcomes have in common with this one.
  init(judging outcome: Outcome, cache: ReplayCache? = nil) {
    var judge = Judge(outcome, cache: cache)
    let writes = judge.writes()
    let collateral = CollateralSearch.find(
      in: outcome, writes: writes, judge.server, judge.baseWithTaken)
    let account = HarmAccount(besideWritesOf: outcome, writes, collateral, judge.server).counts
    harm = ReplayHarm(result: outcome.ending, counts: [:], account: account)
    for write in writes { take(write.fate, write.cause, write.rule, count: 1) }
    for harmClass in Exploration.Problem.harmClasses where account[harmClass] > 0 {
      problems[Exploration.Problem(harm: harmClass)] = account[harmClass]
    }
  }

  /// What the rulings alone tell of them, where nothing was reset; nil where the states have to be looked at.
  init?(untouchedIn outcome: Outcome) {
    // Without a write there are no rulings, and there can be harm all the same.
    guard outcome.ending != .recovered, outcome.ending != .discarded, outcome.committedReset == nil
    else { return nil }
    let writeCount = outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
    let rulings = outcome.result.rulings
    guard rulings.count == writeCount else { return nil }
    harm = ReplayHarm(result: outcome.ending, counts: [:])
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

  private mutating func take(_ fate: Fate, _ cause: Cause?, _ rule: RuleIdentifier?, count: Int) {
    harm.counts[fate, default: 0] += count
    guard fate == .lost || fate == .conflicted else { return }
    problems[Exploration.Problem(fate: fate, cause: cause, rule: rule), default: 0] += count
  }

  /// The same writes, had they been discarded for another reason than the old one.
  func replacingDiscardCause(_ old: Cause, by new: Cause) -> ModeFinding {
    guard old != new else { return self }
    var finding = self
    finding.problems = [:]
    for (problem, count) in problems {
      var problem = problem
      if problem.cause == old { problem.cause = new }
      finding.problems[problem, default: 0] += count
    }
    return finding
  }

  /// Takes in how the reset itself ended, which is not told by its writes.
  ///
  /// - Parameter message: the entry of `docs/triage.md` that the message of a failure belongs to.
  mutating func end(_ outcome: Outcome, message: (ResetFailure) -> String) {
    (harm.result, harm.failure) = (outcome.ending, outcome.failure?.failureClass)
    guard outcome.ending == .failed || outcome.ending == .crash else { return }
    let failure = outcome.attempts.last { $0.failure != nil }?.failure
    let problem = Exploration.Problem(
      result: harm.result, failure: harm.failure, message: failure.map(message))
    problems[problem, default: 0] += 1
  }
}

extension Ruling {
  fileprivate func saysSame(as other: Ruling) -> Bool {
    effect == other.effect && rule == other.rule
  }
}
