import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

/// Harm to the server's data that no edit of the server's tells: an order, and a null that nobody wrote.
@Suite struct HarmSearchTests {
  private func report(
    properties: String, synced: String, local: String, server: String
  ) throws -> Report {
    let json = """
      {
        "scenario": 1, "name": "harm",
        "schema": {
          "Tgt": {"primaryKey": "_id", "properties": {"_id": "int"}},
          "T": {"primaryKey": "_id", "properties": {"_id": "int", \(properties)}}
        },
        "synced": {"Tgt": [{"_id": 1}, {"_id": 2}], "T": [{"_id": 1, \(synced)}]},
        "local": [{"operations": [\(local)]}],
        "serverChanges": [{"operations": [\(server)]}],
        "error": {}
      }
      """
    let events = try Scenario(parsing: Array(json.utf8)).events
    return Analysis.report(of: try #require(try Replay.run(events: events, mode: .recover).first))
  }

  @Test func `a null entry in a dictionary of links is harm, though the server had nothing there`()
    throws
  {
    let report = try report(
      properties: #""d": "Tgt{}""#, synced: #""d": {"a": 1}"#,
      local: #"{"update": ["T", 1, "d", "k"], "value": 2}"#, server: #"{"delete": ["Tgt", 2]}"#)
    #expect(report.harm.lost == [0])
    #expect(report.harm.overwritten.map(\.address) == [report.writes[0].address])
    #expect(report.collateral.map(\.reason) == [.nullEntryWritten])
  }

  @Test(arguments: [
    (#"{"link": 2}"#, true, Consequence.hasServersDataButNulls), ("{}", false, .hasServersData),
  ])
  func `a default link to an object that is gone is null on the device alone`(
    server: String, isKept: Bool, consequence: Consequence
  ) throws {
    let report = try report(
      properties: #""link": "Tgt", "n": "int""#, synced: #""n": 5"#,
      local: #"{"create": ["T", 2], "defaults": {"link": 1}}"#,
      server: #"{"create": ["T", 2], "set": \#(server)}, {"delete": ["Tgt", 1]}"#)
    let links = isKept ? [Value.Link(className: "Tgt", key: .int(2))] : []
    #expect(report.traps.map(\.effect) == links.map(TrapOccurrence.Effect.nullNotUploaded))
    #expect(report.collateral.isEmpty && report.consequences.first == consequence)
  }

  @Test func `what others wrote is not compared with the last sync of a file that may be another`()
    throws
  {
    let members = #"""
      "local": [{"operations": [{"update": ["T", 1], "set": {"v": 1}}]}],
      "serverChanges": [{"operations": [{"update": ["T", 1], "set": {"v": 2}}]}]
      """#
    let cases: [(gaps: [Gap], count: Int)] = [([], 1), ([Gap(.sessionAmong([1, 2]))], 0)]
    for (gaps, count) in cases {
      let outcome = try ScenarioOutcome.session(members, mode: .recover, gaps: gaps)
      #expect(Analysis.report(of: outcome).collateral.count == count)
    }
  }

  @Test func `a deletion that meets another object with the key has not met a changed one`() throws
  {
    let report = try report(
      properties: #""v": "int""#, synced: #""v": 1"#, local: #"{"delete": ["T", 1]}"#,
      server: #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {"v": 9}}"#)
    #expect(report.collateral.map(\.kind) == [.changedObjectDeleted])
    #expect(report.collateral.map(\.reason) == [.hitAnotherObject])
  }

  @Test func `a place that both sides added to counts once, however often the device did`() throws {
    let increment = #"{"increment": ["T", 1, "n"], "by": 1}"#
    let report = try report(
      properties: #""n": "int""#, synced: #""n": 1"#, local: "\(increment), \(increment)",
      server: #"{"increment": ["T", 1, "n"], "by": 10}"#)
    #expect(report.harm.merged.count == 1 && report.changes.map(\.outcome) == [.merged])
  }

  @Test func `only writes that had a list copied have overwritten what others had in it`() throws {
    let report = try report(
      properties: #""l": "int[]""#, synced: #""l": [1, 2]"#,
      local: #"{"append": ["T", 1, "l"], "value": 3}, {"remove": ["T", 1, "l", 0]}"#,
      server: #"{"append": ["T", 1, "l"], "value": 9}"#)
    #expect(report.changes.map(\.outcome) == [.kept, .keptAndOverwrote])
  }

  @Test(arguments: [
    ("int<>", "[1]", "[2, 4]", #"{"add": ["T", 1, "c"], "value": 2}"#, false),
    ("int<>", "[1]", "[2, 4]", #"{"add": ["T", 1, "c"], "value": 3}"#, true),
    ("int{}", #"{"a": 1}"#, #"{"b": 2}"#, #"{"update": ["T", 1, "c", "b"], "value": 2}"#, false),
    ("int{}", #"{"a": 1}"#, #"{"b": 2}"#, #"{"update": ["T", 1, "c", "b"], "value": 3}"#, true),
    ("int[]", "[1]", "[2, 4]", #"{"append": ["T", 1, "c"], "value": 2}"#, true),
  ])
  func `clearing overwrites what others added, unless it is there in the end`(
    type: String, synced: String, own: String, server: String, overwrites: Bool
  ) throws {
    let report = try report(
      properties: #""c": "\#(type)""#, synced: #""c": \#(synced)"#,
      local: #"{"update": ["T", 1, "c"], "value": \#(own)}"#, server: server)
    let clear = try #require(report.writes.firstIndex { $0.kind == .clear })
    #expect((report.writes[clear].winner == .device) == overwrites)
    #expect(report.overwrittenPlaces.isEmpty == !overwrites)
  }

  @Test(arguments: [
    (
      #"{"clear": ["T", 1, "s"]}, {"add": ["T", 1, "s"], "values": [7, 8]}"#,
      #"{"add": ["T", 1, "s"], "value": 5}"#, [Change.Outcome.keptAndOverwrote, .kept, .kept]
    ),
    (
      """
      {"add": ["T", 1, "s"], "value": 7}, {"remove": ["T", 1, "s"], "value": 1},
      {"add": ["T", 1, "s"], "value": 1}
      """, #"{"remove": ["T", 1, "s"], "value": 1}"#, [.kept, .keptAndOverwrote]
    ),
  ])
  func `what is added next to the write that overwrote others has overwritten nothing`(
    local: String, server: String, outcomes: [Change.Outcome]
  ) throws {
    let report = try report(
      properties: #""s": "int<>""#, synced: #""s": [1, 2]"#, local: local, server: server)
    #expect(report.changes.map(\.outcome) == outcomes)
  }

  @Test(arguments: [
    // What the server has, and that with something of the device's own.
    (
      #""s": "new", "c": [1, 2]"#, #"{"update": ["T", 1, "s"], "value": "new"}"#,
      Change.Outcome.alreadyOnServer
    ),
    (#""s": "new", "n": 5"#, #"{"update": ["T", 1, "s"], "value": "new"}"#, .kept),
    (#""s": "new""#, #"{"update": ["T", 1, "s"], "value": "other"}"#, .keptAndOverwrote),
    // What the server took out of a set is not there, as it wanted.
    (#""n": 5"#, #"{"delete": ["Tgt", 1]}"#, .kept),
    (
      #""n": 5"#, #"{"create": ["Tgt", 3]}, {"add": ["T", 1, "c"], "value": 3}"#,
      .keptAndOverwrote
    ),
  ])
  func `an object made anew overwrites what others had changed in it, where that is gone`(
    own: String, server: String, outcome: Change.Outcome
  ) throws {
    let report = try report(
      properties: #""s": "string?", "n": "int", "c": "Tgt<>""#, synced: #""s": "old", "c": [1, 2]"#,
      local: #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {\#(own)}}"#, server: server)
    #expect(report.changes.map(\.outcome) == [outcome])
    #expect(report.overwrittenPlaces.isEmpty == (outcome != .keptAndOverwrote))
    let creation = try #require(report.writes.first { $0.kind == .createObject })
    #expect((creation.threeWay == .sameChange) == (outcome == .alreadyOnServer))
  }

  @Test func `an element that is there twice is named by the value that it was set to`() throws {
    let path = "traces/scenarios/fate-appended-twice-by-a-lost-tracker.json"
    let append = #"{"append": ["A", 1, "l"], "value": 3}"#
    let text = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
      .replacing(append, with: append + #", {"update": ["A", 1, "l", 1], "value": 4}"#)
    let report = Analysis.report(of: try ScenarioOutcome.of(Array(text.utf8), mode: .recover))
    #expect(report.collateral.map(\.reason) == [.insertedBesideCopy])
    #expect(report.collateral.map(\.surplus) == [[.int(4)]])
  }

  @Test(arguments: [
    ("[]", Collateral.Kind.additionsCleared), (#"{"c": 1}"#, .valueOverwritten),
  ])
  func `a collection that another one replaced was not cleared`(
    first: String, kind: Collateral.Kind
  ) throws {
    let report = try report(
      properties: #""any": "mixed""#, synced: #""any": [1]"#,
      local: #"""
        {"update": ["T", 1, "any"], "value": \#(first)},
        {"update": ["T", 1, "any"], "value": [9]}
        """#,
      server: #"{"append": ["T", 1, "any"], "value": 2}"#)
    #expect(report.collateral.map(\.kind) == [kind])
  }

  @Test(arguments: [
    (#"{"x": 1}"#, #"{"y": 2}"#, false), ("[1]", "[2]", false), ("[1]", "[1]", false),
    (#"{"x": 1}"#, #"{"x": 2}"#, true), ("1", "[2]", true),
  ])
  func `what both sides put into one collection in a dictionary is there`(
    own: String, server: String, isHarmed: Bool
  ) throws {
    let report = try report(
      properties: #""any": "mixed", "n": "int""#, synced: #""n": 5"#,
      local: #"{"update": ["T", 1, "any"], "value": {"a": \#(own)}}"#,
      server: #"{"update": ["T", 1, "any"], "value": {"a": \#(server)}}"#)
    #expect(report.collateral.isEmpty == !isHarmed)
    #expect(report.harm.overwritten.isEmpty == !isHarmed)
  }

  @Test(
    arguments: [
      (#"{"update": ["T", 1, "l", 0], "value": "x"}"#, #"{"append": ["T", 1, "l"], "value": "b"}"#),
      (#"{"update": ["T", 1, "l", 0], "value": "x"}"#, #"{"append": ["T", 1, "l"], "value": "x"}"#),
      (#"{"update": ["T", 1, "l", 0], "value": "x"}"#, #"{"remove": ["T", 1, "l", 1]}"#),
      (#"{"remove": ["T", 1, "l", 0]}"#, #"{"append": ["T", 1, "l"], "value": "b"}"#),
    ])
  func `what both sides did to one element of a list is neither gone nor back`(
    both: String, own: String
  ) throws {
    let report = try report(
      properties: #""l": "string[]""#, synced: #""l": ["a", "a"]"#, local: "\(both), \(own)",
      server: both)
    #expect(report.collateral.isEmpty)
    #expect(report.changes.map(\.outcome) == [.alreadyOnServer, .kept])
  }

  @Test(arguments: [
    (
      "mixed[]", #"[1, "a"]"#, #"{"remove": ["T", 1, "c", 1]}"#,
      #"{"update": ["T", 1, "c", 0], "value": {"$double": 1}}"#
    ),
    (
      "mixed<>", "[1]", #"{"add": ["T", 1, "c"], "value": 5}"#,
      #"{"remove": ["T", 1, "c"], "value": 1}, {"add": ["T", 1, "c"], "value": {"$double": 1}}"#
    ),
  ])
  func `a number that others gave another form is not gone where an equal one is there`(
    type: String, synced: String, local: String, server: String
  ) throws {
    let report = try report(
      properties: #""c": "\#(type)""#, synced: #""c": \#(synced)"#, local: local, server: server)
    #expect(report.collateral.isEmpty && report.changes.map(\.outcome) == [.kept])
  }

  @Test(arguments: [
    // The server's element is moved, and the device has set that very element, or another one.
    (#"{"update": ["T", 1, "l", 0], "value": "x"}"#, true),
    (#"{"update": ["T", 1, "l", 1], "value": "x"}"#, true),
    // What the device appends needs no copy of the list.
    (#"{"append": ["T", 1, "l"], "value": "x"}"#, false),
  ])
  func `an order that the server gave a list is harm, where it is gone`(
    local: String, isHarmed: Bool
  ) throws {
    let report = try report(
      properties: #""l": "string[]""#, synced: #""l": ["a", "b", "c"]"#, local: local,
      server: #"{"move": ["T", 1, "l", 0], "to": 2}"#)
    #expect(report.harm.lost.isEmpty)
    #expect(report.harm.overwritten.count == (isHarmed ? 1 : 0))
    for collateral in report.collateral {
      guard case .collectionHarmed(.copiedWhole, let harm) = collateral.reason else {
        Issue.record("\(collateral.reason)")
        continue
      }
      #expect(harm.isReordered && harm.gone.isEmpty && harm.back.isEmpty)
    }
  }

  @Test(arguments: [
    (#"{"delete": ["T", 1]}"#, [OverwrittenPlace.Kind.deleted: ["T 1"]]),
    (
      #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {"n": 9}}"#,
      [.overwritten: ["T 1 s"], .editedOnBothSides: ["T 1 n"]]
    ),
  ])
  func `an object that others put in the place of another one is theirs, though it looks the same`(
    local: String, places: [OverwrittenPlace.Kind: [String]]
  ) throws {
    let values = #""s": "old", "n": 5"#
    let report = try report(
      properties: #""s": "string?", "n": "int""#, synced: values, local: local,
      server: #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {\#(values)}}"#)
    let found = Dictionary(grouping: report.overwrittenPlaces, by: \.kind)
    #expect(found.mapValues { $0.map(\.address.text) } == places)
    #expect(report.changes.map(\.outcome) == [.keptAndOverwrote])
  }

  @Test(arguments: ["", #", {"create": ["T", 2], "set": {"s": "again"}}"#])
  func `links of others to an object that the device deleted are harm, created anew or not`(
    creation: String
  ) throws {
    let report = try report(
      properties: #""s": "string?", "link": "T", "any": "mixed", "links": "T[]", "others": "T<>""#,
      synced: #""any": 7}, {"_id": 2, "s": "x""#, local: #"{"delete": ["T", 2]}\#(creation)"#,
      server: #"""
        {"update": ["T", 1], "set": {"link": 2, "any": {"$link": ["T", 2]}}},
        {"append": ["T", 1, "links"], "value": 2}, {"add": ["T", 1, "others"], "value": 2}
        """#)
    #expect(report.collateral.map(\.kind) == [.linkNulled, .linkNulled, .linkNulled, .linkNulled])
    #expect(report.harm.overwritten.count == 4 && report.harm.deviceWon.isEmpty)
    #expect(report.changes.map(\.outcome) == [.keptAndOverwrote])
  }
}
