import Importers
import RealmModel
import ReplaySupport
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
    return try ReportContents(ReplayReport(trace: name, resets: reports).json, words: .plain)
  }

  @Test func `what a report says is what its golden says`() throws {
    for path in try ScenarioFiles.paths() {
      let events = try Scenario(parsing: ProjectFiles.bytes(path)).events
      guard events.askForReset else { continue }
      let outcome = try #require(try Replay.run(events: events, mode: .recover).first)
      let report = Analysis.report(of: outcome)
      let summary = OutcomeSummary(report, .plain, of: outcome)
      let parsed = try ReportContents(report.json, words: .plain).modes
      let difference = OutcomeDifference(from: [summary], to: parsed[0].outcomes)
      let sentences = difference.changes.map(\.sentence)
      #expect(sentences.isEmpty, "\(path): \(sentences)")
    }
  }

  @Test func `a report is the same as itself`() throws {
    let contents = try Self.contents("rs-02-same-field-conflict", .recover)
    let difference = ReportDifference(contents, contents)
    #expect(difference.isEmpty)
    #expect(difference.text() == "mode recover: the same\n")
  }

  @Test(arguments: [ResetMode.discardLocal, .recover])
  func `names that differ where a line has no room for them are two`(mode: ResetMode) throws {
    let path = "traces/scenarios/rs-38-long-class-name.json"
    let scenario = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    let other = scenario.replacing("LongestOne", with: "LongestToo")
    let contents = try [scenario, other].map { text throws -> ReportContents in
      let events = try Scenario(parsing: Array(text.utf8)).events
      let reports = try Replay.run(events: events, mode: mode).map { Analysis.report(of: $0) }
      return ReportContents(reports, words: .plain)
    }
    #expect(ReportDifference(contents[0], contents[0]).isEmpty)
    #expect(!ReportDifference(contents[0], contents[1]).isEmpty)
  }

  @Test func `two engines are compared, which shows what a defect costs`() throws {
    let name = "rs-70a-link-to-later-created-object"
    let difference = ReportDifference(
      try Self.contents(name, .recover), try Self.contents(name, .recover, .ideal))
    let changes = try #require(difference.modes.first).difference.changes
    #expect(changes[0].sentence == "1 write that was lost is now recovered")
    #expect(changes[0].direction == .better)
    #expect(changes.last?.sentence == "the engine differs")
  }

  @Test func `reports on two modes are compared write by write`() throws {
    let name = "rs-02-same-field-conflict"
    let difference = ReportDifference(
      try Self.contents(name, .recover), try Self.contents(name, .discardLocal))
    #expect(!difference.isEmpty)
    let lines = difference.text().split(separator: "\n")
    #expect(lines.first == "mode recover, then discard")
    // The device won a conflict, which is no harm to the server.
    #expect(!difference.text().contains("collateral"))
    #expect(!difference.text().contains("overwritten:"))
    let pair = try #require(difference.modes.first).difference
    let fate = pair.pairs[0].first.rawValue
    #expect(pair.pairs.map(\.count) == [1] && pair.pairs[0].second == .lost)
    #expect(pair.pairs[0].writes[0].old.rule != pair.pairs[0].writes[0].new.rule)
    let json = difference.json.member("modes")
    guard case .array(let modes)? = json, case .array(let pairs)? = modes.first?.member("pairs")
    else {
      Issue.record("\(String(describing: json))")
      return
    }
    #expect(modes[0].member("mode") == .string("Recover"))
    #expect(modes[0].member("otherMode") == .string("DiscardLocal"))
    #expect(pairs[0].member("first") == .string(fate))
    #expect(pairs[0].member("second") == .string("lost"))
    #expect(pairs[0].member("count") == .integer(1))
  }

  @Test func `writes that fare alike in two modes are one line`() throws {
    let first = try Self.contents("rs-02-same-field-conflict", .recover)
    var (many, lost) = (first, try Self.contents("rs-02-same-field-conflict", .discardLocal))
    many.setFates((0..<12).map { ($0 < 10 ? .recovered : .superseded, Int64($0)) })
    lost.setFates((0..<12).map { ($0 < 10 ? .lost : .superseded, Int64($0)) })
    let lines = ReportDifference(many, lost).text().split(separator: "\n")
    #expect(lines.contains("  worse   10 writes: recovered with recover, lost with discard"))
    #expect(lines.contains("      T v: 10 writes to 10 objects"))
    #expect(lines.contains("  same    2 writes: superseded in both"))
  }

  @Test func `modes that one side has alone are named`() throws {
    let name = "rs-02-same-field-conflict"
    let both = try [ResetMode.recover, .discardLocal].map { try Self.contents(name, $0) }
    var first = both[0]
    first.modes += both[1].modes
    #expect(
      ReportDifference(first, both[0]).text()
        == "mode discard: only in the first\nmode recover: the same\n")
  }

  @Test func `values that changed with the same fate are told`() throws {
    let first = try Self.contents("rs-02-same-field-conflict", .recover)
    var second = first
    second.setValue(.value(.int(7)), of: 0)
    let changes = ReportDifference(first, second).modes[0].difference.changes
    #expect(
      changes.map(\.sentence) == ["1 write has another value, but the same fate as before"])
  }

  @Test(arguments: [
    ("{}", "the file: expected a member `version`, found none"),
    (#"{"version":9}"#, "version: expected a version of reports from 1 to 2, found 9"),
    (#"{"reports":1}"#, "reports: expected an array, found 1"),
    (#"{"reports":[{"version":1}]}"#, "reports[0]: expected a member `session`, found none"),
    (#"{"reports":[]}"#, "the file: expected a member `version`, found none"),
    (#"{"comparisons":[{}]}"#, "comparisons[0]: expected a member `modes`, found none"),
    (
      #"""
      {"version":1,"mode":"Recover","engine":"ideal",
       "session":{"session":1,"resetSequence":"1","resetTimeMicroseconds":"1"},
       "error":{"name":"","message":"","action":"ClientReset","fatal":true},
       "result":"fine"}
      """#,
      "result: expected one of `recovered`, `discarded`"
    ),
    (
      #"""
      {"version":1,"mode":"Recover","engine":"ideal",
       "session":{"session":1,"resetSequence":"1","resetTimeMicroseconds":"1"},
       "error":{"name":"","message":"","action":"ClientReset","fatal":true},
       "result":"recovered","attempts":[],"transactions":[],
       "writes":[{"transaction":3,"index":0}]}
      """#,
      "writes[0].transaction: expected the index of a transaction, found 3"
    ),
  ])
  func `what is no report is refused with its place`(text: String, message: String) throws {
    let json = try JSONText(parsing: Array(text.utf8))
    let failure = try #require(throws: JSONShapeFailure.self) {
      try ReportContents(json, words: .plain)
    }
    #expect("\(failure)".hasPrefix(message), "\(failure)")
  }
}

extension ReportContents {
  fileprivate mutating func setValue(_ value: ObservedValue, of write: Int) {
    modes[0].outcomes[0].writes[write].after = value
  }

  /// Writes to one property of so many objects, with their fates and keys.
  fileprivate mutating func setFates(_ writes: [(Fate, Int64)]) {
    modes[0].outcomes[0].writes = writes.map { fate, key in
      OutcomeSummary.Write(
        position: .init(version: 2, index: Int(key)), text: "T \(key) v: set to 1", fate: fate,
        rule: CitedRule(.update),
        place: .init(className: "T", object: .int(key), property: "v"))
    }
  }
}
