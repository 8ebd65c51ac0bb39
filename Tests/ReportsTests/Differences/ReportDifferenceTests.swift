import Importers
import Phrasebook
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Campaigns
@testable import Reports

@Suite struct ReportDifferenceTests {
  static func contents(_ name: String, _ mode: ResetMode, _ engine: Engine = .realmCore) throws
    -> ReportContents
  {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    let outcomes = try Replay.run(events: events, mode: mode, quirks: engine.quirks)
    let reports = outcomes.map { ModeComparison([Analysis.report(of: $0)]) }
    return try ReportContents(ReplayReport(trace: name, resets: reports).json)
  }

  @Test func `what a report says is what its golden says`() throws {
    for path in try ScenarioFiles.paths() {
      let events = try Scenario(parsing: ProjectFiles.bytes(path)).events
      guard events.askForReset else { continue }
      let outcome = try #require(try Replay.run(events: events, mode: .recover).first)
      let report = Analysis.report(of: outcome)
      let summary = OutcomeSummary(report, after: outcome.states.after)
      let parsed = try ReportContents(report.json).modes
      let difference = OutcomeDifference(from: [summary], to: parsed[0].outcomes)
      let sentences = difference.changes.map(\.sentence)
      #expect(sentences.isEmpty, "\(path): \(sentences)")
    }
  }

  @Test func `a report is the same as itself`() throws {
    let contents = try Self.contents("rs-02-same-field-conflict", .recover)
    let difference = ReportDifference(contents, contents)
    #expect(difference.isEmpty)
    #expect(difference.text() == "mode Recover: the same\n")
  }

  @Test func `two engines are compared, which shows what a defect costs`() throws {
    let name = "rs-70a-link-to-later-created-object"
    let difference = ReportDifference(
      try Self.contents(name, .recover), try Self.contents(name, .recover, .ideal))
    let changes = try #require(difference.modes.first).difference.changes
    #expect(changes[0].sentence == "1 write that was lost is now recovered")
    #expect(changes[0].direction == .better)
    #expect(changes.last?.sentence == "the engine is another")
  }

  @Test func `modes that one side has alone are named`() throws {
    let name = "rs-02-same-field-conflict"
    let difference = ReportDifference(
      try Self.contents(name, .recover), try Self.contents(name, .discardLocal))
    #expect(!difference.isEmpty)
    #expect(
      difference.text()
        == "mode Recover: only in the first\nmode DiscardLocal: only in the second\n")
  }

  @Test func `values that changed with the same fate are told`() throws {
    let first = try Self.contents("rs-02-same-field-conflict", .recover)
    var second = first
    second.setValue(.value(.int(7)), of: 0)
    let changes = ReportDifference(first, second).modes[0].difference.changes
    #expect(
      changes.map(\.sentence) == ["1 write has its fate as before, but another value"])
  }

  @Test(arguments: [
    ("{}", "the file: expected a member `version`, found none"),
    (#"{"version":9}"#, "version: expected version 1 of reports, found 9"),
    (#"{"reports":1}"#, "reports: expected an array, found 1"),
    (#"{"reports":[{"version":1}]}"#, "reports[0]: expected a member `mode`, found none"),
    (#"{"reports":[]}"#, "the file: expected a member `version`, found none"),
    (#"{"comparisons":[{}]}"#, "comparisons[0]: expected a member `modes`, found none"),
    (
      #"""
      {"version":1,"mode":"Recover","engine":"ideal","session":{"session":1,"resetSequence":"1"},
       "result":"fine"}
      """#,
      "result: expected one of `recovered`, `discarded`"
    ),
    (
      #"""
      {"version":1,"mode":"Recover","engine":"ideal","session":{"session":1,"resetSequence":"1"},
       "result":"recovered","attempts":[],"transactions":[],
       "writes":[{"transaction":3,"index":0}]}
      """#,
      "writes[0].transaction: expected the index of a transaction, found 3"
    ),
  ])
  func `what is no report is refused with its place`(text: String, message: String) throws {
    let json = try JSONText(parsing: Array(text.utf8))
    let failure = try #require(throws: JSONShapeFailure.self) { try ReportContents(json) }
    #expect("\(failure)".hasPrefix(message), "\(failure)")
  }
}

extension ReportContents {
  fileprivate mutating func setValue(_ value: Sighting, of write: Int) {
    modes[0].outcomes[0].writes[write].after = value
  }
}
