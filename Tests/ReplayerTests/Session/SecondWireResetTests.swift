import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// Two resets of a device in one recording, the second one soon after the first.
@Suite struct SecondWireResetTests {
  private static let created = WireAftermathTests.changeset { $0.createObject("table", .int(1)) }
  private static let recovered = WireAftermathTests.changeset { $0.createObject("table", .int(2)) }
  private static let added = WireAftermathTests.changeset { $0.createObject("table", .int(3)) }

  /// A device that recovers one transaction, writes another one, and is asked to reset again.
  ///
  /// - Parameters:
  ///   - isAcknowledged: whether the server took what was recovered before that.
  ///   - isPlaced: whether the other transaction says that it was written after the reset.
  ///   - isRecovered: whether the device recovers that one in the second reset.
  private static func outcomes(
    isAcknowledged: Bool, isPlaced: Bool = true, isRecovered: Bool = true, mode: ResetMode
  ) throws -> [Outcome] {
    var capture = Capture(acknowledged: created, unacknowledged: recovered)
    reset(&capture, after: 1, ident: 3, entries: [created])
    capture.out("bind 3 5 0 0 0", "/data")
    capture.out("ident 3 3 333 1 0 1 77")
    capture.out("mark 3 1")
    capture.upload(3, version: 6, recovered)
    if isAcknowledged {
      capture.into("download 3 2 6 2 77 8 1 0 0 0 0")
      capture.into("mark 3 1")
    }
    // What the device has integrated by then says that it wrote this after the reset.
    let write = HistoryEntry(
      try Changeset(decoding: added), version: 9,
      lastIntegratedRemoteVersion: isAcknowledged && isPlaced ? 2 : 1, originTimestamp: 100)
    capture.upload(3, [write], progress: 9, isAcknowledged ? 2 : 1)
    let entries = isAcknowledged ? [created, recovered] : [created]
    reset(&capture, after: 3, ident: 4, entries: entries)
    capture.out("bind 5 5 0 0 0", "/data")
    capture.out("ident 5 4 444 \(entries.count) 0 \(entries.count) 77")
    if isRecovered { capture.upload(5, version: 9, added) }
    return try Replay.run(events: capture.events, mode: mode)
  }

  /// The error in a session, and the download into a new file by the one after it, of changes of another file.
  private static func reset(
    _ capture: inout Capture, after session: Int, ident: Int, entries: [[UInt8]], origin: Int = 99
  ) {
    capture.askForReset(session)
    let (fresh, salt) = (session + 1, "\(ident)\(ident)\(ident)")
    capture.out("bind \(fresh) 5 0 1 0", "/data")
    capture.into("ident \(fresh) \(ident) \(salt)")
    capture.out("ident \(fresh) \(ident) \(salt) 0 0 0 0")
    let body = entries.enumerated().flatMap { index, changeset in
      Array("\(index + 1) 0 100 \(origin) \(changeset.count) \(changeset.count) ".utf8) + changeset
    }
    let count = entries.count
    capture.into("download \(fresh) \(count) 0 \(count) 77 0 0 0 0 \(body.count) 0", body)
    capture.out("unbind \(fresh)")
    capture.into("unbound \(fresh)")
  }

  @Test func `a reset that was not acknowledged is an earlier one for the next`() throws {
    let outcomes = try Self.outcomes(isAcknowledged: false, isRecovered: false, mode: .recover)
    try #require(outcomes.count == 2)
    #expect(outcomes[0].situation.pendingReset == nil && outcomes[0].ending == .recovered)
    #expect(outcomes[0].situation.unsynced.map(\.clientVersion) == [6])
    #expect(outcomes[1].situation.pendingReset?.mode == .recover)
    #expect(outcomes[1].failure?.failureClass == .resetCycle)
    // What was recovered is unsynced again, besides what was written since.
    #expect(outcomes[1].situation.unsynced.map(\.clientVersion) == [6, 9])
    let discarding = try Self.outcomes(
      isAcknowledged: false, isRecovered: false, mode: .recoverOrDiscard)
    #expect(discarding.map(\.ending) == [.recovered, .discarded])
    // A device that recovers all the same shows that the record did not count.
    let recovering = try Self.outcomes(isAcknowledged: false, mode: .recover)
    #expect(recovering.map(\.situation.pendingReset) == [nil, nil])
    #expect(recovering.map(\.ending) == [.recovered, .recovered])
  }

  @Test func `whether a reset whose recovery may go on is an earlier one is not known`() throws {
    let outcomes = try Self.outcomes(
      isAcknowledged: true, isPlaced: false, isRecovered: false, mode: .recover)
    try #require(outcomes.count == 2)
    #expect(outcomes[1].situation.pendingReset == nil)
    #expect(outcomes[1].gaps.contains(Gap(.earlierReset)))
    for mode in ResetMode.allCases {
      let known = try Self.outcomes(
        isAcknowledged: true, isPlaced: false, isRecovered: false, mode: mode
      )[1].knownAfter
      #expect((known != nil) == (mode == .manual), "\(mode)")
    }
    // A device that recovers again does not.
    #expect(
      try !Self.outcomes(isAcknowledged: true, isPlaced: false, mode: .recover)[1].gaps.contains(
        Gap(.earlierReset)))
    #expect(
      try !Self.outcomes(isAcknowledged: false, mode: .recover)[1].gaps.contains(Gap(.earlierReset))
    )
  }

  @Test func `a reset that was acknowledged is none`() throws {
    let outcomes = try Self.outcomes(isAcknowledged: true, mode: .recover)
    try #require(outcomes.count == 2)
    #expect(outcomes.map(\.situation.pendingReset) == [nil, nil])
    #expect(outcomes.map(\.ending) == [.recovered, .recovered])
    #expect(outcomes[1].situation.unsynced.map(\.clientVersion) == [9])
    #expect(outcomes[1].result.reupload.count { !$0.instructions.isEmpty } == 1)
  }

  @Test func `what a reset downloads under the name of its own file the server had taken`() throws {
    // All have the time of the transaction that was acknowledged: their order tells them apart.
    #expect(try Self.integrated([Self.created], origin: 2).isEmpty)
    #expect(try Self.integrated([Self.created, Self.recovered], origin: 2) == [0])
    #expect(try Self.integrated([Self.created, Self.added], origin: 2) == [0])
    #expect(try Self.integrated([Self.created, Self.recovered], origin: 99).isEmpty)
  }

  /// The only unsynced transaction, if a reset shows that the server had taken it.
  private static func integrated(_ entries: [[UInt8]], origin: Int) throws -> Set<Int> {
    var capture = Capture(acknowledged: created, unacknowledged: recovered)
    reset(&capture, after: 1, ident: 3, entries: entries, origin: origin)
    capture.out("bind 3 5 0 0 0", "/data")
    capture.out("ident 3 3 333 \(entries.count) 0 \(entries.count) 77")
    let outcome = try #require(try Replay.run(events: capture.events, mode: .recover).first)
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [6])
    return outcome.situation.integrated
  }
}
