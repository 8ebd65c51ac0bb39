import Analyzer
import FaultPlans
import Importers
import RealmModel
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What becomes of unsynced writes where no reset takes place.
@Suite struct SessionEndTests {
  private func incidents(of events: [Event], session: UInt32? = nil) throws -> SessionAnswers<
    DueReset
  > {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return try replay.resetsAndEnds(session: session)
  }

  private func events(of scenario: String) throws -> [Event] {
    try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(scenario).json")).events
  }

  private static func names() throws -> [String] {
    try ScenarioFiles.expectedNames().filter { name in
      try ScenarioExpectation(of: name).resets.contains {
        $0.result == "noReset" && $0.faults.isEmpty
      }
    }
    .atLeast(7, "scenarios without a reset")
  }

  @Test(arguments: try names())
  func `a session without a reset is told of once, with the harm that is expected`(
    name: String
  ) throws {
    let all = try incidents(of: events(of: name)).all
    #expect(all.count == 1)
    let incident = try #require(all.first)
    #expect(!incident.isReset)
    let expected = try #require(
      try ScenarioExpectation(of: name).resets.first { $0.faults.isEmpty })
    for mode in ResetMode.allCases {
      let report = Analysis.report(of: incident.outcome(mode: mode))
      #expect(report.result == .noReset)
      guard case .object(let harm)? = expected.harm else { continue }
      let counts = ["lost": report.count(of: .lost), "stranded": report.count(of: .stranded)]
      for (kind, count) in counts {
        let wanted = harm.first { $0.name == kind }?.value ?? .integer(0)
        #expect(wanted == .integer(count), "\(kind)")
      }
    }
  }

  private func fates(
    after error: SyncError?, of local: String = "rs-65-service-gone", commitsAfter: Bool = false
  ) throws -> [Fate] {
    var all = try events(of: local)
    let last = try #require(all.last)
    if let error {
      let event = Event(
        sequence: last.sequence + 1, timeMicroseconds: last.timeMicroseconds,
        session: last.session, content: .syncError(error))
      all.append(event)
    }
    if commitsAfter {
      // What was written before the error is written again, under another version.
      let again = all.compactMap { event -> LocalCommit? in
        if case .localCommit(let commit) = event.content { commit } else { nil }
      }
      for (index, commit) in again.enumerated() {
        var commit = commit
        commit.clientVersion += 100
        all.append(
          Event(
            sequence: last.sequence + 2 + UInt64(index), timeMicroseconds: last.timeMicroseconds,
            session: last.session, content: .localCommit(commit)))
      }
    }
    let incident = try #require(try incidents(of: all).all.first)
    return Analysis.report(of: incident.outcome(mode: .manual)).writes.map(\.fate)
  }

  private func error(_ action: ServerAction, isFatal: Bool = false) -> SyncError {
    SyncError(
      code: 217, name: "", message: "", action: action, isFatal: isFatal)
  }

  @Test(arguments: [
    ServerAction.warning, .transient, .refreshUser, .refreshLocation, .migrateSchema, .logOutUser,
  ])
  func `what a session can still upload is pending`(action: ServerAction) throws {
    #expect(Set(try fates(after: error(action))) == [.pending])
  }

  @Test(arguments: [ServerAction.protocolViolation, .applicationBug])
  func `what no session will upload is stranded`(action: ServerAction) throws {
    #expect(Set(try fates(after: error(action))) == [.stranded])
  }

  @Test func `an error without an action ends the sync if it is fatal`() throws {
    var other = error(.noAction)
    // Not one whose number alone asks for a reset.
    other.code = 200
    #expect(Set(try fates(after: other)) == [.pending])
    other.isFatal = true
    #expect(Set(try fates(after: other)) == [.stranded])
  }

  /// An error that names the first object of class `T`.
  private func refusal(code: Int32, _ action: ServerAction) -> SyncError {
    SyncError(
      code: code, name: "", message: "", action: action, isFatal: false,
      compensatingWrites: [
        SyncError.CompensatingWrite(table: "T", primaryKey: "AQE=", reason: "not allowed")
      ])
  }

  @Test func `a refusal is about the objects that it names, and what was written before it`() throws
  {
    // Creates 4, sets its value, edits 1, deletes 2.
    #expect(
      try fates(after: refusal(code: 231, .warning)) == [.pending, .pending, .lost, .pending])
    #expect(
      try fates(after: refusal(code: 230, .applicationBug))
        == [.stranded, .stranded, .stranded, .stranded])
    let again = try fates(after: refusal(code: 231, .warning), commitsAfter: true)
    #expect(again.filter { $0 == .lost }.count == 1)
    #expect(again.suffix(4).allSatisfy { $0 == .pending })
  }

  @Test func `an undone object is back at what the server has`() throws {
    let incident = try #require(try incidents(of: events(of: "rs-66-compensating-write")).all.first)
    let report = Analysis.report(of: incident.outcome(mode: .manual))
    #expect(report.writes[0].observed.after == .value(.int(1)))
    #expect(report.writes[2].observed.after == .present)
  }

  @Test func `a key that cannot be read is said, and refuses nothing`() throws {
    var all = try events(of: "rs-66-compensating-write")
    for index in all.indices {
      guard case .syncError(var error) = all[index].content else { continue }
      error.compensatingWrites[0].primaryKey = "?"
      all[index].content = .syncError(error)
    }
    let incident = try #require(try incidents(of: all).all.first)
    let report = Analysis.report(of: incident.outcome(mode: .manual))
    #expect(report.count(of: .lost) == 0)
    #expect(report.gaps.contains { $0.kind == .unreadableMessage })
  }

  /// A session without states, beside one with a deleted file.
  private func withoutStates() throws -> [Event] {
    try events(of: "rs-69a-delete-without-backup").filter { event in
      if case .snapshot = event.content { false } else { true }
    }
  }

  @Test func `a deletion without states is said to have no answer`() throws {
    #expect(throws: ReplayFailure.self) { try incidents(of: withoutStates()) }
    var all = try events(of: "rs-65-service-gone")
    let count = UInt64(all.count)
    for event in try withoutStates() {
      var event = event
      event.session += 1
      event.sequence += count
      all.append(event)
    }
    let found = try incidents(of: all)
    #expect(found.all.count == 1)
    #expect(found.unanswered.map(\.action) == [.deleteRealm])
    #expect(throws: ReplayFailure.self) {
      try incidents(of: all, session: try #require(found.unanswered.first).session)
    }
  }

  @Test func `where the file is deleted, a number that others changed alike proves nothing`() throws
  {
    let file = """
      {
        "scenario": 1, "name": "deleted",
        "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "n": "int"}}},
        "synced": {"T": [{"_id": 1, "n": 1}]},
        "local": [{"operations": [{"increment": ["T", 1, "n"], "by": 1}]}],
        "serverChanges": [{"operations": [{"increment": ["T", 1, "n"], "by": 1}]}],
        "error": {"code": 225, "action": "DeleteRealm"}
      }
      """
    let found = try incidents(of: Scenario(parsing: Array(file.utf8)).events)
    let report = Analysis.report(of: try #require(found.all.first).outcome(mode: .recover))
    #expect(report.writes.map(\.fate) == [.unknown])
    #expect(report.consequences == [.fileToBeDeleted, .unsyncedGoesWithFile])
    // With nothing unsynced, nothing unsynced is gone.
    let synced = try incidents(
      of: Scenario(parsing: Array(file.replacing(/"local": .*\],/, with: #""local": [],"#).utf8))
        .events)
    let nothing = Analysis.report(of: try #require(synced.all.first).outcome(mode: .recover))
    #expect(nothing.consequences == [.fileToBeDeleted])
  }
}
