import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Outcomes of sessions reset in discard mode, for tests.
package enum ScenarioOutcome {
  package static func example(_ name: String) throws -> Outcome {
    try of(ProjectFiles.bytes("traces/scenarios/\(name).json"))
  }

  /// The outcomes of all examples whose sessions ask for a reset, with their paths.
  package static func examples() throws -> [(path: String, outcome: Outcome)] {
    var examples: [(path: String, outcome: Outcome)] = []
    for path in try ScenarioFiles.paths() {
      let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
      if scenario.events.askForReset { examples.append((path, try of(scenario.events))) }
    }
    return examples
  }

  /// A session about a class `T`, with the members of the file that make the difference.
  package static func session(
    _ members: String, mode: ResetMode = .discardLocal, quirks: Quirks = .realmCore,
    gaps: [Gap] = []
  ) throws -> Outcome {
    try of(Array(sessionFile(members).utf8), mode: mode, quirks: quirks, gaps: gaps)
  }

  /// The scenario of ``session(_:mode:quirks:gaps:)``.
  package static func sessionFile(_ members: String) -> String {
    """
      {
        "scenario": 1, "name": "test",
        "schema": {
          "Tgt": {"primaryKey": "_id", "properties": {"_id": "int"}},
          "Step": {"embedded": true, "properties": {"title": "string", "n": "int?"}},
          "T": {
            "primaryKey": "_id",
            "properties": {
              "_id": "int", "v": "int", "s": "string?", "any": "mixed", "l": "int[]",
              "st": "int<>", "d": "int{}", "link": "Tgt", "step": "Step", "steps": "Step[]"
            }
          }
        },
        "synced": {
          "Tgt": [{"_id": 1}, {"_id": 2}],
          "T": [
            {
              "_id": 1, "v": 10, "s": "base", "l": [1, 2, 3], "st": [1, 2], "d": {"a": 1},
              "link": 1, "step": {"title": "a"}, "steps": [{"title": "b"}, {"title": "c"}]
            }
          ]
        },
        \(members),
        "error": {}
      }
    """
  }

  package static func of(
    _ file: [UInt8], mode: ResetMode = .discardLocal, quirks: Quirks = .realmCore,
    gaps: [Gap] = []
  ) throws -> Outcome {
    try of(events(file), mode: mode, quirks: quirks, gaps: gaps)
  }

  package static func events(_ file: [UInt8]) throws -> [Event] {
    try Scenario(parsing: file).events
  }

  /// The outcome of the only reset among the events, with gaps that the test makes up.
  package static func of(
    _ events: [Event], mode: ResetMode = .discardLocal, quirks: Quirks = .realmCore,
    gaps: [Gap] = []
  ) throws -> Outcome {
    let outcomes = try Replay.run(events: events, mode: mode, quirks: quirks)
    var outcome = try #require(outcomes.first)
    #expect(outcomes.count == 1)
    outcome.gaps += gaps
    return outcome
  }
}
