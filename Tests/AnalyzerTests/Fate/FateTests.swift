import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Replayer

/// Fates worked out by hand from what each session says.
@Suite struct FateTests {
  private func fates(_ outcome: Outcome) -> [Fate] {
    Analysis.report(of: outcome).writes.map(\.fate)
  }

  private func fates(local operations: String, server: String = "") throws -> [Fate] {
    fates(
      try ScenarioOutcome.session(
        """
        "local": [{"operations": [\(operations)]}],
        "serverChanges": [{"operations": [\(server)]}]
        """))
  }

  // MARK: Examples

  @Test(arguments: [
    ("rs-02-same-field-conflict", [Fate.lost]),
    ("rs-04-edit-on-deleted", [.lost]),
    ("rs-13-list-remove-existing", [.lost]),
    ("rs-23-single-link-dead-target", [.lost]),
    // The object that was acknowledged is gone with the backup; so are its edit and the new one.
    ("rs-41-backup-restore", [.lost, .lost, .lost]),
    // The link and the list element that the deletion cuts, and the deletion itself.
    ("rs-74-delete-overwrites-lists", [.lost, .lost, .lost]),
    // All arrived; the server's history has the created object, and so the addition.
    (
      "rs-42a-acknowledgement-lost",
      [.redundant, .redundant, .redundant, .redundant, .redundant]
    ),
    // All arrived, and nothing is lost, though another device has deleted the created object since.
    (
      "rs-42b-acknowledgement-lost-then-deleted",
      [.redundant, .redundant, .redundant, .redundant, .redundant]
    ),
  ])
  func `Examples have the fates that their sessions say`(name: String, expected: [Fate]) throws {
    #expect(fates(try ScenarioOutcome.example(name)) == expected)
  }

  @Test(arguments: [("rs-29-class-removed", 1), ("rs-36-local-additive-schema", 4)])
  func `Every write of a failed reset is stranded`(name: String, count: Int) throws {
    let outcome = try ScenarioOutcome.example(name)
    #expect(outcome.failure?.failureClass == .classesRemoved)
    #expect(fates(outcome) == [Fate](repeating: .stranded, count: count))
  }

  // MARK: Superseded

  @Test func `A later value of the same property supersedes the earlier one`() throws {
    #expect(
      try fates(
        local: #"""
          {"update": ["T", 1], "set": {"v": 1}}, {"increment": ["T", 1, "v"], "by": 1},
          {"update": ["T", 1], "set": {"v": 3}}, {"increment": ["T", 1, "v"], "by": 1}
          """#) == [.superseded, .superseded, .lost, .lost])
  }

  @Test func `Deleting an object supersedes what was done to it before`() throws {
    #expect(
      try fates(local: #"{"update": ["T", 1], "set": {"v": 1}}, {"delete": ["T", 1]}"#)
        == [.superseded, .lost])
  }

  @Test func `An object made and deleted again leaves nothing to lose`() throws {
    #expect(
      try fates(local: #"{"create": ["T", 7], "set": {"v": 1}}, {"delete": ["T", 7]}"#)
        == [.superseded, .superseded, .redundant])
  }

  @Test func `Making an object anew supersedes its deletion`() throws {
    #expect(
      try fates(local: #"{"delete": ["T", 1]}, {"create": ["T", 1]}"#)
        == [.superseded, .redundant])
  }

  @Test func `An inserted element that was removed again is followed through moving indexes`()
    throws
  {
    #expect(
      try fates(
        local: #"""
          {"append": ["T", 1, "l"], "values": [4, 5]},
          {"insert": ["T", 1, "l"], "index": 0, "value": 0}, {"remove": ["T", 1, "l", 4]}
          """#) == [.superseded, .lost, .lost, .redundant])
  }

  @Test func `An element's later value supersedes the earlier one wherever the element is by then`()
    throws
  {
    #expect(
      try fates(
        local: #"""
          {"update": ["T", 1, "l", 1], "value": 20}, {"insert": ["T", 1, "l"], "index": 0, "value": 0},
          {"update": ["T", 1, "l", 1], "value": 10}, {"move": ["T", 1, "l", 2], "to": 0},
          {"update": ["T", 1, "l", 0], "value": 21}
          """#) == [.superseded, .lost, .lost, .lost, .lost])
  }

  @Test func `Removing an element supersedes its moves and its contents`() throws {
    #expect(
      try fates(
        local: #"""
          {"update": ["T", 1, "steps", 0, "title"], "value": "x"}, {"move": ["T", 1, "steps", 0], "to": 1},
          {"update": ["T", 1, "steps", 0, "title"], "value": "y"}, {"remove": ["T", 1, "steps", 1]}
          """#) == [.superseded, .superseded, .lost, .lost])
  }

  @Test func `Clearing supersedes everything done to the collection before`() throws {
    #expect(
      try fates(
        local: #"""
          {"append": ["T", 1, "l"], "value": 4}, {"remove": ["T", 1, "l", 0]}, {"clear": ["T", 1, "l"]},
          {"append": ["T", 1, "l"], "value": 5}, {"update": ["T", 1, "d", "q"], "value": 1},
          {"clear": ["T", 1, "d"]}, {"add": ["T", 1, "st"], "value": 7}, {"clear": ["T", 1, "st"]}
          """#)
        == [.superseded, .superseded, .lost, .lost, .superseded, .lost, .superseded, .lost])
  }

  @Test func `Sets and dictionaries are followed by element and by key`() throws {
    #expect(
      try fates(
        local: #"""
          {"add": ["T", 1, "st"], "values": [5, 6]}, {"remove": ["T", 1, "st"], "value": 5},
          {"remove": ["T", 1, "st"], "value": 1}, {"update": ["T", 1, "d", "a"], "value": 5},
          {"update": ["T", 1, "d", "b"], "value": 6}, {"remove": ["T", 1, "d", "a"]}
          """#)
        == [.superseded, .lost, .redundant, .lost, .superseded, .lost, .lost])
  }

  @Test func `Another embedded object supersedes what was done to the one before`() throws {
    #expect(
      try fates(
        local: #"""
          {"update": ["T", 1, "step"], "set": {"title": "x"}},
          {"update": ["T", 1, "step"], "value": {"title": "y"}}
          """#)
        // The title, the null before the new object, the object, its title.
        == [.superseded, .superseded, .lost, .lost])
  }

  @Test func `A Mixed that becomes something else supersedes what was in it`() throws {
    #expect(
      try fates(
        local: #"""
          {"update": ["T", 1, "any"], "value": [1]}, {"append": ["T", 1, "any"], "value": 2},
          {"update": ["T", 1, "any"], "value": {"k": 1}}, {"update": ["T", 1, "any"], "value": "x"}
          """#)
        == [.superseded, .superseded, .superseded, .superseded, .superseded, .lost])
  }

  // MARK: Redundant

  @Test func `What the server did as well is redundant`() throws {
    let operations = #"""
      {"update": ["T", 1], "set": {"v": 5, "link": 2}}, {"append": ["T", 1, "l"], "value": 4},
      {"add": ["T", 1, "st"], "value": 9}, {"remove": ["T", 1, "d", "a"]}, {"create": ["T", 8]},
      {"addProperty": ["T", "more"], "type": "int"}, {"addClass": "New", "primaryKey": "k", "properties": {"k": "int"}},
      {"delete": ["T", 1]}
      """#
    let both = try fates(local: operations, server: operations)
    // Deleting the object supersedes what was done to it; the rest the server has.
    #expect(
      both == [
        .superseded, .superseded, .superseded, .superseded, .superseded, .redundant, .redundant,
        .redundant, .redundant,
      ])
  }

  @Test(arguments: [("7", Fate.redundant), ("8", .lost)])
  func `A number that was set and then added to is compared as one that was set`(
    server: String, expected: Fate
  ) throws {
    let fates = try fates(
      local: """
        {"update": ["T", 1, "v"], "value": 5}, {"increment": ["T", 1, "v"], "by": 2}
        """, server: #"{"update": ["T", 1, "v"], "value": \#(server)}"#)
    #expect(fates.last == expected)
  }

  @Test func `A set element and a list are compared as wholes, a created object by its key`() throws
  {
    #expect(
      try fates(
        local: #"""
          {"add": ["T", 1, "st"], "value": 9}, {"remove": ["T", 1, "st"], "value": 1},
          {"append": ["T", 1, "l"], "value": 4}, {"create": ["T", 8], "set": {"v": 1, "s": "x"}}
          """#,
        server: #"""
          {"add": ["T", 1, "st"], "values": [8, 9]}, {"append": ["T", 1, "l"], "values": [4, 5]},
          {"create": ["T", 8], "set": {"v": 2, "s": "x"}}
          """#) == [.redundant, .lost, .lost, .redundant, .lost, .redundant])
  }

  @Test(arguments: [
    (#"{"b": 2}"#, FateReason.ServerMatch.hasCollection), (#"{"a": 1}"#, .sameValue),
  ])
  func `A collection of other contents is not the same value`(
    server: String, match: FateReason.ServerMatch
  ) throws {
    let outcome = try ScenarioOutcome.session(
      #"""
      "local": [{"operations": [{"update": ["T", 1, "any"], "value": {"a": 1}}]}],
      "serverChanges": [{"operations": [{"update": ["T", 1, "any"], "value": \#(server)}]}]
      """#)
    #expect(Analysis.report(of: outcome).writes[0].reason == .needless(.onServer(match)))
  }

  @Test(arguments: [ResetMode.discardLocal, .recover])
  func `An embedded object that both sides replaced alike is redundant`(mode: ResetMode) throws {
    let operations = #"{"operations": [{"update": ["T", 1, "step"], "value": {"title": "b"}}]}"#
    let outcome = try ScenarioOutcome.session(
      #""local": [\#(operations)], "serverChanges": [\#(operations)]"#, mode: mode)
    #expect(fates(outcome) == [.superseded, .redundant, .redundant])
  }

  @Test(arguments: [false, true])
  func `A list that both sides made in a dictionary has what both put into it`(
    isTaken: Bool
  ) throws {
    let operations = #"{"operations": [{"update": ["T", 1, "any"], "value": {"a": [1]}}]}"#
    let server = isTaken ? #"{"uploaded": 0}"# : operations
    let outcome = try ScenarioOutcome.session(
      #""local": [\#(operations)], "serverChanges": [\#(server)]"#, mode: .recover)
    let report = Analysis.report(of: outcome)
    #expect(report.writes.map(\.fate) == [.redundant, .redundant, .recovered])
    #expect(report.writes[1].rule == .collectionKept)
    #expect(report.harm.doubled.count == (isTaken ? 1 : 0))
  }

  @Test(arguments: [
    #""steps"], "value": {"title": "x", "n": 1}"#, #""any"], "value": {"k": {"k": 2}}"#,
  ])
  func `What both sides put into a list alike, the server has with all that is in it`(
    element: String
  ) throws {
    let operations = #"""
      {"operations": [
        {"update": ["T", 1, "any"], "value": []}, {"append": ["T", 1, \#(element)}
      ]}
      """#
    for (mode, fate) in [(ResetMode.discardLocal, Fate.redundant), (.recover, .recovered)] {
      let outcome = try ScenarioOutcome.session(
        #""local": [\#(operations)], "serverChanges": [\#(operations)]"#, mode: mode)
      #expect(fates(outcome).suffix(3).allSatisfy { $0 == fate }, "\(mode)")
    }
  }

  @Test func `A list in an element that both sides have alike has what the device put into it`()
    throws
  {
    let append = #"{"append": ["T", 1, "steps", 0, "tags"], "value": "b"}"#
    let file = ScenarioOutcome.sessionFile(
      #"""
      "local": [{"operations": [
        \#(append), {"update": ["T", 1, "steps", 0, "title"], "value": "z"}
      ]}],
      "serverChanges": [{"operations": [\#(append)]}]
      """#
    ).replacing(#""n": "int?"}"#, with: #""n": "int?", "tags": "string[]"}"#)
    let outcome = try ScenarioOutcome.of(Array(file.utf8), mode: .discardLocal)
    #expect(fates(outcome) == [.redundant, .lost])
  }

  @Test func `Objects of an asymmetric class are lost, as no state ever holds them`() throws {
    let report = Analysis.report(of: try ScenarioOutcome.example("every-kind-of-property"))
    let sent = report.writes.filter { $0.address.className == "Measurement" }
    #expect(sent.map(\.fate) == [.lost, .lost, .lost, .lost])
  }

  // MARK: Not known

  private static let members = #"""
    "local": [{"operations": [
      {"update": ["T", 1], "set": {"v": 1}}, {"update": ["T", 1], "set": {"v": 2, "s": "same"}}]}],
    "serverChanges": [{"operations": [{"update": ["T", 1], "set": {"s": "same"}}]}]
    """#

  @Test(arguments: [
    (Gap.Kind.wireOnly, [Fate.superseded, .lost, .redundant]),
    (.missingBase, [.superseded, .lost, .redundant]),
    (.unreadableMessage, [.superseded, .lost, .redundant]),
    (.missingFresh, [.superseded, .lost, .unknown]),
    (.unmergedConcurrentChanges, [.superseded, .lost, .unknown]),
    (.lostRecords, [.superseded, .unknown, .unknown]),
    (.suspectRecords, [.superseded, .unknown, .unknown]),
    (.unreadableChangeset, [.superseded, .unknown, .unknown]),
  ])
  func `A write that depends on what is missing is unknown`(
    kind: Gap.Kind, expected: [Fate]
  ) throws {
    let outcome = try ScenarioOutcome.session(Self.members, gaps: [Gap(.example(of: kind))])
    #expect(fates(outcome) == expected)
  }

  @Test func `A write without a ruling is unknown`() throws {
    var outcome = try ScenarioOutcome.session(Self.members)
    outcome.result.rulings.removeFirst()
    let writes = Analysis.report(of: outcome).writes
    #expect(writes.map(\.fate) == [.unknown, .lost, .redundant])
    #expect(writes[0].rule == nil)
  }

  // MARK: Conflicts

  @Test func `A removal is not undone where the list ends as the server has it`() throws {
    func report(inserting value: Int) throws -> Report {
      Analysis.report(
        of: try ScenarioOutcome.session(
          """
          "local": [{"operations": [{"update": ["T", 1, "l", 1], "value": 9}]}],
          "serverChanges": [{"operations": [
            {"remove": ["T", 1, "l", 1]},
            {"insert": ["T", 1, "l"], "index": 1, "value": \(value)}
          ]}]
          """, mode: .recover))
    }
    let other = try report(inserting: 8)
    #expect(other.writes.map(\.fate) == [.conflicted])
    #expect(other.harm.deviceWon.count + other.harm.overwritten.count > 0)
    let same = try report(inserting: 9)
    #expect(same.writes.map(\.fate) == [.redundant])
    #expect(same.changes.map(\.outcome) == [.alreadyOnServer])
    #expect(same.overwrittenPlaces.isEmpty)
  }

  @Test(arguments: [
    #"{"delete": ["T", 1]}"#, #"{"update": ["T", 1, "steps", 0, "title"], "value": "x"}"#,
  ])
  func `A property that is added to an embedded class changes nothing that embeds one`(
    operation: String
  ) throws {
    for type in ["int?", "string"] {
      let outcome = try ScenarioOutcome.session(
        """
        "local": [{"operations": [\(operation)]}],
        "serverChanges": [{"operations": [{"addProperty": ["Step", "more"], "type": "\(type)"}]}]
        """, mode: .recover)
      let report = Analysis.report(of: outcome)
      #expect(report.changes.map(\.outcome) == [.kept])
      #expect(report.overwrittenPlaces.isEmpty)
      #expect(IncomingChanges(outcome).changes?.count == 1)
    }
  }

  @Test func `What the server gave a new object is its own unless the type begins with it`() throws
  {
    let report = Analysis.report(
      of: try ScenarioOutcome.session(
        #"""
        "local": [{"operations": [{"create": ["T", 7], "set": {"s": "x", "v": 5}}]}],
        "serverChanges": [{"operations": [{"create": ["T", 7], "set": {"s": "", "v": 0}}]}]
        """#, mode: .recover))
    func view(_ property: RealmString) -> ThreeWayChange? {
      report.writes.first { $0.address.property == property }?.threeWay
    }
    #expect(view("s") == .both)
    #expect(view("v") == .deviceOnly)
  }

  // MARK: What a verdict says

  @Test func `What an undone object has is not known where the server is not`() throws {
    var outcome = try ClaimedReset(endOf: "rs-66-compensating-write").outcome
    outcome.gaps.append(Gap(.server))
    let write = try #require(Analysis.report(of: outcome).writes.first)
    #expect(write.fate == .lost)
    #expect(write.observed.server == nil && write.observed.after == nil)
  }

  @Test func `A write names the values, the rule and the reason`() throws {
    let report = Analysis.report(of: try ScenarioOutcome.example("rs-02-same-field-conflict"))
    let write = try #require(report.writes.first)
    #expect(
      write.address == Address(className: "T", object: .int(1), property: "v", path: []))
    #expect(write.operation == .set(to: .value(.int(111)), isDefault: false))
    #expect(write.rule == .discardedByMode)
    #expect(write.observed.before == .value(.int(10)))
    #expect(write.observed.device == .value(.int(111)))
    #expect(write.observed.server == .value(.int(1111)))
    #expect(write.observed.after == .value(.int(1111)))
    #expect(write.reason == .discarded(cause: .discardedByMode, server: .value(.int(1111))))
    #expect(report.transactions.map(\.clientVersion) == [4])
  }

  @Test func `A superseded write names the one that replaced it`() throws {
    let report = Analysis.report(
      of: try ScenarioOutcome.session(
        #"""
        "local": [{"operations": [{"update": ["T", 1], "set": {"v": 1}}]},
          {"operations": [{"update": ["T", 1], "set": {"v": 2}}]},
          {"operations": [{"delete": ["T", 1]}]}]
        """#))
    #expect(report.writes.map(\.supersededBy) == [1, 2, nil])
    #expect(
      report.writes[0].reason
        == .replaced(
          by: .init(
            write: 1, clientVersion: 5, address: nil,
            operation: .set(to: .value(.int(2)), isDefault: false))))
    #expect(
      report.writes[1].reason
        == .replaced(
          by: .init(
            write: 2, clientVersion: 6,
            address: Address(className: "T", object: .int(1)), operation: .delete)))
  }

  @Test func `An index far beyond any list is not followed, and costs no memory`() throws {
    let outcome = try ScenarioOutcome.session(#""local": [{"operations": []}]"#)
    var builder = ChangesetBuilder()
    let place = LocationValue("T", .int(1), "steps", [4_000_000_000])
    for _ in 0..<100 { builder.update(place, to: .objectValue, priorSize: 2) }
    var hostile = outcome
    hostile.situation.unsynced[0].changeset = builder.changeset
    hostile.result.rulings = (0..<100).map {
      Ruling(
        changesetIndex: 0, instructionIndex: $0, rule: .discardedByMode, effect: .discarded)
    }
    #expect(fates(hostile).count == 100)
  }
}
