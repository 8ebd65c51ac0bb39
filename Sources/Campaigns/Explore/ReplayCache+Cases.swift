internal import Analyzer
internal import Replayer

// What the cases of one task have in common: each different outcome is judged once.
extension ReplayCache {
  private struct JudgedCase: CachedResult {
    static let countMax = 24
    var outcome: Outcome
    var finding: ModeFinding
  }

  private struct ExplainedFailure: CachedResult {
    static let countMax = 32
    var failure: ResetFailure
    var identifier: String
  }

  func finding(_ outcome: Outcome) -> ModeFinding {
    var finding = ModeFinding(untouchedIn: outcome) ?? finding(judging: outcome)
    finding.end(outcome, message: message)
    return finding
  }

  private func finding(judging outcome: Outcome) -> ModeFinding {
    // To judge is more work than to compare.
    let known = result { (known: JudgedCase) in
      known.outcome.isCounted(as: outcome)
    } otherwise: {
      JudgedCase(outcome: outcome, finding: ModeFinding(judging: outcome, cache: self))
    }
    return known.finding.replacingDiscardCause(known.outcome.discardCause, by: outcome.discardCause)
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
