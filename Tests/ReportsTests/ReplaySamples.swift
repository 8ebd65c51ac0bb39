import Analyzer
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import TraceFormat

/// Reports on what the project has, in all modes, for tests of every form of report.
enum ReplaySamples {
  static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]

  /// The scenarios whose sessions ask for a reset.
  static func scenarios() throws -> [(name: String, report: ReplayReport)] {
    try replayedScenarios.get()
  }

  private static let replayedScenarios = Result<[(name: String, report: ReplayReport)], any Error> {
    try ScenarioFiles.paths().compactMap { path in
      let scenario = try Scenario(parsing: ProjectFiles.bytes(path))
      return scenario.events.askForReset ? (path, try report(on: scenario.events, path)) : nil
    }
    .atLeast(170, "scenarios with a reset")
  }

  /// Some of the resets in each file of vectors.
  static func vectors(of file: String, every step: Int = 150) throws -> [ReplayReport] {
    let lines = try Vectors.lines(of: file)
    return try stride(from: 0, to: lines.count, by: step).map { index in
      let vector = try ResetVector(parsing: lines[index])
      return try report(on: VectorImporter.events(of: vector), vector.name)
    }
  }

  static func report(on events: [Event], _ name: String, modes: [ResetMode] = modes) throws
    -> ReplayReport
  {
    var replay = Replay()
    for event in events { replay.observe(event) }
    let resets = try replay.outcomes(modes: modes)
    return ReplayReport(
      trace: name, resets: resets.map { ModeComparison($0.map { Analysis.report(of: $0) }) })
  }
}
