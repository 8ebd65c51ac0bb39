internal import Analyzer
internal import Replayer

// What the cases of one task have in common: each different outcome is judged once.
extension ReplayCache {
  private struct JudgedCase: CachedResult {
    static let countMax = 24
    var outcome: Outcome
    var fates: WriteFates
  }

  private struct ExplainedFailure: CachedResult {
    static let countMax = 32
    var failure: ResetFailure
    var identifier: String
  }

  func finding(_ outcome: Outcome) -> ModeFinding {
    ModeFinding(outcome, WriteFates(untouchedIn: outcome) ?? fates(judging: outcome)) {
      self.message(of: $0)
    }
  }

  private func fates(judging outcome: Outcome) -> WriteFates {
    // To judge is more work than to compare.
    let known = result { (known: JudgedCase) in
      known.outcome.isCounted(as: outcome)
    } otherwise: {
      JudgedCase(outcome: outcome, fates: WriteFates(judging: outcome, cache: self))
    }
    return known.fates.replacingDiscardCause(known.outcome.discardCause, by: outcome.discardCause)
  }

  private func message(of failure: ResetFailure) -> String {
    result { (known: ExplainedFailure) in
      known.failure == failure
    } otherwise: {
      ExplainedFailure(
        failure: failure, identifier: ErrorExplanation(explaining: failure).identifier)
    }.identifier
  }
}
