import Analyzer
import Synchronization
import TraceFormat

/// How far a replay has come: each outcome is replayed, judged and, where asked for, followed back. Several are
/// in work at once; the progress line speaks of the one that began something last.
final class ReplaySteps: Sendable {
  private let progress: Progress
  /// The index of the report that the line speaks of.
  private let current = Atomic(-1)

  init(_ progress: Progress) { self.progress = progress }

  /// Shows what is begun.
  @Sendable func begin(_ step: AnalysisStep) {
    switch step.work {
    case .replaying: begin("replaying", step)
    case .judging: begin("judging", step)
    case .lookingBack(let done, let all):
      if done == 1 { begin("looking back", step, from: all) }
      if current.load(ordering: .relaxed) == step.index { progress.advance(to: done) }
    }
  }

  private func begin(_ work: String, _ step: AnalysisStep, from pointCount: Int? = nil) {
    current.store(step.index, ordering: .relaxed)
    let place = "\(work) in mode \(step.mode.optionName), \(step.index + 1) of \(step.reportCount)"
    progress.begin { count in place + (pointCount.map { ": \(count) of \($0) points" } ?? "") }
  }
}
