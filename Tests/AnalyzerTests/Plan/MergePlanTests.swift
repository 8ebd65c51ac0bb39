import AnalysisSupport
import Analyzer
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// Plans for scenarios, expected from what the scenarios say.
@Suite struct MergePlanTests {
  /// An operation of a plan, as far as the tests are about it.
  struct Step: Equatable {
    /// Such as `T 1 v`.
    var place: String
    var action: MergePlan.Action
    /// Whether a person has to decide on it.
    var isToDecide = false

    static func `do`(_ action: MergePlan.Action, _ place: String) -> Step {
      Step(place: place, action: action)
    }

    static func decide(_ action: MergePlan.Action, _ place: String) -> Step {
      Step(place: place, action: action, isToDecide: true)
    }
  }

  func plan(_ name: String, _ mode: ResetMode = .manual) throws -> [Step] {
    try steps(Analysis.report(of: ComparedOutcomes.scenario(name, mode: mode).outcome))
  }

  func steps(_ report: Report) throws -> [Step] {
    try #require(report.mergePlan).operations.map { operation in
      Step(
        place: operation.address.place, action: operation.action,
        isToDecide: operation.conflict != nil)
    }
  }

  private static func set(_ value: Value) -> MergePlan.Action { .set(.value(value)) }

  private static func link(to key: Int64) -> Value {
    .link(Value.Link(className: "Tgt", key: .int(key)))
  }

  @Test(arguments: [
    // Replaying only what is pending, and not copying the backup whole.
    ("rs-67-naive-manual-restore", [Step.do(.create, "T 4"), .do(set(.int(31)), "T 3 v")]),
    ("rs-02-same-field-conflict", [.decide(set(.int(111)), "T 1 v")]),
    ("rs-03-different-field-merge", [.do(set(.int(222)), "T 2 v")]),
    ("rs-04-edit-on-deleted", [.decide(.createWhole, "T 1")]),
    ("rs-05-delete-on-edited", [.decide(.delete, "T 1")]),
    ("rs-07a-counter-add", [.decide(.add(5), "T 1 v")]),
    (
      "rs-11-list-append-both",
      [.decide(.edit([.insert(at: 4, value: .int(10))]), "T 1 l")]
    ),
    (
      "rs-21-scalar-set-merge",
      [.do(.addMember(.int(5)), "T 1 st"), .do(.removeMember(.int(1)), "T 1 st")]
    ),
    (
      "rs-70a-link-to-later-created-object",
      [
        .do(.create, "Tgt 9"),
        .do(
          .edit([.remove(at: 0, value: link(to: 1)), .insert(at: 1, value: link(to: 9))]), "T 1 ll"),
      ]
    ),
    // What the deletion did to links, it does on the server too.
    ("rs-74-delete-overwrites-lists", [.do(.delete, "Tgt 1")]),
    ("rs-75-delete-nulls-repointed-link", [.do(.delete, "Tgt 1")]),
    (
      "rs-36-local-additive-schema",
      [
        .do(.addClass, "LocNew"), .do(.addProperty, "T loc"), .do(.create, "LocNew 1"),
        .do(set(.int(5)), "T 1 loc"),
      ]
    ),
  ])
  func `a plan says what is to be done, and where a person has to decide`(
    name: String, expected: [Step]
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
    #expect(
      try steps(report) == [
        .do(Self.set(.int(2)), "T 1 v"), .do(Self.set(.string("x")), "T 1 s"),
      ])
    let plan = try #require(report.mergePlan)
    #expect(plan.operations[0].writes == [0, 1])
    // The object and the element that the device itself undid.
    #expect(plan.settled == [2, 3, 4, 5, 6].filter { !plan.operations[1].writes.contains($0) })
  }

  @Test func `what both sides changed in a list is left to the server, and the device's is added`()
    throws
  {
    let report = try planned(
      """
      "local": [{"operations": [
        {"append": ["T", 1, "l"], "value": 10}, {"remove": ["T", 1, "l", 0]}
      ]}],
      "serverChanges": [{"operations": [{"append": ["T", 1, "l"], "value": 20}]}]
      """)
    let operation = try #require(report.mergePlan?.operations.first)
    guard case .value(.list(let server)) = operation.server,
      case .value(.list(let after)) = operation.after
    else {
      Issue.record("\(operation)")
      return
    }
    #expect(after == server.dropFirst() + [.int(10)])
    #expect(operation.conflict != nil)
    #expect(operation.instructions.instructions.count == 2)
  }

  @Test(arguments: [
    #"{"update": ["T", 1, "l", 0], "value": 10}"#,
    // As it was at the last sync.
    #"{"update": ["T", 1, "l", 0], "value": 10}, {"update": ["T", 1, "l", 0], "value": 1}"#,
  ])
  func `an element that both sides set is no step, and the list is set as a whole`(
    local: String
  ) throws {
    let report = try planned(
      """
      "local": [{"operations": [\(local)]}],
      "serverChanges": [{"operations": [{"update": ["T", 1, "l", 0], "value": 20}]}]
      """)
    guard case .set? = report.mergePlan?.operations.first?.action else {
      Issue.record("\(String(describing: report.mergePlan))")
      return
    }
  }

  @Test func `links that a deletion cut are cut, where the object is recreated`() throws {
    let report = try planned(
      """
      "local": [{"operations": [{"delete": ["Tgt", 1]}, {"create": ["Tgt", 1]}]}]
      """)
    #expect(try steps(report) == [.do(Self.set(.null), "T 1 link")])
  }

  @Test(arguments: [
    #"{"update": ["T", 1], "set": {"v": 7}}"#,
    #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {"v": 7}}"#,
  ])
  func `what the server has already needs nothing`(change: String) throws {
    let report = try planned(
      """
      "local": [{"operations": [\(change)]}], "serverChanges": [{"operations": [\(change)]}]
      """)
    #expect(report.mergePlan?.operations == [])
    #expect(report.mergePlan?.settled == Array(report.writes.indices))
  }

  @Test(arguments: [
    (
      #"{"update": ["T", 1, "st"], "value": [3, 4]}"#,
      #"{"add": ["T", 1, "st"], "value": 3}"#, false
    ),
    (
      #"{"update": ["T", 1, "st"], "value": [3, 4]}"#,
      #"{"add": ["T", 1, "st"], "value": 5}"#, true
    ),
    (
      #"{"update": ["T", 1, "st"], "value": [1, 4]}"#,
      #"{"remove": ["T", 1, "st"], "value": 1}"#, true
    ),
    (
      #"{"update": ["T", 1, "d"], "value": {"b": 2, "c": 3}}"#,
      #"{"update": ["T", 1, "d", "b"], "value": 2}"#, false
    ),
    (
      #"{"update": ["T", 1, "d"], "value": {"b": 2, "c": 3}}"#,
      #"{"update": ["T", 1, "d", "b"], "value": 3}"#, true
    ),
  ])
  func `a collection is set unasked where the device has all that others changed in it`(
    local: String, others: String, isToDecide: Bool
  ) throws {
    let report = try planned(
      """
      "local": [{"operations": [\(local)]}], "serverChanges": [{"operations": [\(others)]}]
      """)
    #expect(try steps(report).map(\.isToDecide) == [isToDecide])
    #expect(report.undoneByCopy?.isEmpty == !isToDecide)
  }

  @Test(arguments: [
    ("1", #"{"update": ["T", 1, "link"], "value": 2}"#, false),
    ("2", #"{"update": ["T", 1, "link"], "value": 2}"#, true),
    // The same object links to it in another place.
    (
      "1",
      #"{"update": ["T", 1], "set": {"link": null, "any": {"$link": ["Tgt", 1]}}}"#, true
    ),
  ])
  func `an object that others have linked to since is not deleted unasked`(
    deleted: String, others: String, isToDecide: Bool
  ) throws {
    let report = try planned(
      """
      "local": [{"operations": [{"delete": ["Tgt", \(deleted)]}]}],
      "serverChanges": [{"operations": [\(others)]}]
      """)
    let steps = try steps(report)
    #expect(steps.map(\.action) == [.delete] && steps.map(\.isToDecide) == [isToDecide])
  }

  @Test(arguments: [
    #"{"update": ["T", 1], "set": {"v": 11}}"#, #"{"increment": ["T", 1, "v"], "by": 1}"#,
    #"{"append": ["T", 1, "l"], "value": 4}"#, #"{"add": ["T", 1, "st"], "value": 9}"#,
    #"{"delete": ["T", 1]}"#, #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {"v": 11}}"#,
  ])
  func `what the device did to an object that others have replaced is not done unasked`(
    local: String
  ) throws {
    let anew = #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {"v": 10, "st": [1, 2]}}"#
    func conflicts(_ members: String) throws -> [MergePlan.Conflict?] {
      try #require(try planned(members).mergePlan).operations.map(\.conflict)
    }
    let others = try conflicts(
      """
      "local": [{"operations": [\(local)]}], "serverChanges": [{"operations": [\(anew)]}]
      """)
    #expect(others.count == 1 && others.allSatisfy { $0 == .objectReplaced })
    let own = try conflicts(
      """
      "local": [{"operations": [\(anew)]}, {"operations": [\(local)]}],
      "serverChanges": [{"uploaded": 0}]
      """)
    #expect(own.count == 1 && own.allSatisfy { $0 == nil })
  }

  @Test func `additions to a number are summed up, and added`() throws {
    let report = try planned(
      """
      "local": [{"operations": [
        {"increment": ["T", 1, "v"], "by": 5}, {"increment": ["T", 1, "v"], "by": -8}
      ]}]
      """)
    #expect(try steps(report) == [.do(.add(-3), "T 1 v")])
    let operation = try #require(report.mergePlan?.operations.first)
    #expect(operation.after == .value(.int(7)))
    #expect(operation.instructions.instructions.count == 1)
  }

  @Test func `a link that a deletion cut is a change where the object was created anew`() throws {
    let report = try planned(
      """
      "local": [{"operations": [{"delete": ["Tgt", 1]}, {"create": ["Tgt", 1]}]}]
      """)
    #expect(report.changes.map(\.kind) == [.edited, .recreated])
    #expect(try steps(report) == [.do(Self.set(.null), "T 1 link")])
  }

  @Test func `of additions to a number those are added that the server has not taken`() throws {
    func planned(_ second: Int64, _ changes: String) throws -> Report {
      try self.planned(
        """
        "local": [
          {"operations": [{"increment": ["T", 1, "v"], "by": 2}]},
          {"operations": [{"increment": ["T", 1, "v"], "by": \(second)}]}
        ],
        "serverChanges": [{"uploaded": 0}\(changes)]
        """)
    }
    for second: Int64 in [2, -2] {
      let left = try planned(second, "")
      #expect(try steps(left) == [.do(.add(second), "T 1 v")])
      #expect(left.mergePlan?.settled == [0])
    }
    let others = #", {"uploaded": 1}, {"operations": [{"increment": ["T", 1, "v"], "by": 4}]}"#
    let taken = try planned(2, others)
    #expect(try steps(taken) == [] && taken.mergePlan?.settled == [0, 1])
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
    #expect(try steps(check.report).allSatisfy { !$0.isToDecide })
    #expect(check.problems == [])
    #expect(check.plan.operations.count == 3)
  }

  @Test func `a failed reset has a plan too, and one that went through has none`() throws {
    #expect(
      try plan("rs-29-class-removed", .recover) == [.do(Self.set(.int(99)), "T 1 v")])
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

  @Test(arguments: [(true, MergePlan.Conflict.objectMissing), (false, .classMissing)])
  func `without the last sync nobody knows that the server has deleted an object`(
    hasClass: Bool, conflict: MergePlan.Conflict
  ) throws {
    var outcome = try ComparedOutcomes.scenario("rs-04-edit-on-deleted", mode: .manual).outcome
    outcome.situation.base = nil
    if !hasClass { outcome.situation.fresh = RealmState() }
    let plan = try #require(Analysis.report(of: outcome).mergePlan)
    #expect(plan.operations.map(\.conflict) == [conflict])
  }

  // MARK: Sessions

  private func planned(_ members: String) throws -> Report {
    Analysis.report(of: try ScenarioOutcome.session(members, mode: .manual))
  }
}
