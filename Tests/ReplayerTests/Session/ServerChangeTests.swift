import Importers
import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// What of the unsynced transactions is in the server's history: the same bytes are not enough, as two
/// devices may make the same edit.
@Suite struct ServerChangeTests {
  private let edit: Changeset
  private let otherEdit: Changeset

  init() throws {
    edit = try Changeset(decoding: Sample.addCount(1).encoded())
    otherEdit = try Changeset(decoding: Sample.addCount(2).encoded())
  }

  private func integrated(_ times: [UInt64?], in changes: [ServerChange]) -> [Int] {
    let unsynced = times.enumerated().map { index, time in
      UnsyncedChangeset(
        clientVersion: UInt64(index + 2), sequence: 0, timeMicroseconds: 0,
        originTimestampMilliseconds: time, changeset: edit)
    }
    return ServerChange.integrated(unsynced, in: changes).sorted()
  }

  private func change(_ time: UInt64?, isForeign: Bool = false) -> ServerChange {
    ServerChange(edit, originTimestampMilliseconds: time, isForeign: isForeign)
  }

  @Test func `a change with the same bytes and time is the transaction`() {
    #expect(integrated([5], in: [change(5)]) == [0])
  }

  @Test func `a change of another time or another file is somebody else's`() {
    #expect(integrated([5], in: [change(6)]) == [])
    #expect(integrated([5], in: [change(5, isForeign: true)]) == [])
    #expect(integrated([5], in: [ServerChange(otherEdit)]) == [])
  }

  @Test func `a changeset that was built is told by all that it does`() {
    #expect(integrated([nil], in: [ServerChange(Sample.addCount(1))]) == [0])
    let built = UnsyncedChangeset(clientVersion: 2, changeset: Sample.addCount(1))
    #expect(ServerChange.integrated([built], in: [ServerChange(edit)]) == [0])
    #expect(ServerChange.integrated([built], in: [ServerChange(Sample.addCount(2))]) == [])
  }

  @Test func `where a time is not known the bytes decide`() {
    #expect(integrated([nil], in: [change(5)]) == [0])
    #expect(integrated([5], in: [change(nil)]) == [0])
    #expect(integrated([nil, nil, nil], in: [change(nil), change(nil)]) == [0, 1])
  }

  @Test func `each change stands for one transaction`() {
    #expect(integrated([5, 5, 6], in: [change(5)]) == [0])
    #expect(integrated([5, 6, 7], in: [change(7), change(5)]) == [0, 2])
    #expect(integrated([5, nil], in: [change(6), change(5)]) == [0, 1])
  }

  @Test func `transactions of classes alone are not compared`() throws {
    let added = Sample.build { $0.addTable("Item", primaryKey: "_id", type: .int) }
    let schema = try Changeset(decoding: added.encoded())
    let unsynced = UnsyncedChangeset(
      clientVersion: 2, sequence: 0, timeMicroseconds: 0, changeset: schema)
    #expect(ServerChange.integrated([unsynced], in: [ServerChange(schema)]) == [])
  }

  @Test(arguments: [
    (change: #"{"operations": [{"increment": ["T", 1, "n"], "by": 1}]}"#, sum: Int64(2)),
    (change: #"{"uploaded": 0}"#, sum: 1),
  ])
  func `the same addition of two devices counts twice, an unacknowledged one once`(
    change: String, sum: Int64
  ) throws {
    let file = """
      {
        "scenario": 1, "name": "test",
        "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int", "n": "int"}}},
        "synced": {"T": [{"_id": 1, "n": 0}]},
        "local": [{"operations": [{"increment": ["T", 1, "n"], "by": 1}]}],
        "serverChanges": [\(change)],
        "error": {}
      }
      """
    let events = try Scenario(parsing: Array(file.utf8)).events
    let outcome = try #require(
      Replay.run(events: events, mode: .recover, quirks: .ideal).first)
    #expect(outcome.result.after.value(at: LocationValue("T", .int(1), "n")) == .int(sum))
  }

  @Test(arguments: [(origin: UInt64(7), isForeign: false), (8, true)])
  func `a session knows its own file among the origins`(origin: UInt64, isForeign: Bool) throws {
    var fold = AppFold(
      SessionTimeline(
        session: 1,
        start: SessionStart(source: .scenario, name: "test", clientFileIdent: 7),
        recording: .inside, openingGaps: []), showsIntegration: false)
    try fold.take(
      SessionEvent(
        sequence: 1, timeMicroseconds: 0,
        content: .serverCommit(
          Decoded(
            ServerCommit(
              serverVersion: 2, changeset: edit.encoded(), originFileIdent: origin)))))
    #expect(fold.timeline.serverChanges.map(\.isForeign) == [isForeign])
  }
}
