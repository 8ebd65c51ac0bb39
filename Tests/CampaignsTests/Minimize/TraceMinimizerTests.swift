import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Analyzer
@testable import Campaigns

@Suite(.slow) struct TraceMinimizerTests {
  /// 300 objects with 1,000 unsynced edits; the server deletes one of the objects.
  static func largeSession() throws -> [Event] {
    var numbers = SeededNumbers(seed: 20)
    let objects = (1...300).map {
      JSONText.members(["_id": .integer($0), "title": .string("t\($0)")])
    }
    let edits = (0..<1_000).map { number in
      JSONText.members([
        "operations": .array([
          .members([
            "update": .array([.string("Task"), .integer(Int.random(in: 1...300, using: &numbers))]),
            "set": .members(["votes": .integer(number)]),
          ])
        ])
      ])
    }
    let deleted = Int.random(in: 1...300, using: &numbers)
    let scenario = JSONText.members([
      "scenario": .integer(1), "name": .string("large"),
      "schema": .members([
        "Task": .members([
          "primaryKey": .string("_id"),
          "properties": .members([
            "_id": .string("int"), "title": .string("string"), "votes": .string("int?"),
          ]),
        ])
      ]),
      "synced": .members(["Task": .array(objects)]), "local": .array(edits),
      "serverChanges": .array([
        .members([
          "operations": .array([
            .members(["delete": .array([.string("Task"), .integer(deleted)])])
          ])
        ])
      ]),
      "error": .object([]),
    ])
    return try Scenario(parsing: Array(scenario.text().utf8)).events
  }

  @Test func `a session without a reset is made smaller with what becomes of its writes`() throws {
    let name = "traces/scenarios/rs-66-compensating-write.json"
    let events = try Scenario(parsing: ProjectFiles.bytes(name)).events
    let question = TraceMinimizer.Question(
      mode: .manual, .condition(try KeepCondition(parsing: "cause:undoneByServer = 1")))
    // Three writes are undone.
    #expect(TraceMinimizer.minimize(.init(events: events), question) == nil)
    let result = try minimize(events, .manual, "cause:undoneByServer >= 1")
    #expect(result.smallest.events.contains { $0.kind == .syncError })
    #expect(result.smallest.events.count { $0.kind == .localCommit } == 1)
  }

  @Test func `what a reset shows is not what a session shows that has lost it`() throws {
    let events = try TraceFiles.events(of: "traces/field-inspections.synctrace")
    let result = try minimize(events, .manual, "stranded >= 1")
    #expect(result.smallest.events.contains { $0.kind == .syncError })
  }

  private func minimize(
    _ events: [Event], _ mode: ResetMode, _ condition: String
  ) throws -> TraceMinimizer.Result {
    let question = TraceMinimizer.Question(
      mode: mode, .condition(try KeepCondition(parsing: condition)))
    let result = TraceMinimizer.minimize(.init(events: events), question)
    return try #require(result)
  }

  private func events(_ path: String) throws -> [Event] {
    let reader = try TraceReader(path: ProjectFiles.path(path))
    var events: [Event] = []
    while let event = try reader.next() { events.append(event) }
    return events
  }

  @Test func `a thousand instructions come down to fewer than five`() throws {
    let session = try Self.largeSession()
    let result = try minimize(session, .discardLocal, "lost >= 1")
    #expect(result.instructionCountBefore > 1_000)
    #expect(result.instructionCount < 5)
    // The class, the property and an object, an edit of it, and the server's deletion.
    #expect(try minimize(session, .recover, "lost >= 1").instructionCount == 5)
  }

  @Test(arguments: [
    ("traces/field-inspections.synctrace", ResetMode.recover, "superseded >= 1"),
    ("traces/field-inspections.synctrace", .discardLocal, "lost >= 2 and superseded = 2"),
    ("traces/every-kind-of-property.synctrace", .recover, "recovered >= 3"),
    ("traces/every-kind-of-property.synctrace", .manual, "stranded >= 1"),
  ])
  func `what is left shows it, is smaller, and is always the same`(
    path: String, mode: ResetMode, condition: String
  ) throws {
    let events = try events(path)
    let result = try minimize(events, mode, condition)
    let reports = try Replay.run(events: result.smallest.events, mode: mode)
      .map { Analysis.report(of: $0) }
    let keeps = try KeepCondition(parsing: condition)
    #expect(reports.contains(where: keeps.holds))
    #expect(result.instructionCount < result.instructionCountBefore)
    #expect(result.smallest.events.count <= events.count)
    #expect(try minimize(events, mode, condition).smallest.events == result.smallest.events)
    // Nothing more can go.
    let again = try minimize(result.smallest.events, mode, condition)
    #expect(again.instructionCount == result.instructionCount)
  }

  @Test func `nothing is done twice in what is left of a trace in which nothing is`() throws {
    // Both sides add 1 to the same number, among other changes in the same transactions.
    let result = try minimize(
      events("traces/field-inspections.synctrace"), .recover,
      "cause:numberChangedOnBothSides >= 1")
    let outcomes = try Replay.run(events: result.smallest.events, mode: .recover)
    #expect(outcomes.count == 1)
    for outcome in outcomes {
      #expect(outcome.situation.integrated.isEmpty)
      #expect(Analysis.report(of: outcome).harm.counts[.doubled] == 0)
    }
  }

  @Test func `a reset that only the wire shows becomes a small session recorded inside`() throws {
    let result = try minimize(
      events("traces/three-clients.synctrace"), .discardLocal, "result = discarded")
    #expect(result.smallest.events.allSatisfy { $0.kind != .message })
    #expect(result.instructionCount < 5)
  }

  @Test func `what the trace does not show to begin with is not looked for`() throws {
    let question = TraceMinimizer.Question(
      mode: .recover, .condition(try KeepCondition(parsing: "writes >= 1000000")))
    let trace = TraceMinimizer.Candidate(events: try events("traces/field-inspections.synctrace"))
    #expect(TraceMinimizer.minimize(trace, question) == nil)
  }

  @Test func `keys and values become short, and links follow their objects`() throws {
    let scenario = try Scenario(
      parsing: ProjectFiles.bytes("traces/scenarios/rs-75-delete-nulls-repointed-link.json"))
    let result = try minimize(scenario.events, .recover, "writes >= 1 and result = recovered")
    let smallest = SessionDraft(result.smallest.events)
    for changeset in smallest.parts.flatMap({ $0.changesets ?? [] }) {
      for case .value(.string(let text)) in changeset.instructions.compactMap(\.value).map(
        changeset.value)
      {
        #expect(text.count <= 3)
      }
    }
    #expect(result.instructionCount > 0)
  }
}
