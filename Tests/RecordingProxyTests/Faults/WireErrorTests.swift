import FaultPlans
import Recorder
import Replayer
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import RecordingProxy

/// Errors in the server's name, and what each side then hears of the other.
@Suite struct WireErrorTests {
  private static let error = """
    json_error 208 187 1
    {"action":"ClientReset","isRecoveryModeDisabled":false,"logURL":"",\
    "message":"Bad client file identifier (IDENT)","shouldClientReset":true,"tryAgain":false}
    """

  /// A session that is bound, with a file and an upload.
  private func bound(_ plan: [String]) throws -> WireTrial {
    var trial = try WireTrial(plan)
    trial.client("bind 1 4 0 1 0\npath")
    trial.server("ident 1 12 4937292\n")
    trial.client("ident 1 12 4937292 0 0 0 0\n")
    return trial
  }

  @Test func `The client gets the error of a server, and nothing more of its session`() throws {
    var trial = try bound(["after upload 1: client-reset"])
    let upload = "upload 1 0 23 0 4 0 0\n4 0 375150759833 0 2 \u{0}\u{0}"
    trial.client(upload)
    let error = try #require(trial.texts(.serverToClient).last)
    let size = error.utf8.count - "json_error 208 000 1\n".utf8.count
    #expect(error == Self.error.replacing("187", with: String(size)))
    #expect(trial.texts(.clientToServer).last == upload)
    let seen = Array(error.utf8).meaning(.serverToClient).flatMap(SyncError.init)
    #expect(seen == .badClientFile)
    // The server goes on, and answers the end of the session that it does not know the reason of.
    let count = trial.sent.count
    trial.server("download 1 1 4 1 7 4 0 0 0 0 0\n")
    trial.server("mark 1 1\n")
    #expect(trial.sent.count == count)
    trial.client("unbind 1\n")
    #expect(trial.texts(.clientToServer).last == "unbind 1\n")
    trial.server("unbound 1\n")
    #expect(trial.sent.count == count + 1)
    #expect(trial.faults.needsMessages)
    // Another session of the connection is not concerned, nor is one that is bound again.
    trial.client("bind 2 4 0 1 0\npath")
    trial.server("ident 2 13 5550001\n")
    #expect(trial.texts(.serverToClient).last == "ident 2 13 5550001\n")
    trial.client("bind 1 4 0 0 0\npath")
    trial.server("mark 1 1\n")
    #expect(trial.texts(.serverToClient).last == "mark 1 1\n")
    #expect(!trial.faults.needsMessages)
    #expect(
      trial.notes == [
        "injected: `after upload 1: client-reset`: the client gets error 208 with action ClientReset "
          + "for session 1 of the connection",
        "injected: `after upload 1: client-reset`: the server's `download 1 1 4 1 7 4 0 0 0 0 0` was "
          + "kept back",
        "injected: `after upload 1: client-reset`: the server's `mark 1 1` was kept back",
        "injected: `after upload 1: client-reset`: the server's `unbound 1` was kept back",
      ])
  }

  @Test func `A session that is bound again at once waits for the end of the old one`() throws {
    var trial = try bound(["after message 3: sync-error code=201 action=Transient fatal=false"])
    trial.client("unbind 1\n")
    trial.client("bind 1 4 0 0 0\npath")
    trial.server("download 1 1 0 1 7 0 0 0 0 0 0\n")
    trial.server("unbound 1\n")
    #expect(trial.texts(.serverToClient).count == 2)
    trial.server("mark 1 1\n")
    #expect(trial.texts(.serverToClient).last == "mark 1 1\n")
    #expect(trial.texts(.serverToClient).count == 3)
  }

  @Test func `A server that ended the session itself does not answer its end`() throws {
    var trial = try bound(["after message 3: client-reset"])
    trial.server("error 201 3 1 1\nbad")
    trial.client("unbind 1\n")
    trial.client("bind 1 4 0 0 0\npath")
    trial.server("mark 1 1\n")
    #expect(trial.texts(.serverToClient).last == "mark 1 1\n")
    #expect(trial.texts(.serverToClient).count == 3)
  }

  @Test func `Before a message the error stands in its place`() throws {
    var trial = try bound(["before upload 1: client-reset", "before download 1: client-reset"])
    trial.client("upload 1 0 23 0 4 0 0\n4 0 375150759833 0 2 \u{0}\u{0}")
    #expect(trial.texts(.clientToServer).count == 2)
    #expect(trial.texts(.serverToClient).count == 2)
    // One session gets one error.
    trial.server("download 1 1 0 1 7 0 0 0 0 0 0\n")
    #expect(trial.texts(.serverToClient).count == 2)
    #expect(trial.faults.unfired.map(\.reason) == [.noSession])
  }

  @Test func `A session that the server never heard of does not reach it`() throws {
    var trial = try WireTrial(["before message where type=bind: sync-error code=206"])
    trial.client("bind 1 4 0 1 0\npath")
    #expect(trial.texts(.serverToClient).first?.hasPrefix("json_error 206 ") == true)
    trial.client("unbind 1\n")
    #expect(trial.texts(.clientToServer).isEmpty)
    trial.client("bind 1 4 0 1 0\npath")
    trial.server("ident 1 12 4937292\n")
    #expect(trial.texts(.clientToServer) == ["bind 1 4 0 1 0\npath"])
    #expect(trial.texts(.serverToClient).last == "ident 1 12 4937292\n")
    #expect(trial.notes.count == 2)
  }

  @Test func `An error of the server's own is replaced, and keeps what the fault does not say`()
    throws
  {
    let messages = try Captures.directedMessages(of: "Sync_BadChangeset")
    let index = try #require(
      messages.firstIndex { $0.bytes.meaning($0.direction).flatMap(SyncError.init) != nil })
    let own = try #require(messages[index].bytes.meaning(.serverToClient).flatMap(SyncError.init))
    let trial = try WireTrial(["at error 1: recovery-disabled"], capture: "Sync_BadChangeset")
    var expected = own
    expected.action = .clientResetNoRecovery
    guard case .send(let bytes, .serverToClient)? = trial.verdicts[index].actions.first else {
      Issue.record("no error")
      return
    }
    #expect(trial.verdicts[index].actions.count == 1)
    #expect(bytes.meaning(.serverToClient).flatMap(SyncError.init) == expected)
    // The capture goes on with sessions that are bound later.
    #expect(trial.verdicts.dropFirst(index + 1).contains { $0.actions == [.pass] })
  }

  @Test func `An error without an action has the form that has none`() throws {
    var trial = try bound(["at message 3: sync-error code=212 action=NoAction message=no"])
    #expect(trial.texts(.serverToClient).last == "error 212 2 0 1\nno")
    trial.client("unbind 1\n")
    #expect(trial.texts(.clientToServer).last == "unbind 1\n")
  }

  @Test func `An error of the connection ends all of its sessions`() throws {
    var trial = try bound(["at message 3: sync-error code=101 action=Transient fatal=false"])
    let error = try #require(trial.got(.serverToClient).last?.meaning(.serverToClient))
    #expect(error.sessionIdent == 0)
    trial.server("mark 1 1\n")
    trial.client("bind 2 4 0 1 0\npath")
    trial.server("ident 2 13 5550001\n")
    #expect(trial.got(.serverToClient).count == 2)
    let notes = trial.faults.connectionEnded("c1")
    #expect(notes.isEmpty)
    #expect(!trial.faults.needsMessages)
  }

  @Test func `Two errors let the session go on, with all that a client insists on`() throws {
    var trial = try bound([
      "after upload 1: sync-error code=231 action=Warning",
      "after upload 2: sync-error code=236 action=MigrateSchema",
    ])
    trial.server("download 1 3 0 3 7 0 0 0 0 0 0\n")
    for version in 4...5 {
      trial.client(
        "upload 1 0 23 0 \(version) 0 0\n\(version) 0 375150759833 0 2 \u{0}\u{0}")
    }
    let errors = try trial.got(.serverToClient).suffix(2).map { bytes in
      guard case .serverError(let error) = bytes.meaning(.serverToClient) else {
        throw MissingInput("an error")
      }
      return try error.details()
    }
    #expect(errors[0].compensatingWriteServerVersion == 3)
    #expect(errors[0].rejectedClientVersion == 4)
    #expect(errors[1].previousSchemaVersion == 0)
    for (error, code) in zip(errors, [231, 236] as [Int32]) {
      #expect(error.missingMembers(for: code).isEmpty)
    }
    trial.server("mark 1 1\n")
    #expect(trial.texts(.serverToClient).last == "mark 1 1\n")
  }

  @Test func `A migration has the query that replaces the partition`() throws {
    for (fault, query) in [
      ("migrate-to-flexible-sync", "TRUEPREDICATE"),
      ("migrate-to-flexible-sync query=\"a == 1\"", "a == 1"),
    ] {
      let trial = try bound(["at message 3: \(fault)"])
      guard
        case .serverError(let error)? = trial.got(.serverToClient).last?.meaning(.serverToClient)
      else {
        Issue.record("no error")
        return
      }
      #expect(error.code == 232)
      #expect(try error.details().partitionQuery == query)
      #expect(try error.details().action == .migrateToFLX)
    }
  }

  @Test func `Without a session there is none to end`() throws {
    var trial = try WireTrial(["at message 1: client-reset"])
    trial.client("ping 1 0\n")
    #expect(trial.actions == [.pass])
    #expect(trial.faults.unfired.map(\.reason) == [.noSession])
    // A message of no session means the one that was bound last.
    var other = try bound(["at message 4: client-reset"])
    other.client("ping 1 0\n")
    #expect(other.texts(.serverToClient).last?.hasPrefix("json_error 208 ") == true)
  }

  @Test func `From the acknowledgement on nothing of the file gets through`() throws {
    var trial = try bound(["at upload 1: lost-acknowledgement"])
    trial.client("upload 1 0 23 0 4 0 0\n4 0 375150759833 0 2 \u{0}\u{0}")
    trial.server("download 1 1 0 1 7 3 0 0 0 0 0\n")
    #expect(trial.texts(.serverToClient).count == 2)
    trial.server("download 1 2 4 2 7 4 0 0 0 0 0\n")
    trial.server("mark 1 1\n")
    trial.server("pong 1\n")
    #expect(trial.texts(.serverToClient).dropFirst(2) == ["pong 1\n"])
    // The file has the same ident on another connection, and another one after its reset.
    trial.client("bind 1 4 0 0 0\npath", connection: "c2")
    trial.client("ident 1 12 4937292 1 0 1 7\n", connection: "c2")
    trial.server("download 1 2 4 2 7 4 0 0 0 0 0\n", connection: "c2")
    trial.server("mark 1 1\n", connection: "c2")
    #expect(trial.texts(.serverToClient).count == 3)
    trial.client("bind 3 4 0 0 0\npath", connection: "c2")
    trial.client("ident 3 13 5550001 2 0 2 7\n", connection: "c2")
    trial.server("download 3 2 4 2 7 4 0 0 0 0 0\n", connection: "c2")
    #expect(trial.texts(.serverToClient).count == 4)
  }

  @Test func `Behind the largest acknowledgement no other gets through`() throws {
    var trial = try bound(["after download 1: lost-acknowledgement"])
    trial.server("download 1 1 0 1 7 18446744073709551615 0 0 0 0 0\n")
    trial.server("mark 1 1\n")
    #expect(trial.texts(.serverToClient).last?.hasPrefix("download ") == true)
    #expect(trial.notes.contains { $0.contains("no longer hears") }, "\(trial.notes)")
  }

  @Test func `The trace of the client's side has the error, with the note before it`() throws {
    var faults = WireFaults(FaultPlan([try Fault(text: "after upload 1: recovery-disabled")]))
    var recorder = MessageRecorder(source: .proxy, inflater: ZlibInflater())
    var events: [Event] = []
    func record(_ bytes: [UInt8], _ direction: WireMessage.Direction) {
      events +=
        recorder.record(bytes, direction: direction, connection: "c1", timeMicroseconds: 0).events
    }
    for message in try Captures.directedMessages(of: "ClientReset_LocalChangesWhenOffline") {
      // Recorded is what the client sends and what it gets.
      if message.direction == .clientToServer { record(message.bytes, .clientToServer) }
      let verdict = faults.take(
        message.bytes, message.direction, connection: "c1", syncKind: .partition)
      for action in verdict.actions {
        switch action {
        case .pass where message.direction == .serverToClient:
          record(message.bytes, .serverToClient)
        case .send(let bytes, .serverToClient): record(bytes, .serverToClient)
        default: break
        }
      }
    }
    let errors = events.compactMap { event -> SyncError? in
      if case .syncError(let error) = event.content, event.session == 1 { error } else { nil }
    }
    #expect(errors.map(\.action) == [.clientResetNoRecovery])
    #expect(
      events.contains {
        if case .message(let message) = $0.content, $0.session == 1 {
          message.direction == .clientToServer && message.head.starts(with: "upload 1 0 47".utf8)
        } else {
          false
        }
      })
  }
}
