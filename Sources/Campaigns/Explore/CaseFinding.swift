internal import Analyzer
internal import Replayer
internal import TraceFormat

struct CaseFinding: Sendable {
  var `case`: ExplorationCase
  /// In the order of the modes; nil where the fault did not happen in it.
  var modes: [ModeFinding?]
  /// Whether its resets come before a schema was there, so that there is next to nothing to lose.
  var isBeforeSchema = false
  /// Whether the trace does not show enough to say what it leads to, in one of the modes or in all.
  var isNotKnown = false
}

struct ModeFinding: Hashable, Sendable {
  var harm: ReplayHarm
  /// How many writes met each way of going wrong; a failure of the reset as a whole counts once.
  var problems: [Exploration.Problem: Int]
}

extension ModeFinding {
  /// Judges an outcome by its fates alone, without what a report says of them in words.
  init(_ outcome: Outcome) {
    self.init(outcome, WriteFates(outcome)) { ErrorExplanation(explaining: $0).identifier }
  }

  /// - Parameters:
  ///   - fates: those of the outcome's writes.
  ///   - message: the entry of `docs/triage.md` that the message of a failure belongs to.
  init(_ outcome: Outcome, _ fates: WriteFates, message: (ResetFailure) -> String) {
    harm = ReplayHarm(
      result: outcome.ending, failure: outcome.failure?.failureClass, counts: fates.counts,
      account: fates.harm)
    problems = fates.problems
    if outcome.ending == .failed || outcome.ending == .crash {
      let failure = outcome.attempts.last { $0.failure != nil }?.failure
      let problem = Exploration.Problem(
        result: outcome.ending, failure: outcome.failure?.failureClass,
        message: failure.map(message))
      problems[problem, default: 0] += 1
    }
  }

  /// The worse of two, as one finding of a case with several resets.
  mutating func merge(_ other: ModeFinding) {
    if other.harm.isWorse(than: harm) { harm = other.harm }
    problems.merge(other.problems, uniquingKeysWith: +)
  }
}
