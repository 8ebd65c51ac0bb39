import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Every unsynced write has one fate, and the states agree with it: over all recorded resets and all
/// scenarios.
@Suite(.slow) struct FateSumTests {
  /// Every so many lines of the recordings, so that the parts are tested side by side.
  struct Part: CustomTestStringConvertible {
    var file: String
    var index: Int
    static let count = 4

    var testDescription: String { "\(file), part \(index + 1) of \(Self.count)" }

    func forEachVector(stride: Int = 1, _ body: (ResetVector) throws -> Void) throws {
      for (number, line) in try Vectors.lines(of: file).enumerated()
      where number % Self.count == index && (number / Self.count).isMultiple(of: stride) {
        try body(try ResetVector(parsing: line))
      }
    }
  }

  static let parts = Vectors.resetFiles.flatMap { file in
    (0..<Part.count).map { Part(file: file, index: $0) }
  }

  @Test(arguments: parts)
  func `Writes in are fates out`(part: Part) throws {
    try part.forEachVector { vector in
      let outcome = try #require(
        try Replay.run(events: VectorImporter.events(of: vector), mode: vector.mode).first)
      var judge = Judge(outcome)
      for finding in FateSums(outcome, judge.writes()).findings {
        Issue.record("\(vector.name): \(finding)")
      }
    }
  }

  /// All modes, of which a recording has one; every so many, because each costs a replay.
  @Test(arguments: parts)
  func `The states agree with the fates in every mode`(part: Part) throws {
    try part.forEachVector(stride: 41) { vector in
      for mode in ResetMode.allCases {
        let outcomes = try Replay.run(events: VectorImporter.events(of: vector), mode: mode)
        for finding in FateChecks(outcomes[0]).findings {
          Issue.record("\(vector.name), \(mode): \(finding)")
        }
      }
    }
  }

  @Test(arguments: try ScenarioFiles.expectedNames(), Engine.allCases)
  func `The states of every scenario agree with its fates, in every mode`(
    name: String, engine: Engine
  ) throws {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    guard events.askForReset else { return }
    for mode in ResetMode.allCases {
      for outcome in try Replay.run(events: events, mode: mode, quirks: engine.quirks) {
        for finding in FateChecks(outcome).findings { Issue.record("\(mode): \(finding)") }
      }
    }
  }
}
