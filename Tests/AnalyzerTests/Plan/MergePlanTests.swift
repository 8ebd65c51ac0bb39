import AnalysisSupport
import Analyzer
import Importers
import Phrasebook
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Reports

/// Plans for scenarios, expected from what the scenarios say.
@Suite struct MergePlanTests {
  /// The operations of a plan as `Class key property: what to do`, a `!` before those to decide.
  func plan(_ name: String, _ mode: ResetMode = .manual) throws -> [String] {
    let report = Analysis.report(of: try ComparedOutcomes.scenario(name, mode: mode).outcome)
    return try lines(report)
  }

  func lines(_ report: Report) throws -> [String] {
    try #require(report.mergePlan).operations.map { operation in
      let address = operation.address
      let parts =
        [address.className.readableText, address.object?.text]
        + [address.property?.readableText] + address.path.map { "\($0)" }
      return (operation.conflict == nil ? "" : "! ")
        + parts.compactMap { $0 }.joined(separator: " ") + ": \(operation.action.words)"
    }
  }

  @Test(arguments: [
    // Replaying only what is pending, and not copying the backup whole.
    ("rs-67-naive-manual-restore", ["T 4: create", "T 3 v: set to 31"]),
    ("rs-02-same-field-conflict", ["! T 1 v: set to 111"]),
    ("rs-03-different-field-merge", ["T 2 v: set to 222"]),
    ("rs-04-edit-on-deleted", ["! T 1: create with all that the device has"]),
    ("rs-05-delete-on-edited", ["! T 1: delete"]),
    ("rs-07a-counter-add", ["! T 1 v: add 5"]),
    ("rs-11-list-append-both", ["! T 1 l: set to [1, 2, 3, 10]"]),
    ("rs-21-scalar-set-merge", ["T 1 st: add 5", "T 1 st: remove 1"]),
    ("rs-70a-link-to-later-created-object", ["Tgt 9: create", "T 1 ll: set to [Tgt 2, Tgt 9]"]),
    // What the deletion did to links, it does on the server too.
    ("rs-74-delete-overwrites-lists", ["Tgt 1: delete"]),
    ("rs-75-delete-nulls-repointed-link", ["Tgt 1: delete"]),
    (
      "rs-36-local-additive-schema",
      [
        "LocNew: add the class", "T loc: add the property", "LocNew 1: create",
        "T 1 loc: set to 5",
      ]
    ),
  ])
  func `a plan says what is to be done, and where a person has to decide`(
    name: String, expected: [String]
  ) throws {
    #expect(try plan(name) == expected)
  }

  @Test func `what a later write replaced is folded away`() throws {
    let report = try planned(
      """
      "local": [
        {"operations": [{"update": ["T", 1], "set": {"v": 1}}]},
        {"operations": [
          {"update": ["T", 1], "set": {"v": 2}}, {"create": ["T", 8], "set": {"v": 8}},
          {"append": ["T", 1, "l"], "value": 9}
        ]},
        {"operations": [
          {"delete": ["T", 8]}, {"remove": ["T", 1, "l", 3]}, {"update": ["T", 1], "set": {"s": "x"}}
        ]}
      ]
      """)
    #expect(try lines(report) == ["T 1 v: set to 2", "T 1 s: set to \"x\""])
    let plan = try #require(report.mergePlan)
    #expect(plan.operations[0].writes == [0, 1])
    // The object and the element that the device itself undid.
    #expect(plan.settled == [2, 3, 4, 5, 6].filter { !plan.operations[1].writes.contains($0) })
  }

  @Test func `what the server has already needs nothing`() throws {
    let report = try planned(
      """
      "local": [{"operations": [{"update": ["T", 1], "set": {"v": 7}}]}],
      "serverChanges": [{"operations": [{"update": ["T", 1], "set": {"v": 7}}]}]
      """)
    #expect(report.mergePlan?.operations == [])
    #expect(report.mergePlan?.settled == [0])
    #expect(report.text().contains("Nothing needs to be carried over"))
  }

  @Test func `additions to a number are summed up, and added`() throws {
    let report = try planned(
      """
      "local": [{"operations": [
        {"increment": ["T", 1, "v"], "by": 5}, {"increment": ["T", 1, "v"], "by": -8}
      ]}]
      """)
    #expect(try lines(report) == ["T 1 v: subtract 3"])
    let operation = try #require(report.mergePlan?.operations.first)
    #expect(operation.after == .value(.int(7)))
    #expect(operation.instructions.count == 1)
  }

  @Test func `nested values are carried over with what they hold`() throws {
    let outcome = try ScenarioOutcome.session(
      """
      "local": [{"operations": [
        {"update": ["T", 1], "set": {"any": {"a": [1, {"b": "c"}]}, "step": {"title": "z", "n": 3}}},
        {"update": ["T", 1, "steps", 1, "title"], "value": "y"},
        {"insert": ["T", 1, "steps"], "index": 0, "value": {"title": "x"}}
      ]}]
      """, mode: .manual)
    let check = try MergePlanCheck(outcome)
    #expect(try lines(check.report).allSatisfy { !$0.hasPrefix("!") })
    #expect(check.problems == [])
    #expect(check.plan.operations.count == 3)
  }

  @Test func `a failed reset has a plan too, and one that went through has none`() throws {
    #expect(try plan("rs-29-class-removed", .recover) == ["T 1 v: set to 99"])
    let recovered = try ComparedOutcomes.scenario("rs-02-same-field-conflict")
    #expect(Analysis.report(of: recovered.outcome).mergePlan == nil)
  }

  @Test func `without the last sync nobody knows what the server has changed`() throws {
    var outcome = try ComparedOutcomes.scenario("rs-03-different-field-merge", mode: .manual)
      .outcome
    outcome.situation.base = nil
    let plan = try #require(Analysis.report(of: outcome).mergePlan)
    #expect(plan.operations.map(\.conflict).allSatisfy { $0 == .lastSyncUnknown })
    #expect(plan.changeset == Changeset().encoded())
  }

  // MARK: Sessions

  private func planned(_ members: String) throws -> Report {
    Analysis.report(of: try ScenarioOutcome.session(members, mode: .manual))
  }
}
