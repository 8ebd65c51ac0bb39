import Importers
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct ScenarioWriterTests {
  /// The events of a session by what has to come back: states and transactions, the error.
  private func essence(_ events: [Event]) throws -> [[[String]]] {
    try events.compactMap { event in
      switch event.content {
      case .snapshot(let snapshot):
        [["\(snapshot.role) \(snapshot.origin)"]] + (try snapshot.changesets.map(instructions))
      case .localCommit(let commit): [try instructions(commit.changeset)]
      case .serverCommit(let commit): [try instructions(commit.changeset)]
      case .syncError(let error):
        [["\(error)"]]
      default: nil
      }
    }
  }

  private func instructions(_ bytes: [UInt8]) throws -> [String] {
    let changeset = try Changeset(decoding: bytes)
    return changeset.instructions.map { changeset.text(of: $0) }
  }

  /// What an app sees of a session: the states, and the instructions of what was done to them.
  private func appearance(_ events: [Event]) throws -> [[[String]]] {
    try events.compactMap { event in
      guard case .snapshot(let snapshot) = event.content else { return try essence([event]).first }
      var applier = ChangesetApplier(RealmState())
      for bytes in snapshot.changesets { try applier.apply(Changeset(decoding: bytes)) }
      return [["\(snapshot.role) \(snapshot.origin)", applier.state.canonicalJSON.text()]]
    }
  }

  @Test(arguments: try ScenarioFiles.paths())
  func `a scenario that is written in operations means the same`(path: String) throws {
    let original = try Scenario(parsing: ProjectFiles.bytes(path))
    let text = try ScenarioWriter.scenario(of: original.events, name: original.name)
    let copy = try Scenario(parsing: Array(text.text(.readable).utf8))
    #expect(try appearance(copy.events) == appearance(original.events))
  }

  @Test func `most of what the examples do is written as people write it`() throws {
    var (operationCount, instructionCount) = (0, 0)
    for path in try ScenarioFiles.paths() {
      let original = try Scenario(parsing: ProjectFiles.bytes(path))
      let text = try ScenarioWriter.scenario(of: original.events, name: original.name)
      for name in ["local", "serverChanges"] {
        guard case .array(let transactions)? = text.member(name) else { continue }
        for case .array(let operations) in transactions.compactMap({ $0.member("operations") }) {
          let count = operations.count { $0.member("instruction") != nil }
          instructionCount += count
          operationCount += operations.count - count
        }
      }
    }
    #expect(
      operationCount > 200 && instructionCount * 10 < operationCount,
      "\(operationCount), \(instructionCount)")
  }

  @Test func `a session is written by its schema, its objects and its operations`() throws {
    let file = """
      {
        "scenario": 1,
        "name": "n",
        "schema": {
          "Tag": {"primaryKey": "_id", "properties": {"_id": "string"}},
          "Task": {
            "primaryKey": "_id",
            "properties": {
              "_id": "int",
              "title": "string",
              "due": "date?",
              "votes": "int?",
              "any": "mixed",
              "tags": "Tag[]",
              "labels": "string<>",
              "step": "Step"
            }
          },
          "Step": {"embedded": true, "properties": {"name": "string"}}
        },
        "synced": {
          "Tag": [{"_id": "a"}],
          "Task": [
            {"_id": 1, "title": "paint", "due": "2025-03-01T08:00:00Z", "any": 2.5, "tags": ["a"]}
          ]
        },
        "local": [
          {
            "operations": [
              {"create": ["Task", 2], "set": {"title": "oil", "votes": 3}},
              {"update": ["Task", 1], "set": {"title": "draw", "due": null}},
              {"increment": ["Task", 2, "votes"], "by": 5},
              {"append": ["Task", 2, "tags"], "value": "a"},
              {"add": ["Task", 1, "labels"], "values": ["x", "y"]},
              {"update": ["Task", 2, "step"], "value": {}},
              {"update": ["Task", 2, "step", "name"], "value": "first"}
            ]
          },
          {"operations": [{"delete": ["Tag", "a"]}]}
        ],
        "serverChanges": [{"operations": [{"insert": ["Task", 1, "tags"], "index": 0, "value": "a"}]}],
        "error": {"code": 222}
      }
      """
    let events = try Scenario(parsing: Array(file.utf8)).events
    let text = try ScenarioWriter.scenario(of: events, name: "n")
    #expect(text == (try JSONText(parsing: Array(file.utf8))), "\(text.text(.readable))")
  }

  @Test(arguments: try ScenarioFiles.paths())
  func `a scenario that is written from its events means the same`(path: String) throws {
    let original = try Scenario(parsing: ProjectFiles.bytes(path))
    let text = try ScenarioWriter.scenario(
      of: original.events, name: original.name, form: .instructions)
    let copy = try Scenario(parsing: Array(text.text(.readable).utf8))
    #expect(copy.name == original.name)
    #expect(try essence(copy.events) == essence(original.events))
  }

  @Test(arguments: [ScenarioWriter.Form.operations, .instructions])
  func `an upload that the server has is written as one`(form: ScenarioWriter.Form) throws {
    let path = "traces/scenarios/rs-42a-acknowledgement-lost.json"
    var events = try Scenario(parsing: ProjectFiles.bytes(path)).events
    let text = try ScenarioWriter.scenario(of: events, name: "copy", form: form)
    #expect(text.member("serverChanges") == .array([.members(["uploaded": .integer(0)])]))
    for index in events.indices {
      guard case .serverCommit(var commit) = events[index].content else { continue }
      commit.originTimestampMilliseconds = 0
      events[index].content = .serverCommit(commit)
    }
    let others = try ScenarioWriter.scenario(of: events, name: "copy", form: form)
    #expect(!others.text().contains("uploaded"))
  }

  @Test func `a file of its own tells of a pending reset`() throws {
    let path = "traces/scenarios/rs-46c-record-of-another-engine-version.json"
    let original = try Scenario(parsing: ProjectFiles.bytes(path))
    let text = try ScenarioWriter.scenario(of: original.events, name: "copy")
    let copy = try Scenario(parsing: Array(text.text(.readable).utf8))
    guard case .sessionStart(let start) = original.events[0].content,
      case .sessionStart(let copied) = copy.events[0].content
    else {
      Issue.record("a session begins with its start")
      return
    }
    #expect(copied.pendingReset == start.pendingReset)
    #expect(start.pendingReset != nil)
  }

  @Test(arguments: [
    "{}", #"{"code":222}"#, #"{"code":null,"name":"LimitExceeded","message":"too large"}"#,
    #"{"code":231,"action":"Warning","fatal":false,"compensatingWrites":[{"class":"T","primaryKey":"AQ=="}],"logURL":"l"}"#,
  ])
  func `an error is written with what its number does not say`(json: String) throws {
    let file = #"{"scenario": 1, "name": "n", "schema": {}, "error": \#(json)}"#
    let events = try Scenario(parsing: Array(file.utf8)).events
    let text = try ScenarioWriter.scenario(of: events, name: "n").text(.compact)
    #expect(text.hasSuffix(#","error":\#(json)}"#), "\(text)")
  }

  @Test(arguments: [
    #"{"mode":"Recover","result":"recovered"}"#,
    #"{"mode":"DiscardLocal","action":"RevertToPBS","result":"failed","failure":"resetCycle","message":"m","stateDigest":"0123456789abcdef","pendingReset":{"mode":"Recover","action":"ClientReset"}}"#,
  ])
  func `what a device was seen to do is written`(json: String) throws {
    let file = #"{"scenario": 1, "name": "n", "schema": {}, "observed": \#(json)}"#
    let events = try Scenario(parsing: Array(file.utf8)).events
    let text = try ScenarioWriter.scenario(of: events, name: "n").text(.compact)
    #expect(text.hasSuffix(#","observed":\#(json)}"#), "\(text)")
  }

  @Test(
    arguments: [
      (.sessionStart, "starts"), (.snapshot, "states of a last sync"), (.syncError, "errors"),
      (.resetObserved, "resets"),
    ] as [(Event.Kind, String)])
  func `what a session has once is refused where it has it twice`(
    kind: Event.Kind, parts: String
  ) throws {
    let path = "traces/scenarios/rs-02-same-field-conflict.json"
    var events = try Scenario(parsing: ProjectFiles.bytes(path)).events
    events.append(try #require(events.first { $0.kind == kind }))
    #expect(throws: ScenarioWriterFailure.notASession("it has several \(parts)")) {
      try ScenarioWriter.scenario(of: events, name: "twice")
    }
  }

  @Test(arguments: [1 << 62, UInt64.max])
  func `a version that no scenario can state is refused`(version: UInt64) throws {
    let file = #"{"scenario": 1, "name": "n", "local": [{"changeset": "ff00"}]}"#
    var events = try Scenario(parsing: Array(file.utf8)).events
    let index = try #require(events.firstIndex { $0.kind == .localCommit })
    events[index].content = .localCommit(LocalCommit(clientVersion: version, changeset: []))
    #expect(throws: ScenarioWriterFailure.inexpressible(.localCommit)) {
      try ScenarioWriter.scenario(of: events, name: "far")
    }
  }

  @Test func `what is no session of one file is refused`() throws {
    var scenario = try Scenario(parsing: ProjectFiles.bytes(ScenarioFiles.paths()[0]))
    #expect(throws: ScenarioWriterFailure.self) {
      try ScenarioWriter.scenario(of: [], name: "nothing")
    }
    scenario.events[1].session = 7
    #expect(throws: ScenarioWriterFailure.notASession("it has several sessions")) {
      try ScenarioWriter.scenario(of: scenario.events, name: "two")
    }
  }

  @Test func `strings that are no text are written by their bytes`() throws {
    let name = RealmString([0xFF])
    var builder = ChangesetBuilder()
    builder.addTable(name, primaryKey: name, type: .string, isNullable: false)
    builder.createObject(name, .string(name))
    builder.update(
      LocationValue(name, .string(name), name, [.key(name)]), to: .value(.string(name)))
    builder.setInsert(LocationValue(name, .null, "s", []), .value(.link(name, .string(name))))
    let original = builder.changeset
    let hex = Hex.encode(original.encoded())
    let written = #"{"scenario": 1, "name": "n", "local": [{"changeset": "\#(hex)"}]}"#
    let events = try Scenario(parsing: Array(written.utf8)).events
    let text = try ScenarioWriter.scenario(of: events, name: "copy", form: .instructions)
      .text(.compact)
    #expect(text.contains(#""local":[{"operations":["#))
    #expect(text.contains(#"{"$string":"ff"}"#))
    let copy = try Scenario(parsing: Array(text.utf8)).events
    #expect(try essence(copy) == essence(events))
  }

  @Test func `what the language cannot say stands as the bytes it is`() throws {
    let changeset: [UInt8] = [0xFF, 0x00]
    let written =
      #"{"scenario": 1, "name": "n", "local": [{"changeset": "\#(Hex.encode(changeset))"}]}"#
    let original = try Scenario(parsing: Array(written.utf8))
    let text = try ScenarioWriter.scenario(of: original.events, name: "copy").text(.compact)
    #expect(text.contains(#""local":[{"changeset":"\#(Hex.encode(changeset))"}]"#))
    let copy = try Scenario(parsing: Array(text.utf8))
    #expect(copy.events.map(\.kind) == original.events.map(\.kind))
    guard case .localCommit(let commit) = copy.events[2].content else {
      Issue.record("the third event is the commit")
      return
    }
    #expect(commit.changeset == changeset)
  }

  @Test func `a capture's messages are named as what no scenario can say`() throws {
    let reader = try TraceReader(path: ProjectFiles.path("traces/three-clients.synctrace"))
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    let first = events.filter { $0.session == events[0].session }
    #expect(throws: ScenarioWriterFailure.self) {
      try ScenarioWriter.scenario(of: first, name: "capture")
    }
  }
}
