import Analyzer
import Reports
import Synchronization
import TraceFormat

/// How far a replay has come: each outcome is replayed, judged and, where asked for, followed back. Several are
/// in work at once; the progress line speaks of the one that began something last.
final class ReplaySteps: Sendable {
  /// The steps of one outcome.
  struct Outcome: Sendable {
    fileprivate let steps: ReplaySteps
    /// Which of all outcomes it is, from 1.
    fileprivate let number: Int
    fileprivate let mode: ResetMode

    func beginReplaying() { steps.begin("replaying", self) }
    func beginJudging() { steps.begin("judging", self) }

    /// Says how many of how many points before the reset have been looked at.
    func advanceHorizon(_ done: Int, _ all: Int) {
      if done == 1 { steps.begin("looking back", self, from: all) }
      steps.advance(self, to: done)
    }
  }

  private let outcomeCount: Int
  private let progress: Progress
  /// The number of the outcome that the line speaks of.
  private let current = Atomic(0)

  /// - Parameter outcomeCount: of all resets in all modes.
  init(outcomeCount: Int, _ progress: Progress) {
    (self.outcomeCount, self.progress) = (outcomeCount, progress)
  }

  func outcome(_ number: Int, in mode: ResetMode) -> Outcome {
    Outcome(steps: self, number: number, mode: mode)
  }

  private func begin(_ work: String, _ outcome: Outcome, from pointCount: Int? = nil) {
    current.store(outcome.number, ordering: .relaxed)
    let (mode, number, outcomeCount) = (outcome.mode.optionName, outcome.number, outcomeCount)
    progress.begin { count in
      "\(work) in mode \(mode), \(number) of \(outcomeCount)"
        + (pointCount.map { ": \(count) of \($0) points" } ?? "")
    }
  }

  private func advance(_ outcome: Outcome, to count: Int) {
    guard current.load(ordering: .relaxed) == outcome.number else { return }
    progress.advance(to: count)
  }
}
