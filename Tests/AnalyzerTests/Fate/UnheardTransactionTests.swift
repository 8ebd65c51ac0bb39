import AnalysisSupport
import Importers
import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Replayer

/// What shows that a server took a transaction of which the device never heard, where its changes are not known.
@Suite struct UnheardTransactionTests {
  /// The report on a device that has created an object and appended to a list, next to the server's state alone.
  private func report(key: String, type: String, isTaken: Bool = true) throws -> Report {
    let text = """
      {
        "scenario": 1, "name": "unheard",
        "schema": {
          "T": {"primaryKey": "_id", "properties": {"_id": "int", "l": "int[]"}},
          "N": {"primaryKey": "_id", "properties": {"_id": "\(type)"}}
        },
        "synced": {"T": [{"_id": 1, "l": [1]}]},
        "local": [
          {"operations": [{"append": ["T", 1, "l"], "value": 2}, {"create": ["N", \(key)]}]}
        ],
        "serverChanges": [\(isTaken ? #"{"uploaded": 0}"# : "")],
        "error": {}
      }
      """
    var replay = Replay()
    for event in try Scenario(parsing: Array(text.utf8)).events { replay.observe(event) }
    var reset = try #require(try replay.resets().first)
    reset.situation.replaceServerChanges(nil)
    reset.situation.showsChangesSinceRestore = false
    #expect(reset.situation.integrated.isEmpty)
    return Analysis.report(of: reset.outcome(mode: .recover))
  }

  @Test(arguments: [
    ("objectId", #"{"$oid": "656565656565656565656565"}"#),
    ("uuid", #"{"$uuid": "65656565-6565-6565-6565-656565656565"}"#),
  ])
  func `an object under a key that nobody else makes`(type: String, key: String) throws {
    let taken = try report(key: key, type: type)
    #expect(taken.writes.map(\.fate) == [.recovered, .redundant])
    #expect(taken.writes[0].isDoneAgain && taken.harm.doubled.count == 1)
    #expect(taken.traps.map(\.trap) == [.appliedTwice])
    let untaken = try report(key: key, type: type, isTaken: false)
    #expect(untaken.writes.map(\.fate) == [.recovered, .recovered])
    #expect(!untaken.writes[0].isDoneAgain && untaken.harm.doubled.isEmpty)
  }

  @Test(arguments: [
    """
    "local": [
      {"operations": [{"create": ["N", KEY2]}]},
      {"operations": [
        {"update": ["N", KEY1, "s"], "value": "new"},
        {"delete": ["N", KEY2]}, {"create": ["N", KEY2], "set": {"s": "again"}}
      ]}
    ],
    "serverChanges": [{"uploaded": 0}], "error": {}
    """,
    """
    "acknowledged": [{"operations": [{"delete": ["N", KEY1]}]}], "serverRestored": true,
    "local": [{"operations": [{"create": ["N", KEY1], "set": {"s": "new"}}]}],
    "serverChanges": [], "error": {"code": 211}
    """,
  ])
  func `an object that was there before shows nothing of the one that was made anew`(
    members: String
  ) throws {
    let text = """
      {
        "scenario": 1, "name": "anew",
        "schema": {"N": {"primaryKey": "_id", "properties": {"_id": "uuid", "s": "string?"}}},
        "synced": {"N": [{"_id": KEY1, "s": "old"}]}, \(members)
      }
      """
      .replacing("KEY1", with: #"{"$uuid": "65656565-6565-6565-6565-656565656561"}"#)
      .replacing("KEY2", with: #"{"$uuid": "65656565-6565-6565-6565-656565656562"}"#)
    let events = try Scenario(parsing: Array(text.utf8)).events
    let sample = try #require(try LossTimelineSample.all(events, .discardLocal).first)
    #expect(sample.report.changes.allSatisfy { $0.outcome == .lost })
    // Point by point, too.
    let point = try #require(sample.horizon.points.last(where: { !$0.isRecorded }))
    #expect(point.counts[.lost] == 2)
  }

  @Test func `an embedded element is there twice, whatever was set in it`() throws {
    let key = #"{"$uuid": "65656565-6565-6565-6565-656565656565"}"#
    let text = """
      {
        "scenario": 1, "name": "embedded",
        "schema": {
          "T": {"primaryKey": "_id", "properties": {"_id": "int", "l": "E[]"}},
          "N": {"primaryKey": "_id", "properties": {"_id": "uuid"}},
          "E": {"embedded": true, "properties": {"v": "int"}}
        },
        "synced": {"T": [{"_id": 1, "l": [{"v": 1}]}]},
        "local": [
          {"operations": [
            {"insert": ["T", 1, "l"], "index": 0, "value": {}},
            {"update": ["T", 1, "l", 0, "v"], "value": 2}, {"create": ["N", \(key)]}
          ]}
        ],
        "serverChanges": [{"uploaded": 0}],
        "error": {}
      }
      """
    var replay = Replay()
    for event in try Scenario(parsing: Array(text.utf8)).events { replay.observe(event) }
    var reset = try #require(try replay.resets().first)
    for isKnown in [true, false] {
      if !isKnown {
        reset.situation.replaceServerChanges(nil)
        reset.situation.showsChangesSinceRestore = false
      }
      let report = Analysis.report(of: reset.outcome(mode: .recover))
      #expect(report.writes[0].isDoneAgain && report.harm.doubled.count == 1)
    }
  }

  @Test func `an object that another file's change has made shows nothing`() throws {
    let key = #"{"$uuid": "65656565-6565-6565-6565-656565656565"}"#
    let text = """
      {
        "scenario": 1, "name": "singleton", "clientFileIdent": 7,
        "schema": {
          "T": {"primaryKey": "_id", "properties": {"_id": "int", "v": "int"}},
          "N": {"primaryKey": "_id", "properties": {"_id": "uuid"}}
        },
        "synced": {"T": [{"_id": 1, "v": 10}]},
        "local": [
          {"operations": [{"create": ["N", \(key)]}, {"increment": ["T", 1, "v"], "by": 5}]}
        ],
        "serverChanges": [
          {"operations": [{"create": ["N", \(key)]}, {"increment": ["T", 1, "v"], "by": 3}]}
        ],
        "error": {}
      }
      """
    for (origin, isTaken) in [(UInt64(7), true), (8, false)] {
      var replay = Replay()
      for var event in try Scenario(parsing: Array(text.utf8)).events {
        if case .serverCommit(var commit) = event.content {
          commit.originFileIdent = origin
          event.content = .serverCommit(commit)
        }
        replay.observe(event)
      }
      let reset = try #require(try replay.resets().first)
      let report = Analysis.report(of: reset.outcome(mode: .recover))
      #expect(report.writes.map(\.isDoneAgain) == [false, isTaken])
    }
  }

  @Test func `what the device wrote over its own value on the server is no edit of others`() throws
  {
    let outcome = try ScenarioOutcome.session(
      """
      "local": [
        {"operations": [
          {"update": ["T", 1, "s"], "value": "own"}, {"increment": ["T", 1, "v"], "by": 1},
          {"create": ["T", 9], "set": {"s": "a"}}
        ]},
        {"operations": [
          {"update": ["T", 1, "s"], "value": "new"}, {"increment": ["T", 1, "v"], "by": 2},
          {"delete": ["T", 9]}
        ]}
      ],
      "serverChanges": [{"uploaded": 0}]
      """, mode: .recover)
    let report = Analysis.report(of: outcome)
    #expect(report.unmeantPlaces.allSatisfy { $0.kind == .doneTwice }, "\(report.unmeantPlaces)")
    #expect(report.harm.deviceWon.isEmpty && report.harm.merged.isEmpty)
    #expect(report.writes.suffix(3).allSatisfy { $0.fate == .recovered && $0.winner == nil })
  }

  @Test(arguments: [
    (#"{"update": ["T", 1], "set": {"v": 3}}"#, #"{"delete": ["T", 1]}"#),
    (#"{"append": ["T", 1, "l"], "value": 4}"#, #"{"delete": ["T", 1]}"#),
    (#"{"append": ["T", 1, "l"], "value": 4}"#, #"{"clear": ["T", 1, "l"]}"#),
    (#"{"move": ["T", 1, "l", 0], "to": 1}"#, #"{"move": ["T", 1, "l", 1], "to": 0}"#),
    (#"{"add": ["T", 1, "st"], "value": 9}"#, #"{"clear": ["T", 1, "st"]}"#),
    (#"{"update": ["T", 1, "d", "n"], "value": 4}"#, #"{"clear": ["T", 1, "d"]}"#),
    (#"{"update": ["T", 1], "set": {"link": {"$link": ["Tgt", 2]}}}"#, #"{"delete": ["Tgt", 2]}"#),
    (
      #"{"create": ["T", 9]}, {"append": ["T", 9, "l"], "value": 1}"#, #"{"delete": ["T", 9]}"#
    ),
    (#"{"delete": ["T", 1]}"#, #"{"create": ["T", 1], "set": {"s": "again"}}"#),
    (#"{"remove": ["T", 1, "d", "a"]}"#, #"{"update": ["T", 1, "d", "a"], "value": 5}"#),
  ])
  func `what the device changed of its own on the server was nobody else's`(
    sent: String, local: String
  ) throws {
    let members = """
      "local": [{"operations": [\(sent)]}, {"operations": [\(local)]}],
      "serverChanges": [{"uploaded": 0}]
      """
    let recovered = Analysis.report(of: try ScenarioOutcome.session(members, mode: .recover))
    #expect(recovered.overwrittenPlaces.isEmpty, "\(recovered.overwrittenPlaces)")
    let discarded = Analysis.report(of: try ScenarioOutcome.session(members, mode: .discardLocal))
    #expect(discarded.harm.serverWon.isEmpty)
    let outcome = try ScenarioOutcome.session(members, mode: .manual)
    let report = Analysis.report(of: outcome)
    let plan = try #require(report.mergePlan)
    #expect(plan.operations.allSatisfy { $0.conflict == nil })
    var state = outcome.situation.fresh
    try state.apply(Changeset(decoding: plan.changeset))
    #expect(state.isEqual(to: outcome.situation.local))
    #expect(report.undoneByCopy == [])
  }

  @Test(arguments: [
    (
      #"{"update": ["T", 1], "set": {"v": 5}}"#, #"{"update": ["T", 1], "set": {"v": 10}}"#, "v"
    ),
    (#"{"update": ["T", 1], "set": {"v": 5}}"#, #"{"increment": ["T", 1, "v"], "by": 5}"#, "v"),
    (#"{"update": ["T", 1, "d", "n"], "value": 4}"#, #"{"remove": ["T", 1, "d", "n"]}"#, "d.n"),
    (
      #"{"add": ["T", 1, "st"], "value": 9}"#, #"{"remove": ["T", 1, "st"], "value": 9}"#, "st"
    ),
  ])
  func `others may have changed what the device sent back to what the last sync had`(
    sent: String, others: String, place: String
  ) throws {
    let members = """
      "local": [{"operations": [\(sent)]}],
      "serverChanges": [{"uploaded": 0}, {"operations": [\(others)]}]
      """
    let report = Analysis.report(of: try ScenarioOutcome.session(members, mode: .recover))
    #expect(report.overwrittenPlaces.map(\.address.text) == ["T 1 \(place)"])
    #expect(report.writes.map(\.threeWay) == [.both])
    let stranded = Analysis.report(of: try ScenarioOutcome.session(members, mode: .manual))
    let plan = try #require(stranded.mergePlan)
    #expect(plan.operations.count == 1 && plan.operations.allSatisfy { $0.conflict != nil })
    #expect(stranded.undoneByCopy?.isEmpty == false)
  }

  @Test func `an object is replaced by others only if they did it, whatever the server took`()
    throws
  {
    func report(
      _ mode: ResetMode, sent: String, local: String, others: String
    ) throws -> Report {
      let outcome = try ScenarioOutcome.session(
        """
        "local": [{"operations": [\(sent)]}, {"operations": [\(local)]}],
        "serverChanges": [{"uploaded": 0}, {"operations": [\(others)]}]
        """, mode: mode)
      return Analysis.report(of: outcome)
    }
    let anew = #"{"delete": ["T", 1]}, {"create": ["T", 1]}"#
    let byOthers = try report(
      .discardLocal, sent: #"{"create": ["Tgt", 8]}"#,
      local: #"{"append": ["T", 1, "l"], "value": 9}"#, others: anew)
    #expect(byOthers.harm.serverWon.map(\.text) == ["T 1"])
    let byDevice = try report(
      .recover, sent: anew, local: #"{"delete": ["T", 1]}"#,
      others: #"{"update": ["T", 1], "set": {"s": "theirs"}}"#)
    #expect(byDevice.collateral.map(\.reason) == [.changedObjectDeleted(["s"])])
  }

  @Test func `an element that others removed once the server had it is back, and not there twice`()
    throws
  {
    let report = Analysis.report(
      of: try ScenarioOutcome.session(
        """
        "local": [{"operations": [
          {"append": ["T", 1, "l"], "value": 8}, {"append": ["T", 1, "l"], "value": 9}
        ]}],
        "serverChanges": [{"uploaded": 0}, {"operations": [{"remove": ["T", 1, "l", 4]}]}]
        """, mode: .recover))
    #expect(report.writes.map(\.isDoneAgain) == [true, false])
    #expect(report.writes[1].reason == .conflict(.writeUndidRemoval))
    #expect(report.collateral.first { $0.kind == .appliedTwice }?.writes == [0])
  }

  @Test(arguments: [
    (
      #"{"append": ["T", 1, "l"], "value": 9}"#,
      #"{"remove": ["T", 1, "l", 3]}, {"append": ["T", 1, "l"], "value": 8}"#, false
    ),
    (
      #"{"append": ["T", 1, "steps"], "value": {"title": "x"}}"#,
      #"{"remove": ["T", 1, "steps", 2]}"#, false
    ),
    (
      #"{"append": ["T", 1, "steps"], "value": {"title": "x"}}"#,
      #"{"update": ["T", 1, "steps", 2, "title"], "value": "y"}"#, true
    ),
    // Another one that looks alike is removed.
    (#"{"append": ["T", 1, "l"], "value": 1}"#, #"{"remove": ["T", 1, "l", 0]}"#, true),
  ])
  func `an element that the server had is there twice, unless others have removed it since`(
    sent: String, others: String, isThereTwice: Bool
  ) throws {
    let members = """
      "local": [{"operations": [\(sent)]}],
      "serverChanges": [{"uploaded": 0}, {"operations": [\(others)]}]
      """
    let report = Analysis.report(of: try ScenarioOutcome.session(members, mode: .recover))
    #expect(report.writes[0].isDoneAgain == isThereTwice)
    #expect(report.harm.doubled.count == (isThereTwice ? 1 : 0))
    #expect(report.harm.overwritten.count == (isThereTwice ? 0 : 1))
    #expect(report.collateral.count == 1)
  }

  @Test func `others may have set an element of a list back to what the last sync had`() throws {
    let members = """
      "local": [{"operations": [{"update": ["T", 1, "l", 0], "value": 7}]}],
      "serverChanges": [
        {"uploaded": 0}, {"operations": [{"update": ["T", 1, "l", 0], "value": 1}]}
      ]
      """
    let report = Analysis.report(of: try ScenarioOutcome.session(members, mode: .recover))
    #expect(report.writes.map(\.threeWay) == [.both])
    #expect(report.writes.map(\.cause) == [.serverValueOverwritten])
  }

  @Test(arguments: [
    (#"{"update": ["T", 1], "set": {"v": 5}}"#, #"{"delete": ["T", 1]}"#),
    (
      #"{"update": ["T", 1], "set": {"link": {"$link": ["Tgt", 2]}}}"#, #"{"delete": ["Tgt", 2]}"#
    ),
  ])
  func `what others undid once the server had it is lost in no mode`(
    sent: String, others: String
  ) throws {
    for mode in [ResetMode.discardLocal, .recover] {
      let outcome = try ScenarioOutcome.session(
        """
        "local": [{"operations": [\(sent)]}],
        "serverChanges": [{"uploaded": 0}, {"operations": [\(others)]}]
        """, mode: mode)
      #expect(Analysis.report(of: outcome).writes.map(\.reason) == [.needless(.integrated)])
    }
  }

  @Test(arguments: [
    #"{"update": ["T", 9, "s"], "value": "theirs"}"#, #"{"delete": ["T", 9]}"#,
  ])
  func `an object that others edited or deleted once the server had it is not lost`(
    others: String
  ) throws {
    let outcome = try ScenarioOutcome.session(
      """
      "local": [{"operations": [{"create": ["T", 9], "set": {"s": "mine"}}]}],
      "serverChanges": [{"uploaded": 0}, {"operations": [\(others)]}]
      """)
    #expect(Analysis.report(of: outcome).changes.map(\.outcome) == [.alreadyOnServer])
  }

  @Test(arguments: [
    #"{"update": ["T", 1, "l"], "value": [8, 9]}"#,
    #"{"update": ["T", 1, "v"], "value": 100}, {"increment": ["T", 1, "v"], "by": 1}"#,
    #"{"update": ["T", 1, "step"], "value": {"title": "new", "tags": ["a"]}}"#,
    #"{"delete": ["T", 1]}, {"create": ["T", 1], "set": {"l": [8, 9]}}"#,
  ])
  func `what is set anew and then added to is not there twice`(operations: String) throws {
    let other = #"{"append": ["T", 1, "l"], "value": 5}, {"increment": ["T", 1, "v"], "by": 5}"#
    for change in ["", #", {"operations": [\#(other)]}"#] {
      let file = ScenarioOutcome.sessionFile(
        """
        "local": [{"operations": [\(operations)]}], "serverChanges": [{"uploaded": 0}\(change)]
        """
      ).replacing(#""n": "int?"}"#, with: #""n": "int?", "tags": "string[]"}"#)
      let outcome = try ScenarioOutcome.of(Array(file.utf8), mode: .recover)
      let report = Analysis.report(of: outcome)
      #expect(!outcome.situation.integrated.isEmpty && report.harm.doubled.isEmpty)
      #expect(report.writes.allSatisfy { !$0.isDoneAgain })
      #expect(!report.collateral.contains { $0.kind == .appliedTwice })
    }
  }

  @Test func `the bytes and the time of an addition show that the server took it, in every mode`()
    throws
  {
    let addition = #"{"operations": [{"increment": ["T", 1, "v"], "by": 1}]}"#
    let file = ScenarioOutcome.sessionFile(
      #""local": [\#(addition)], "serverChanges": [{"uploaded": 0}, \#(addition)]"#)
    let events = try ScenarioOutcome.events(Array(file.utf8))
    func write(_ events: [Event], _ mode: ResetMode) throws -> JudgedWrite {
      try Analysis.report(of: ScenarioOutcome.of(events, mode: mode)).writes[0]
    }
    #expect(try write(events, .discardLocal).fate == .redundant)
    let again = try write(events, .recover)
    #expect(again.fate == .recovered && again.isDoneAgain)
    let horizon = try #require(LossTimelineSample.all(events, .discardLocal).first).horizon
    #expect(horizon.points.suffix(3).map { $0.counts[.redundant] } == [1, 1, 1])
    // The bytes alone may be another device's.
    var untimed = events
    for index in untimed.indices {
      guard case .serverCommit(var commit) = untimed[index].content else { continue }
      commit.originTimestampMilliseconds = nil
      untimed[index].content = .serverCommit(commit)
    }
    #expect(try write(untimed, .discardLocal).fate == .lost)
  }

  @Test func `an object that another device may have made as well shows nothing`() throws {
    let taken = try report(key: "2", type: "int")
    #expect(taken.writes.last?.cause == .createdOnBothSides)
    #expect(taken.writes.allSatisfy { !$0.isDoneAgain })
  }
}
