import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite struct SessionFoldTests {
  /// A session in which one object is known to both sides and each side changes it.
  private func contents(
    fresh: Snapshot? = Snapshot(role: .fresh, origin: .serverHistory, changesets: [])
  )
    -> [Event.Content]
  {
    let base = Sample.schemaAndObject.encoded()
    var contents: [Event.Content] = [
      .sessionStart(SessionStart(source: .scenario, name: "sample")),
      .snapshot(Snapshot(role: .base, changesets: [base])),
      .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.setCount(5).encoded())),
      .serverCommit(ServerCommit(serverVersion: 2, changeset: Sample.setCount(7).encoded())),
      .syncError(Sample.error),
    ]
    if let fresh { contents.append(.snapshot(fresh)) }
    return contents
  }

  private func run(_ contents: [Event.Content]) throws -> [Outcome] {
    try Replay.run(events: Sample.events(contents), mode: .discardLocal)
  }

  private func count(_ state: RealmState?) -> Value? { state?.value(at: Sample.countPlace) }

  @Test func `alike errors of a log's sessions are one, and each session has its own`() {
    var replay = Replay()
    var error = Sample.error
    error.action = .warning
    for session in [UInt32(1), 2] {
      let contents: [Event.Content] = [
        .sessionStart(SessionStart(source: .log, name: "a", clientFile: "a.realm")),
        .syncError(error),
      ]
      for var event in Sample.events(contents) {
        (event.session, event.sequence) = (session, event.sequence + UInt64(session) * 2)
        replay.observe(event)
      }
    }
    #expect(replay.loggedSessions()?.errors.map(\.count) == [2])
    #expect(replay.loggedSessions(of: 1)?.errors.map(\.count) == [1])
    #expect(replay.loggedSessions(of: 2)?.errors.map(\.session) == [2])
  }

  @Test func `the error that failed the download of a logged reset is told with the reset alone`() {
    var replay = Replay()
    var importer = LogImporter()
    let error = "(error_code=203, is_fatal=true, error_action=ApplicationBug)"
    for line in [
      "Connection[1] Session[1]: Binding '/a.realm' to ''",
      "Connection[1] Session[1]: Received: ERROR \"old\" (error_code=211, is_fatal=true, error_action=ClientReset)",
      "Connection[1] Session[2]: Binding '/a.realm.fresh' to ''",
      "Connection[1] Session[2]: Received: ERROR \"why\" \(error)",
      "Connection[1] Session[3]: Binding '/b.realm' to ''",
      "Connection[1] Session[3]: Received: ERROR \"why\" \(error)",
    ] { importer.importLine(Array(line.utf8)) { replay.observe($0) } }
    importer.finish { replay.observe($0) }
    #expect(replay.loggedResets.map(\.facts.failureMessage) == ["why"])
    #expect(replay.loggedSessions()?.errors.map(\.file) == ["/b.realm"])
  }

  @Test func `what is missing from a log is named with its sessions`() {
    var replay = Replay()
    var importer = LogImporter()
    for line in [
      "Connection[1] Session[1]: Binding '/a.realm' to ''",
      "03-09 08:15:20.250  8120  8155 I chatty  : uid=10234(demo.app) expire 40 lines",
    ] { importer.importLine(Array(line.utf8)) { replay.observe($0) } }
    importer.finish { replay.observe($0) }
    let losses = ["the system says that it left out 40 lines of the log"]
    #expect(replay.loggedSessions()?.losses == losses)
    #expect(replay.loggedSessions(of: 1)?.lossCount == 1)
  }

  @Test func `base, local and fresh states follow from the commits`() throws {
    let outcome = try #require(try run(contents()).first)
    #expect(count(outcome.situation.base) == .int(0))
    #expect(count(outcome.situation.local) == .int(5))
    #expect(count(outcome.situation.fresh) == .int(7))
    #expect(count(outcome.result.after) == .int(7))
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [3])
    #expect(outcome.gaps.isEmpty)
  }

  @Test func `a local snapshot already holds the commits that follow it`() throws {
    let local = [Sample.schemaAndObject.encoded(), Sample.setCount(5).encoded()]
    let fresh = [Sample.schemaAndObject.encoded()]
    let outcome = try #require(
      try run([
        .snapshot(Snapshot(role: .local, changesets: local)),
        .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.addCount(1).encoded())),
        .syncError(Sample.error),
        .snapshot(Snapshot(role: .fresh, changesets: fresh)),
      ]).first)
    #expect(count(outcome.situation.local) == .int(5))
    #expect(outcome.situation.unsynced.count == 1)
    #expect(outcome.situation.base == nil)
    #expect(outcome.gaps.map(\.kind) == [.missingBase])
  }

  @Test func `without a fresh snapshot the server's state stands for it, and a gap says so`() throws
  {
    let outcome = try #require(try run(contents(fresh: nil)).first)
    #expect(count(outcome.result.after) == .int(7))
    #expect(outcome.gaps.map(\.kind) == [.missingFresh])
  }

  @Test func `a trace with two resets has two outcomes`() throws {
    let observed = ResetObserved(
      mode: .discardLocal, action: .clientReset, result: .discarded,
      pendingReset: PendingReset(mode: .discardLocal, action: .clientReset))
    let again: [Event.Content] = [
      .resetObserved(observed),
      .localCommit(LocalCommit(clientVersion: 5, changeset: Sample.setCount(9).encoded())),
      .syncError(Sample.error),
      .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])),
    ]
    let outcomes = try run(contents() + again)
    #expect(outcomes.map(\.ending) == [.discarded, .failed])
    #expect(outcomes[0].observed?.recorded == observed)
    #expect(outcomes[1].failure?.failureClass == .resetCycle)
    #expect(count(outcomes[1].situation.base) == .int(7))
    #expect(count(outcomes[1].situation.local) == .int(9))
    #expect(outcomes[1].situation.unsynced.map(\.clientVersion) == [5])
  }

  @Test func `what a device did before anything was downloaded belongs to that reset`() throws {
    let first = ResetObserved(mode: .discardLocal, action: .clientReset, result: .discarded)
    let second = ResetObserved(
      mode: .recover, action: .clientResetNoRecovery, result: .failed,
      failure: .recoveryNotAllowed)
    let outcomes = try run(
      contents() + [.resetObserved(first), .syncError(Sample.error), .resetObserved(second)])
    #expect(outcomes.map(\.observed?.recorded) == [first, second])
    #expect(outcomes[1].gaps.map(\.kind) == [.missingFresh])
  }

  @Test(arguments: [(nil, .discarded), (12, .recovered)] as [(UInt64?, ResetEnding)])
  func `a file that has an identifier of the server's was written to`(
    ident: UInt64?, ending: ResetEnding
  ) throws {
    let outcome = try #require(
      try Replay.run(
        events: Sample.events([
          .sessionStart(SessionStart(source: .live, name: "sample", clientFileIdent: ident)),
          .snapshot(Snapshot(role: .base, changesets: [])),
          .syncError(Sample.error),
          .snapshot(Snapshot(role: .fresh, changesets: [Sample.schemaAndObject.encoded()])),
        ]), mode: .recover
      ).first)
    #expect(outcome.ending == ending)
  }

  @Test func `missing and doubtful records become gaps`() throws {
    var all = Sample.events(contents())
    let loss = Loss(firstSequence: 3, recordCount: 2, reason: "a damaged chunk")
    all.insert(
      Event(sequence: 99, timeMicroseconds: 0, session: 0, content: .loss(loss)), at: 3)
    all[1].isSuspect = true
    let outcome = try #require(try Replay.run(events: all, mode: .discardLocal).first)
    #expect(outcome.gaps.map(\.kind) == [.suspectRecords, .lostRecords])
    #expect(outcome.gaps[1] == Gap(.records(loss), sequence: 99))
  }

  @Test func `an unreadable unsynced changeset is kept as a gap`() throws {
    var all = contents()
    all[2] = .localCommit(LocalCommit(clientVersion: 3, changeset: [0x3F, 0x00]))
    let outcome = try #require(try run(all).first)
    #expect(outcome.situation.unsynced.count == 1)
    #expect(outcome.gaps.map(\.kind) == [.unreadableChangeset])
    #expect(count(outcome.situation.local) == .int(0))
  }

  @Test func `a changeset that does not fit the state is a gap, not a crash`() throws {
    var all = contents()
    all[2] = .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.eraseMissing.encoded()))
    let outcome = try #require(try run(all).first)
    #expect(outcome.gaps.map(\.kind) == [.unreadableChangeset])
  }

  @Test func `a state that cannot be built is a typed failure`() {
    var all = contents()
    all[1] = .snapshot(Snapshot(role: .base, changesets: [Sample.eraseMissing.encoded()]))
    #expect(throws: ReplayFailure.self) { try run(all) }
    all[1] = .snapshot(Snapshot(role: .base, changesets: [[0x3F]]))
    #expect(throws: ReplayFailure.self) { try run(all) }
  }

  @Test func `a trace without error has no reset`() {
    #expect(throws: ReplayFailure.noReset) { try run(Array(contents().prefix(4))) }
    #expect(throws: ReplayFailure.noResetInSession(7)) {
      try Replay.run(events: Sample.events(contents()), mode: .discardLocal, session: 7)
    }
  }

  @Test(arguments: [(ResetMode.recover, 1), (.discardLocal, 2)])
  func `what a failed reset left in the file shows which attempt it was`(
    tracked: ResetMode, attemptCount: Int
  ) throws {
    // Neither recovery nor discard can change the type of a primary key.
    let other = Sample.build {
      $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .string, isNullable: false)
    }
    let observed = ResetObserved(
      mode: .recoverOrDiscard, action: Sample.error.action, result: .failed,
      pendingReset: PendingReset(mode: tracked, action: Sample.error.action))
    let outcome = try #require(
      try Replay.run(
        events: Sample.events(
          contents(fresh: Snapshot(role: .fresh, changesets: [other.encoded()]))
            + [.resetObserved(observed)]), mode: .recoverOrDiscard
      ).first)
    #expect(outcome.ending == .failed)
    #expect(outcome.attempts.count == attemptCount)
  }
}
