import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioReplayTests {
  /// The scenarios whose sessions ask for a reset.
  static func files() throws -> [String] {
    try ScenarioFiles.paths().filter {
      try Scenario(parsing: ProjectFiles.bytes($0)).events.askForReset
    }
    .atLeast(170, "scenarios with a reset")
  }

  @Test(arguments: try files())
  func `every scenario that ends in a reset replays, twice with the same outcome`(file: String)
    throws
  {
    let scenario = try Scenario(parsing: ProjectFiles.bytes(file))
    let first = try Replay.run(events: scenario.events, mode: .discardLocal)
    let second = try Replay.run(events: scenario.events, mode: .discardLocal)
    #expect(!first.isEmpty)
    for (one, other) in zip(first, second) {
      #expect(one.result.after.canonicalJSON == other.result.after.canonicalJSON)
      #expect(one.attempts == other.attempts)
      #expect(one.result.rulings == other.result.rulings)
      #expect(one.gaps == other.gaps)
    }
  }

  @Test(arguments: try files())
  func `a discarded scenario ends in the fresh state, a failed one where it was`(file: String)
    throws
  {
    let scenario = try Scenario(parsing: ProjectFiles.bytes(file))
    for outcome in try Replay.run(events: scenario.events, mode: .discardLocal) {
      // What the transfer itself gets wrong is told apart (``DiscardExceptionTests``).
      guard outcome.result.deviations.isEmpty else { continue }
      let isDone = outcome.ending == .discarded && outcome.attempts.last?.actualMode != nil
      let expected = isDone ? outcome.situation.fresh : outcome.situation.local
      #expect(
        CanonicalDifference.first(
          of: outcome.result.after.canonicalJSON, against: expected.canonicalJSON) == nil)
    }
  }
}
