import Importers
import TestSupport
import Testing
import TraceFormat

@Suite struct ScenarioSessionTests {
  private func events(_ text: String) throws -> [Event] {
    try Scenario(parsing: Array(text.utf8)).events
  }

  private func example(_ name: String) throws -> [Event] {
    try Scenario(parsing: ProjectFiles.bytes("traces/scenarios/\(name).json")).events
  }

  @Test func `The events stand in the order of a session, a second apart`() throws {
    let events = try example("rs-02-same-field-conflict")
    #expect(
      events.map(\.kind) == [
        .sessionStart, .snapshot, .localCommit, .serverCommit, .syncError, .snapshot,
        .resetObserved,
      ])
    let start: Int64 = 1_735_689_600_000_000
    #expect(events.map(\.timeMicroseconds) == (0..<7).map { start + $0 * 1_000_000 })
    #expect(events.allSatisfy { $0.session == 1 && !$0.isSuspect })
  }

  @Test func `Versions follow those of the common history`() throws {
    let events = try example("rs-02-same-field-conflict")
    guard case .snapshot(let base) = events[1].content,
      case .localCommit(let local) = events[2].content,
      case .serverCommit(let server) = events[3].content,
      case .snapshot(let fresh) = events[5].content
    else {
      Issue.record("other events than expected")
      return
    }
    #expect(base.role == .base && base.changesets.count == 2)
    #expect(local.clientVersion == 4 && local.lastIntegratedServerVersion == 2)
    #expect(local.originTimestampMilliseconds == 315_619_202_000)
    #expect(server.serverVersion == 3)
    #expect(fresh.role == .fresh && fresh.origin == .serverHistory && fresh.changesets.isEmpty)
  }

  @Test func `The standard error is the one of a forgotten client file`() throws {
    let events = try example("rs-02-same-field-conflict")
    let expected = SyncError(
      code: 208, name: "SyncClientResetRequired", message: "Bad client file identifier (IDENT)",
      action: .clientReset, isFatal: true)
    #expect(events[4].content == .syncError(expected))
  }

  /// The error of a scenario that says no more of it than that.
  private func error(_ json: String) throws -> SyncError {
    let events = try events(#"{"scenario": 1, "name": "n", "error": \#(json)}"#)
    for event in events {
      if case .syncError(let error) = event.content { return error }
    }
    throw MissingInput("the scenario has no error")
  }

  @Test(arguments: [
    (208, "Bad client file identifier (IDENT)"), (209, "Bad server version (IDENT)"),
    (211, "Diverging histories (IDENT)"), (222, "Client file has expired"),
    (225, "Invalid schema change (UPLOAD)"),
  ])
  func `An error has the message of its number`(code: Int32, message: String) throws {
    let error = try error(#"{"code": \#(code)}"#)
    #expect(error.code == code && error.message == message)
    #expect(error.action == .clientReset && error.isFatal)
  }

  @Test func `Every number has a message and a name of its own`() throws {
    var messages: Set<String> = []
    for code in (Int32(100)...300) where ProtocolErrorCode.name(code) != nil {
      let error = try error(#"{"code": \#(code)}"#)
      #expect(messages.insert(error.message).inserted, "\(code): \(error.message)")
      #expect(error.name == ProtocolErrorCode.clientName(code) ?? ProtocolErrorCode.name(code))
      #expect(error.message == ProtocolErrorCode.message(code))
    }
    #expect(messages.count > 45)
    let unknown = try error(#"{"code": 299}"#)
    #expect(unknown.name == "UnknownError" && unknown.message == "error 299")
  }

  @Test func `What is said of an error goes before what its number says`() throws {
    let error = try error(
      #"{"code": 222, "message": "gone", "action": "ClientResetNoRecovery", "fatal": false}"#)
    #expect(error.message == "gone" && error.name == "SyncClientResetRequired")
    #expect(error.action == .clientResetNoRecovery && !error.isFatal)
  }

  @Test func `An error of the connection has no number`() throws {
    let error = try error(#"{"code": null, "name": "LimitExceeded", "message": "too large"}"#)
    #expect(error.code == nil && error.name == "LimitExceeded" && error.message == "too large")
  }

  @Test func `Everything about the session is kept`() throws {
    let events = try events(
      """
      {
        "scenario": 1, "name": "n", "about": "not kept", "startTime": "2025-03-01T08:00:00.5Z",
        "syncKind": "flexible", "clientFileIdent": 7, "configuredMode": "RecoverOrDiscard",
        "sdk": "Kotlin 1.16.0",
        "pendingReset": {
          "mode": "Recover", "action": "ClientReset", "time": "2025-02-28T00:00:00Z",
          "engineVersion": "14.12.0"
        },
        "local": [{"version": 10, "time": "2025-03-02T00:00:00Z", "changeset": "0a"}],
        "error": {
          "code": 231, "name": "N", "message": "m", "action": "Warning", "fatal": false,
          "compensatingWrites": [{"class": "T", "primaryKey": "AQ==", "reason": "r"}],
          "logURL": "l"
        },
        "observed": {
          "mode": "Recover", "action": "ClientResetNoRecovery", "result": "failed",
          "failure": "recoveryNotAllowed", "message": "no", "stateDigest": "00000000000000ff",
          "pendingReset": {"mode": "DiscardLocal", "action": "ClientReset"}
        }
      }
      """)
    let pending = PendingReset(
      mode: .recover, action: .clientReset, timeMicroseconds: 1_740_700_800_000_000,
      engineVersion: "14.12.0")
    #expect(
      events.map(\.content) == [
        .sessionStart(
          SessionStart(
            source: .scenario, name: "n", clientFileIdent: 7, syncKind: .flexible,
            configuredResetMode: .recoverOrDiscard, pendingReset: pending, sdk: "Kotlin 1.16.0")),
        .snapshot(Snapshot(role: .base, changesets: [])),
        .localCommit(
          LocalCommit(
            clientVersion: 10, changeset: [0x0A], lastIntegratedServerVersion: 0,
            originTimestampMilliseconds: 320_803_200_000)),
        .syncError(
          SyncError(
            code: 231, name: "N", message: "m", action: .warning, isFatal: false,
            compensatingWrites: [.init(table: "T", primaryKey: "AQ==", reason: "r")],
            logURL: "l")),
        .resetObserved(
          ResetObserved(
            mode: .recover, action: .clientResetNoRecovery, result: .failed,
            failure: .recoveryNotAllowed, message: "no", stateDigest: 255,
            pendingReset: PendingReset(mode: .discardLocal, action: .clientReset))),
      ])
    #expect(events[0].timeMicroseconds == 1_740_816_000_500_000)
    #expect(events[3].timeMicroseconds == 1_740_873_601_000_000)
  }

  @Test func `A restored server has the synced state without what it had acknowledged`() throws {
    let events = try example("rs-41-backup-restore")
    #expect(
      events.map(\.kind) == [.sessionStart, .snapshot, .localCommit, .syncError, .snapshot])
    guard case .snapshot(let base) = events[1].content,
      case .snapshot(let fresh) = events[4].content
    else {
      Issue.record("other events than expected")
      return
    }
    #expect(base.changesets.count == 3)
    #expect(fresh.origin == .empty && fresh.changesets == Array(base.changesets.prefix(2)))
  }

  @Test func `An upload that arrived unheard is in the server's history as it was made`() throws {
    let events = try example("rs-42b-acknowledgement-lost-then-deleted")
    let uploads = events.compactMap { event -> [UInt8]? in
      guard case .localCommit(let commit) = event.content else { return nil }
      return commit.changeset
    }
    let server = events.compactMap { event -> [UInt8]? in
      guard case .serverCommit(let commit) = event.content else { return nil }
      return commit.changeset
    }
    #expect(server.count == 2 && server[0] == uploads[0])
  }

  @Test func `A server's state may be said outright, without a reset too`() throws {
    let file = """
      {
        "scenario": 1, "name": "n",
        "schema": {"T": {"primaryKey": "_id", "properties": {"_id": "int"}}},
        "serverState": {
          "schema": {"T": {"primaryKey": "id2", "properties": {"id2": "string"}}},
          "objects": {"T": [{"id2": "x"}]}
        }
      """
    let ends: [(String, Snapshot.Role)] = [
      ("}", .server), (", \"error\": {\"action\": \"Warning\"}}", .server),
      (", \"error\": {}}", .fresh), (", \"error\": {\"action\": \"NoAction\"}}", .fresh),
    ]
    for (end, role) in ends {
      guard case .snapshot(let state)? = try events(file + end).last?.content else {
        Issue.record("no state at the end")
        return
      }
      #expect(state.role == role && state.origin == .empty && state.changesets.count == 2)
    }
  }
}
