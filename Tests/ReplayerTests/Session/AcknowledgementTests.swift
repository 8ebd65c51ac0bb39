import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What the server has acknowledged in sessions that were recorded from the inside.
@Suite struct AcknowledgementTests {
  private static let start = Event.Content.sessionStart(SessionStart(source: .live, name: "app"))
  private static let base = Event.Content.snapshot(
    Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()]))
  private static let error = Event.Content.syncError(Sample.error)

  private static func commit(_ version: UInt64, _ count: Int64) -> Event.Content {
    .localCommit(LocalCommit(clientVersion: version, changeset: Sample.setCount(count).encoded()))
  }

  private static func downloaded(_ version: UInt64, _ count: Int64) -> Event.Content {
    .serverCommit(ServerCommit(serverVersion: version, changeset: Sample.setCount(count).encoded()))
  }

  private func outcome(_ contents: [Event.Content], _ faults: String? = nil) throws -> Outcome {
    let events = Sample.events([Self.start] + contents)
    guard let faults else {
      return try #require(try Replay.run(events: events, mode: .recover).first)
    }
    return try FaultTrial(events).outcome(.recover, faults)
  }

  private func count(_ state: RealmState?) -> Value? { state?.value(at: Sample.countPlace) }

  @Test func `what is acknowledged is not unsynced, and both sides have it`() throws {
    let outcome = try outcome([
      Self.base, Self.commit(3, 5), try Sample.acknowledgement(of: 3), Self.commit(4, 6),
      Self.error,
    ])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
    #expect(count(outcome.situation.base) == .int(5))
    #expect(count(outcome.situation.fresh) == .int(5))
    #expect(count(outcome.situation.local) == .int(6))
    #expect(outcome.gaps.map(\.kind) == [.missingFresh])
  }

  @Test func `without any acknowledgement all is unsynced, and a gap says so`() throws {
    let contents = [Self.base, Self.commit(3, 5), Self.commit(4, 6), Self.error]
    let unknown = try outcome(contents)
    #expect(unknown.situation.unsynced.map(\.clientVersion) == [3, 4])
    #expect(unknown.gaps.map(\.kind) == [.missingFresh, .missingAcknowledgements])
    // To say that there is none is to say something.
    let known = try outcome([try Sample.acknowledgement(of: 0)] + contents)
    #expect(known.situation.unsynced.map(\.clientVersion) == [3, 4])
    #expect(known.gaps.map(\.kind) == [.missingFresh])
    // Where nothing was written nothing hangs on it.
    #expect(try outcome([Self.base, Self.error]).gaps.map(\.kind) == [.missingFresh])
  }

  @Test func `an acknowledgement of a part leaves the rest on top`() throws {
    let outcome = try outcome([
      Self.base, Self.commit(3, 5), Self.commit(4, 6), Self.commit(5, 7),
      try Sample.acknowledgement(of: 4),
      Self.error,
    ])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [5])
    #expect(count(outcome.situation.base) == .int(6))
    #expect(count(outcome.situation.local) == .int(7))
  }

  @Test func `an acknowledgement that comes before the transaction counts all the same`() throws {
    let outcome = try outcome([
      Self.base, try Sample.acknowledgement(of: 3), Self.commit(3, 5), Self.commit(4, 6),
      Self.error,
    ])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
    #expect(count(outcome.situation.base) == .int(5))
  }

  @Test func `an older acknowledgement takes nothing back`() throws {
    let outcome = try outcome([
      Self.base, Self.commit(3, 5), try Sample.acknowledgement(of: 3),
      try Sample.acknowledgement(of: 2), Self.error,
    ])
    #expect(outcome.situation.unsynced.isEmpty)
  }

  @Test func `what was downloaded before an acknowledgement is no change since the last sync`()
    throws
  {
    let outcome = try outcome([
      Self.base, Self.downloaded(7, 50), Self.commit(3, 5), try Sample.acknowledgement(of: 3),
      Self.downloaded(8, 60), Self.commit(4, 6), Self.error,
    ])
    #expect(outcome.situation.serverChanges?.isEmpty == true)
    #expect(count(outcome.situation.base) == .int(60))
    #expect(count(outcome.situation.local) == .int(6))
    #expect(outcome.gaps.map(\.kind) == [.missingFresh])
  }

  @Test func `what an app has told of counts as downloaded`() throws {
    var replay = Replay()
    for event in Sample.events([
      Self.start, Self.base, Self.downloaded(7, 50), Self.commit(3, 5),
      try Sample.acknowledgement(of: 3), Self.downloaded(8, 60),
    ]) {
      replay.observe(event)
    }
    let timeline = try #require(try replay.timelines().all.first)
    #expect(timeline.showsMerges && timeline.downloadedChangeCount == 2)
  }

  @Test func `what was downloaded while an upload waited was merged, and a gap says so`() throws {
    let outcome = try outcome([
      Self.base, Self.commit(3, 5), Self.downloaded(7, 50), try Sample.acknowledgement(of: 3),
      Self.commit(4, 6), Self.error,
    ])
    #expect(outcome.gaps.map(\.kind) == [.unmergedConcurrentChanges, .missingFresh])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
  }

  @Test func `a base that an app tells of later settles what came before`() throws {
    let outcome = try outcome([
      Self.base, Self.commit(3, 5),
      .snapshot(
        Snapshot(
          role: .base,
          changesets: [Sample.schemaAndObject, Sample.setCount(5)].map { $0.encoded() })),
      Self.commit(4, 6), Self.error,
    ])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
  }

  @Test func `after a reset the count begins again`() throws {
    let events = Sample.events([
      Self.start, Self.base, Self.commit(3, 5), try Sample.acknowledgement(of: 3), Self.error,
      .snapshot(Snapshot(role: .fresh, changesets: [Sample.schemaAndObject.encoded()])),
      Self.commit(6, 8), Self.commit(7, 9), try Sample.acknowledgement(of: 6), Self.error,
    ])
    let outcomes = try Replay.run(events: events, mode: .discardLocal)
    #expect(outcomes.map { $0.situation.unsynced.map(\.clientVersion) } == [[], [7]])
    #expect(count(outcomes[1].situation.base) == .int(8))
  }

  /// A session with a reset that recovered transaction 4, something after that, and another reset.
  private static func resetTwice(_ between: Event.Content...) throws -> [Outcome] {
    let fresh = Event.Content.snapshot(
      Snapshot(role: .fresh, changesets: [Sample.schemaAndObject.encoded()]))
    let recovered = ResetObserved(
      mode: .recover, action: Sample.error.action, result: .recovered)
    return try Replay.run(
      events: Sample.events(
        [start, base, commit(3, 5), try Sample.acknowledgement(of: 3), commit(4, 6), error, fresh]
          + [.resetObserved(recovered)] + between + [commit(5, 7), error, fresh]),
      mode: .recover)
  }

  @Test func `what a reset recovered is unsynced, and the reset tracked, until the server has it`()
    throws
  {
    let outcomes = try Self.resetTwice()
    #expect(outcomes.map { $0.situation.unsynced.map(\.clientVersion) } == [[4], [4, 5]])
    #expect(outcomes[1].situation.pendingReset?.mode == .recover)
    #expect(outcomes[1].failure?.failureClass == .resetCycle)
    #expect(count(outcomes[1].situation.local) == .int(7))
    #expect(count(outcomes[1].situation.base) == .int(0))
    let part = try Self.resetTwice(try Sample.acknowledgement(of: 2))
    #expect(part[1].situation.pendingReset != nil)
  }

  @Test func `once a recovered transaction is acknowledged, the file tracks no reset`() throws {
    let outcomes = try Self.resetTwice(try Sample.acknowledgement(of: 4))
    #expect(outcomes[1].situation.unsynced.map(\.clientVersion) == [5])
    #expect(outcomes[1].situation.pendingReset == nil)
    #expect(outcomes[1].ending == .recovered)
    #expect(count(outcomes[1].situation.base) == .int(6))
  }

  @Test func `a base after a reset settles it, too`() throws {
    let outcomes = try Self.resetTwice(Self.base)
    #expect(outcomes[1].situation.unsynced.map(\.clientVersion) == [5])
    #expect(outcomes[1].situation.pendingReset == nil)
  }

  @Test func `a local state that is recorded whole keeps its transactions`() throws {
    let local = [Sample.schemaAndObject, Sample.setCount(6)].map { $0.encoded() }
    let outcome = try outcome([
      .snapshot(Snapshot(role: .local, changesets: local)), Self.commit(3, 5), Self.commit(4, 6),
      try Sample.acknowledgement(of: 3), Self.error,
      .snapshot(Snapshot(role: .fresh, changesets: [Sample.schemaAndObject.encoded()])),
    ])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [4])
    #expect(count(outcome.situation.local) == .int(6))
    #expect(outcome.situation.base == nil)
  }

  @Test func `a lost acknowledgement is lost from there on`() throws {
    let contents = [
      Self.base, Self.commit(3, 5), try Sample.acknowledgement(of: 3), Self.commit(4, 6),
      try Sample.acknowledgement(of: 4), Self.commit(5, 7), Self.error,
    ]
    let recorded = try outcome(contents)
    #expect(recorded.situation.unsynced.map(\.clientVersion) == [5])
    let faulted = try outcome(contents, "at commit 2: lost-acknowledgement")
    #expect(faulted.situation.unsynced.map(\.clientVersion) == [4, 5])
    #expect(count(faulted.situation.fresh) == .int(6))
  }

  @Test func `a connection that breaks acknowledges nothing more`() throws {
    let contents = [
      Self.base, Self.commit(3, 5), try Sample.acknowledgement(of: 3), Self.commit(4, 6),
      try Sample.acknowledgement(of: 4), Self.error,
    ]
    let faulted = try outcome(contents, "at commit 2: disconnect")
    #expect(faulted.situation.unsynced.map(\.clientVersion) == [4])
    #expect(count(faulted.situation.fresh) == .int(5))
  }

  @Test func `a backup lacks what was acknowledged after it`() throws {
    let contents = [
      Self.base, Self.commit(3, 5), try Sample.acknowledgement(of: 3), Self.commit(4, 6),
      Self.error,
    ]
    let restored = try outcome(contents, "at reset: restore-backup version=1")
    #expect(count(restored.situation.fresh) == .int(0))
    #expect(restored.situation.unsynced.map(\.clientVersion) == [4])
  }

  @Test func `a backup has what was written on top of what an app had told of`() throws {
    let list = LocationValue("Item", .int(1), "list")
    let schema = Sample.build {
      $0.addTable("Item", kind: .topLevel, primaryKey: "_id", type: .int, isNullable: false)
      $0.addColumn("Item", "list", type: .int, collection: .list)
      $0.createObject("Item", .int(1))
    }
    func insertion(_ index: UInt32) -> [UInt8] {
      Sample.build {
        $0.arrayInsert(list.appending(.index(index)), .int(Int64(index)), priorSize: index)
      }.encoded()
    }
    let contents: [Event.Content] = [
      .snapshot(Snapshot(role: .base, changesets: [schema.encoded()])),
      .serverCommit(ServerCommit(serverVersion: 2, changeset: insertion(0))),
      .localCommit(LocalCommit(clientVersion: 3, changeset: insertion(1))),
      try Sample.acknowledgement(of: 3),
      .serverCommit(ServerCommit(serverVersion: 4, changeset: insertion(2))), Self.error,
    ]
    let restored = try outcome(contents, "at reset: restore-backup version=3")
    let lost = try #require(restored.effect(.changesLost)).changes
    #expect(lost.map(\.serverVersion) == [4] && lost.map(\.isOnDevice) == [true])
    #expect(restored.situation.fresh.value(at: list) == .list([.int(0), .int(1)]))
    // The device has the change that is left, which is no news to it.
    #expect(restored.situation.serverChanges?.isEmpty == true)
  }
}
