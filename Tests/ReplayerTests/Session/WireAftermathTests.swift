import Importers
import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// What a device did after a reset, told from its uploads.
@Suite struct WireAftermathTests {
  let created = Self.changeset { $0.createObject("table", .int(1)) }
  let recovered = Self.changeset { $0.createObject("table", .int(2)) }

  static func changeset(_ build: (inout ChangesetBuilder) -> Void) -> [UInt8] {
    var builder = ChangesetBuilder()
    builder.addTable("table", primaryKey: "_id", type: .int)
    build(&builder)
    return builder.changeset.encoded()
  }

  /// A capture of a device that uploaded version 6 without getting an acknowledgement, is asked to
  /// reset, and then goes on with `uploads`.
  ///
  /// - Parameters:
  ///   - happens: what happens before it is asked.
  ///   - left: how the messages begin that are not in the capture.
  func outcome(
    uploads: [(version: Int, changeset: [UInt8])], happens: (inout Capture) -> Void = { _ in },
    leavingOut left: String? = nil
  ) throws -> Outcome {
    var capture = Capture(acknowledged: created, unacknowledged: recovered)
    happens(&capture)
    capture.askForReset(1)
    capture.out("bind 2 5 0 1 0", "/data")
    capture.into("ident 2 3 222")
    capture.out("ident 2 3 222 0 0 0 0")
    let entry = Array("1 0 100 2 \(created.count) \(created.count) ".utf8) + created
    capture.into("download 2 1 0 1 77 0 0 0 0 \(entry.count) 0", entry)
    capture.out("unbind 2")
    capture.into("unbound 2")
    capture.out("bind 3 5 0 0 0", "/data")
    capture.out("ident 3 3 222 1 0 1 77")
    for upload in uploads { capture.upload(3, version: upload.version, upload.changeset) }
    let events = capture.events.filter { event in
      guard case .message(let message) = event.content, let left else { return true }
      return !message.head.starts(with: left.utf8)
    }
    return try #require(try Replay.run(events: events, mode: .discardLocal).first)
  }

  @Test func `an unacknowledged version that is uploaded again was recovered`() throws {
    let outcome = try outcome(uploads: [(6, recovered)])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [6])
    #expect(outcome.observed?.recorded.mode == .recover)
    #expect(outcome.observed?.recorded.reupload == [.init(clientVersion: 6, changeset: recovered)])
  }

  @Test(arguments: [false, true])
  func `what the client never took acknowledges nothing`(isRefused: Bool) throws {
    let outcome = try outcome(uploads: [(6, recovered)]) { capture in
      capture.into("download 1 2 6 2 77 6 1 0 0 0 0")
      if isRefused { return capture.out("json_error 212 2 1", "{}") }
      capture.connection = "c2"
      capture.out("bind 1 5 0 0 0", "/data")
      capture.out("ident 1 2 111 1 4 1 77")
    }
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [6])
    #expect(outcome.observed?.recorded.mode == .recover)
  }

  @Test func `a reset is known without the IDENT of the file that it resets`() throws {
    let outcome = try outcome(uploads: [(6, recovered)], leavingOut: "ident 1 ")
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [6])
    #expect(outcome.observed?.recorded.mode == .recover)
    #expect(outcome.gaps.contains(Gap(.firstSession)))
  }

  @Test(arguments: [1, 3])
  func `what a file has synced outside the trace hides what it had before`(begun: Int) throws {
    let outcome = try outcome(uploads: [(6, recovered)]) { capture in
      capture.connection = "c2"
      capture.out("bind 1 5 0 0 0", "/data")
      capture.out("ident 1 2 111 \(begun) 4 \(begun) 77")
    }
    #expect((outcome.situation.base == nil) == (begun == 3))
    #expect(outcome.gaps.contains(Gap(.unseenSync)) == (begun == 3))
  }

  @Test func `of several files that fit, the one that had uploaded the same was reset`() throws {
    let outcome = try outcome(uploads: [(9, recovered)]) { capture in
      capture.out("bind 8 5 0 1 0", "/data")
      capture.into("ident 8 4 444")
      capture.out("ident 8 4 444 0 0 0 0")
      capture.upload(8, version: 9, recovered)
      capture.askForReset(8)
    }
    #expect(outcome.situation.session.session == 2)
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [9])
    #expect(!outcome.gaps.contains { $0.kind == .ambiguousSession })
  }

  @Test func `no upload proves nothing`() throws {
    #expect(try outcome(uploads: []).observed == nil)
  }

  @Test func `versions that were not seen before the reset are named as a gap`() throws {
    let outcome = try outcome(uploads: [(9, recovered), (10, recovered)])
    #expect(outcome.observed == nil)
    #expect(outcome.gaps.contains(Gap(.firstSeenAfterReset(clientVersions: [9, 10]))))
  }

  @Test func `the two versions of the reset itself lie between what was written before and after`()
    throws
  {
    let outcome = try outcome(uploads: [(8, recovered)])
    #expect(outcome.observed?.recorded.reupload?.map(\.clientVersion) == [8])
    #expect(outcome.situation.unsynced.map(\.clientVersion) == [6, 8])
    #expect(outcome.gaps.contains(Gap(.seenAsRecovered(clientVersions: [8], leftOutCount: 0))))
  }
}
