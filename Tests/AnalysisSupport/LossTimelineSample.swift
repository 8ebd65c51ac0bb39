import Analyzer
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// A reset of a session with its horizon, for tests.
package struct LossTimelineSample {
  package var report: Report
  package var horizon: LossTimeline
  package var timeline: SessionTimeline
  package var recorded: DueReset

  /// All resets among the events.
  package static func all(
    _ events: [Event], _ mode: ResetMode, _ engine: Engine = .realmCore
  ) throws -> [LossTimelineSample] {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return try replay.resets().map { reset in
      let report = Analysis.report(
        of: reset.outcome(mode: mode, quirks: engine.quirks))
      let horizon = Analysis.horizon(
        of: reset, mode: mode, quirks: engine.quirks, report: report)
      return LossTimelineSample(
        report: report, horizon: horizon, timeline: reset.timeline,
        recorded: reset)
    }
  }

  /// The reset of an example in `traces/scenarios`.
  package static func scenario(_ name: String, _ mode: ResetMode) throws -> LossTimelineSample {
    let scenario = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json"))
    return try #require(all(scenario.events, mode).first)
  }
}
