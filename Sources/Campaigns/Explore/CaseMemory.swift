internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// What the replays of one task have in common: each different outcome is judged once.
///
/// It holds for as long as replays of the same points follow each other, and is no part of what is found.
final class CaseMemory {
  /// How many outcomes are remembered, and messages of failures.
  private static let (outcomesMax, messagesMax) = (24, 32)

  let injection = InjectionMemory()
  private let judgement = JudgeMemory()
  private var judged = RecentEntries<(outcome: Outcome, fates: WriteFates)>(
    countMax: CaseMemory.outcomesMax)
  private var messages = RecentEntries<(failure: ResetFailure, identifier: String)>(
    countMax: CaseMemory.messagesMax)

  /// What an outcome comes to.
  func finding(_ outcome: Outcome) -> ModeFinding {
    ModeFinding(outcome, WriteFates(untouchedIn: outcome) ?? fates(judging: outcome)) {
      self.message(of: $0)
    }
  }

  private func fates(judging outcome: Outcome) -> WriteFates {
    // To judge is more work than to compare.
    if let known = judged.last(where: { $0.outcome.isCounted(as: outcome) }) {
      return known.fates.replacingDiscardCause(
        known.outcome.discardCause, by: outcome.discardCause)
    }
    let fates = WriteFates(judging: outcome, memory: judgement)
    judged.add((outcome, fates))
    return fates
  }

  private func message(of failure: ResetFailure) -> String {
    if let known = messages.last(where: { $0.failure == failure }) { return known.identifier }
    let identifier = ErrorExplanation(explaining: failure).identifier
    messages.add((failure, identifier))
    return identifier
  }
}
