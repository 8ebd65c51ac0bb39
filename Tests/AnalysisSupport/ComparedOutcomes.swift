import Analyzer
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What a reset did in a mode, and the means to see what it would have done without some of the engine's defects.
package struct ComparedOutcome {
  package let outcome: Outcome
  fileprivate let reset: DueReset
  fileprivate let mode: ResetMode

  package init(_ reset: DueReset, mode: ResetMode, quirks: Quirks = .realmCore) {
    outcome = reset.outcome(mode: mode, quirks: quirks)
    (self.reset, self.mode) = (reset, mode)
  }

  package func outcome(with quirks: Quirks) -> Outcome {
    reset.outcome(mode: mode, quirks: quirks)
  }
}

extension Analysis {
  package static func report(of compared: ComparedOutcome) -> Report {
    report(on: compared.outcome, of: compared.reset, mode: compared.mode)
  }
}

/// Outcomes of sessions, with those that they would have had without the engine's defects.
package enum ComparedOutcomes {
  /// The outcome of the first reset among the events.
  package static func first(
    of events: [Event], mode: ResetMode, quirks: Quirks = .realmCore
  ) throws -> ComparedOutcome {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let found = try #require(try replay.resets().first)
    return ComparedOutcome(found, mode: mode, quirks: quirks)
  }

  package static func scenario(
    _ name: String, mode: ResetMode = .recover, quirks: Quirks = .realmCore
  ) throws -> ComparedOutcome {
    let bytes = try ProjectFiles.bytes("traces/scenarios/\(name).json")
    return try first(of: Scenario(parsing: bytes).events, mode: mode, quirks: quirks)
  }

  /// The report on a scenario with what defects did.
  package static func report(_ name: String, mode: ResetMode = .recover) throws -> ReplayReport {
    let report = Analysis.report(of: try scenario(name, mode: mode))
    return ReplayReport(trace: name, resets: [ModeComparison([report])])
  }
}
