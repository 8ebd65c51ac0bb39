import Analyzer
import Recorder
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Every unsynced write has one fate, and the states agree with it: over all recorded resets and all
/// scenarios.
@Suite struct FateSumTests {
  @Test(arguments: Vectors.resetFiles)
  func `Writes in are fates out, and the states agree with them`(file: String) throws {
    for line in try Vectors.lines(of: file) {
      let vector = try ResetVector(parsing: line)
      let outcome = try #require(
        try Replay.run(events: VectorImporter.events(of: vector), mode: vector.mode).first)
      for finding in VerdictChecks(outcome).findings { Issue.record("\(vector.name): \(finding)") }
    }
  }

  @Test func `No page about a recorded reset is wider than eighty columns`() throws {
    for (index, line) in try Vectors.lines(of: "reset-fuzz.ndjson.zst").enumerated()
    where index.isMultiple(of: 20) {
      let vector = try ResetVector(parsing: line)
      let outcomes = try Replay.run(events: VectorImporter.events(of: vector), mode: vector.mode)
      let page = Analysis.report(of: outcomes[0]).text(ReportTextOptions(isVerbose: true))
      #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(vector.name)")
    }
  }

  @Test(arguments: FateExpectationTests.names, Engine.allCases)
  func `The states of every scenario agree with its fates, in every mode`(
    name: String, engine: Engine
  ) throws {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    guard events.askForReset else { return }
    for mode in ResetMode.allCases {
      for outcome in try Replay.run(events: events, mode: mode, quirks: engine.quirks) {
        for finding in VerdictChecks(outcome).findings { Issue.record("\(mode): \(finding)") }
      }
    }
  }
}
