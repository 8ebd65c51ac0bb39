import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// The one count: over every scenario, in every mode.
@Suite struct ChangeTests {
  private func comparison(_ name: String) throws -> ModeComparison? {
    let events = try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
    guard events.askForReset else { return nil }
    return ModeComparison(
      try ResetMode.allCases.map { mode in
        Analysis.report(of: try #require(try Replay.run(events: events, mode: mode).first))
      })
  }

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `A reset has the same changes in every mode, and outcomes add up to them`(name: String)
    throws
  {
    guard let reports = try comparison(name)?.reports else { return }
    let changes = reports.map { $0.changes.map { [$0.address.hashValue, $0.writes.hashValue] } }
    for (report, own) in zip(reports, changes) {
      #expect(own == changes[0], "\(report.mode)")
      #expect(report.outcomeCounts.reduce(0) { $0 + $1.count } == report.changes.count)
      let counted = report.changes.flatMap(\.writes)
      #expect(Set(counted).count == counted.count, "a write counts in one change")
      let isGone = report.result == .discarded
      #expect(!isGone || !report.changes.contains { $0.outcome == .kept }, "\(report.mode)")
    }
  }

  @Test(arguments: try ScenarioFiles.expectedNames())
  func `No place counts twice, and none among changes and among what others wrote`(name: String)
    throws
  {
    for report in try comparison(name)?.reports ?? [] {
      let places = report.overwrittenPlaces.map(\.address)
      #expect(Set(places).count == places.count, "\(report.mode): \(places)")
      let lost = Set(report.changes.filter { $0.outcome == .lost }.map(\.address))
      let meant = report.overwrittenPlaces.filter { $0.kind == .editedOnBothSides }
      #expect(lost.isDisjoint(with: meant.map(\.address)), "\(report.mode)")
    }
  }

  @Test(arguments: [
    (
      #"{"addClass": "New", "primaryKey": "k", "properties": {"k": "int"}}"#,
      #"{"removeClass": "New"}"#
    ),
    (#"{"addProperty": ["T", "new"], "type": "int"}"#, #"{"removeProperty": ["T", "new"]}"#),
    (#"{"add": ["T", 1, "st"], "value": 9}"#, #"{"remove": ["T", 1, "st"], "value": 9}"#),
    (#"{"update": ["T", 1, "d", "k"], "value": 9}"#, #"{"remove": ["T", 1, "d", "k"]}"#),
    (#"{"increment": ["T", 1, "v"], "by": 2}"#, #"{"increment": ["T", 1, "v"], "by": -2}"#),
  ])
  func `What is added and taken back is no change, and added anew it is one`(
    add: String, remove: String
  ) throws {
    for (operations, count) in [([add, remove], 0), ([add, remove, add], 1)] {
      let outcome = try ScenarioOutcome.session(
        """
        "local": [{"operations": [\(operations.joined(separator: ", "))]}]
        """, mode: .manual)
      #expect(Analysis.report(of: outcome).changes.count == count)
    }
  }

  @Test(arguments: [
    (#"{"create": ["T", 9]}"#, #"{"delete": ["T", 9]}"#),
    (#"{"append": ["T", 1, "l"], "value": 9}"#, #"{"remove": ["T", 1, "l", 3]}"#),
    (#"{"append": ["T", 1, "steps"], "value": {}}"#, #"{"remove": ["T", 1, "steps", 2]}"#),
    (#"{"add": ["T", 1, "st"], "value": 9}"#, #"{"remove": ["T", 1, "st"], "value": 9}"#),
    (#"{"update": ["T", 1, "d", "k"], "value": 9}"#, #"{"remove": ["T", 1, "d", "k"]}"#),
    (#"{"increment": ["T", 1, "v"], "by": 2}"#, #"{"increment": ["T", 1, "v"], "by": -2}"#),
  ])
  func `What is taken back is a change where the server took only the making`(
    add: String, remove: String
  ) throws {
    let local = #""local": [{"operations": [\#(add)]}, {"operations": [\#(remove)]}]"#
    for (uploads, outcomes) in [
      (#"{"uploaded": 0}"#, [Change.Outcome.lost]), ("", []),
      (#"{"uploaded": 0}, {"uploaded": 1}"#, []),
    ] {
      let outcome = try ScenarioOutcome.session(#"\#(local), "serverChanges": [\#(uploads)]"#)
      #expect(Analysis.report(of: outcome).changes.map(\.outcome) == outcomes)
    }
  }

  @Test func `A recovery does not remove an element that the server took, nor double it`()
    throws
  {
    let outcome = try ScenarioOutcome.session(
      """
      "local": [
        {"operations": [{"append": ["T", 1, "l"], "value": 9}]},
        {"operations": [{"remove": ["T", 1, "l", 3]}]}
      ],
      "serverChanges": [{"uploaded": 0}]
      """, mode: .recover)
    let report = Analysis.report(of: outcome)
    #expect(report.changes.map(\.outcome) == [.lost] && report.harm.lost == [1])
    #expect(report.harm.doubled.isEmpty)
  }

  @Test(arguments: [ResetMode.discardLocal, .recover])
  func `An element that the server took and others have set is not removed there`(
    mode: ResetMode
  ) throws {
    let outcome = try ScenarioOutcome.session(
      """
      "local": [
        {"operations": [{"append": ["T", 1, "l"], "value": 9}]},
        {"operations": [{"remove": ["T", 1, "l", 3]}]}
      ],
      "serverChanges": [
        {"uploaded": 0}, {"operations": [{"update": ["T", 1, "l", 3], "value": 8}]}
      ]
      """, mode: mode)
    #expect(Analysis.report(of: outcome).changes.map(\.outcome) == [.lost])
  }

  @Test func `An element that was inserted and moved is where it was moved to`() throws {
    let outcome = try ScenarioOutcome.session(
      #"""
      "local": [{"operations": [
        {"insert": ["T", 1, "l"], "index": 0, "value": 9}, {"move": ["T", 1, "l", 0], "to": 2}
      ]}]
      """#)
    #expect(Analysis.report(of: outcome).changes.map(\.address.path) == [[.index(2)]])
  }

  @Test(arguments: [
    ("[]", Change.Outcome.lost),
    (#"[{"operations": [{"update": ["T", 1], "set": {"link": null}}]}]"#, .alreadyOnServer),
  ])
  func `Links that the deletion of a recreated object cut are changes of their own`(
    changes: String, expected: Change.Outcome
  ) throws {
    let outcome = try ScenarioOutcome.session(
      """
      "local": [{"operations": [{"delete": ["Tgt", 1]}, {"create": ["Tgt", 1]}]}],
      "serverChanges": \(changes)
      """)
    #expect(Analysis.report(of: outcome).changes.map(\.outcome) == [expected, .alreadyOnServer])
  }
}
