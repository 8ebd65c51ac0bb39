import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import FaultPlans
@testable import Replayer

/// A session of which the trace does not show enough takes no other session's answer along.
@Suite struct UnansweredSessionTests {
  /// What a device has and an error, and nothing of the server's.
  private static let withoutFresh = Sample.events([
    .snapshot(Snapshot(role: .local, changesets: [Sample.schemaAndObject.encoded()])),
    .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
    .syncError(Sample.error),
  ])
  private static let unreadable = Sample.events([
    .snapshot(Snapshot(role: .base, changesets: [[0xFF]])),
    .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
    .syncError(Sample.error),
  ])

  /// The demo as session 1, and another session behind it.
  private static func replay(with other: [Event]) throws -> Replay {
    var replay = Replay()
    let demo = try TraceFiles.events(of: "traces/field-inspections.synctrace")
    for event in demo { replay.observe(event) }
    for event in other {
      var event = event
      (event.session, event.sequence) = (7, event.sequence + UInt64(demo.count))
      replay.observe(event)
    }
    return replay
  }

  @Test(arguments: [withoutFresh, unreadable])
  func `a session without an answer is named, and the others are answered`(_ other: [Event]) throws
  {
    let replay = try Self.replay(with: other)
    let demo = try #require(try replay.resetsAndEnds().all.first).session
    for plan in [FaultPlan.none, FaultPlan([try Fault(text: "at reset: recovery-disabled")])] {
      let found = try replay.resetsAndEnds(under: plan)
      #expect(found.all.map(\.situation.session.session) == [demo])
      #expect(found.unanswered.map(\.session) == [7])
      #expect(found.unanswered.map(\.action) == [.clientReset])
    }
    #expect(try replay.resetsAndEnds(session: demo).unanswered.isEmpty)
    #expect(throws: ReplayFailure.self) { try replay.resetsAndEnds(session: 7) }
    #expect(try replay.outcomes(mode: .recover).count == 1)
  }

  @Test func `a fault in a session that cannot be folded costs no other session`() throws {
    let replay = try Self.replay(with: Self.unreadable)
    let fault = try Fault(text: "after commit where session=7: client-reset")
    let found = try replay.resetsAndEnds(under: FaultPlan([fault]))
    #expect(found.all.count == 1 && found.unanswered.map(\.session) == [7])
  }

  @Test func `a fault that happens elsewhere takes no session's answer away`() throws {
    let refused = Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
      .syncError(
        SyncError(
          code: 230, name: "", message: "", action: .applicationBug, isFatal: true)),
    ])
    func sessions(_ fault: String) throws -> [UInt32] {
      let plan = FaultPlan([try Fault(text: fault)])
      return try Self.replay(with: refused).resetsAndEnds(under: plan).all.map(\.session)
    }
    let all = try Self.replay(with: refused).resetsAndEnds().all.map(\.session)
    #expect(all.count == 2 && all.last == 7)
    #expect(try sessions("after commit 99999: client-reset") == all)
    #expect(try sessions("at reset: recovery-disabled") == all)
    // What is unsynced at the end of a session that a fault has changed is not what was recorded.
    #expect(try sessions("after commit where session=7: disk-full") == [all[0]])
    let plan = FaultPlan([try Fault(text: "after commit where session=7: client-reset")])
    let found = try Self.replay(with: refused).resetsAndEnds(under: plan).all
    #expect(found.map(\.session) == all && found.allSatisfy(\.isReset))
  }

  @Test func `an injected error that asks for no reset is answered without one`() throws {
    var replay = Replay()
    for event in Sample.events([
      .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
      .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
    ]) {
      replay.observe(event)
    }
    let plan = FaultPlan([try Fault(text: "at end: sync-error code=231 action=Warning")])
    #expect(try replay.resetsAndEnds(under: plan).all.map(\.isReset) == [false])
  }

  @Test(arguments: [true, false])
  func `Without the device's state no download is asked for, and what it wrote is shown`(
    hasFresh: Bool
  ) throws {
    var contents: [Event.Content] = [
      .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
      .syncError(Sample.error),
    ]
    if hasFresh {
      contents.append(.snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])))
    }
    var replay = Replay()
    for event in Sample.events(contents) { replay.observe(event) }
    #expect(throws: ReplayFailure.noLocalState(session: 1)) { try replay.resetsAndEnds() }
    let unsynced = try replay.unsyncedData()
    #expect(unsynced.unanswered.isEmpty)
    #expect(unsynced.all.map { $0.transactions.map(\.clientVersion) } == [[2]])
    #expect(unsynced.all.allSatisfy { $0.device == nil && $0.gaps == [Gap(.lastSync)] })
  }

  @Test func `A session of which the device is not shown does not count as synced`() throws {
    var replay = Replay()
    let fresh = Snapshot(role: .fresh, origin: .serverHistory, changesets: [])
    for event in Sample.events([.syncError(Sample.error), .snapshot(fresh)]) {
      replay.observe(event)
    }
    let unsynced = try replay.unsyncedData()
    #expect(unsynced.all.isEmpty)
    #expect(unsynced.unanswered.map(\.reason) == [.noLocalState(session: 1)])
  }

  @Test func `A download made of the server's history lacks what is missing from that`() throws {
    func gaps(lossAt place: Int) throws -> [Gap.Fact] {
      var contents: [Event.Content] = [
        .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
        .localCommit(LocalCommit(clientVersion: 2, changeset: Sample.setCount(1).encoded())),
        .syncError(Sample.error),
        .snapshot(Snapshot(role: .fresh, origin: .serverHistory, changesets: [])),
      ]
      contents.insert(.loss(Loss(firstSequence: nil, recordCount: 1, reason: "dropped")), at: place)
      var replay = Replay()
      for event in Sample.events(contents) { replay.observe(event) }
      return try #require(try replay.resets().first).gaps.map(\.fact)
    }
    for place in [1, 2, 3] { #expect(try gaps(lossAt: place).contains(.download)) }
    for place in [0, 4] { #expect(try !gaps(lossAt: place).contains(.download)) }
  }

  @Test(arguments: [
    (ServerAction.noAction, 209 as Int32?, true), (.noAction, 211, true), (.noAction, 231, false),
    (.noAction, nil, false), (.warning, 209, false), (.clientReset, nil, true),
    (.clientResetNoRecovery, 208, true),
  ])
  func `a server asks for a reset by its action, or an older one by the number of its error`(
    action: ServerAction, code: Int32?, asksForReset: Bool
  ) {
    let session = UnansweredSession(
      session: 1, action: action, errorCode: code, reason: .changesetsNotInLog(session: 1))
    #expect(session.asksForReset == asksForReset)
  }
}
