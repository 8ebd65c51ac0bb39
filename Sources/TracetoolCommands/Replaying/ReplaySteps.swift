import Analyzer
import Phrasebook
import TraceFormat

/// How far a replay has come: each outcome is replayed, judged and, where asked for, followed back.
struct ReplaySteps {
  private let outcomeCount: Int
  private let progress: Progress
  private var number = 0
  private var mode = ""

  /// - Parameter outcomeCount: of all resets in all modes.
  init(outcomeCount: Int, _ progress: Progress) {
    (self.outcomeCount, self.progress) = (outcomeCount, progress)
  }

  mutating func beginOutcome(in mode: ResetMode) {
    number += 1
    self.mode = mode.optionName
    begin("replaying")
  }

  func beginJudging() { begin("judging") }

  /// Says how many of how many points before the reset have been looked at.
  func advanceHorizon(_ done: Int, _ all: Int) {
    if done == 1 { begin("looking back", from: all) }
    progress.advance(to: done)
  }

  private func begin(_ work: String, from pointCount: Int? = nil) {
    progress.begin { [outcomeCount, number, mode] count in
      "\(work) in mode \(mode), \(number) of \(outcomeCount)"
        + (pointCount.map { ": \(count) of \($0) points" } ?? "")
    }
  }
}
