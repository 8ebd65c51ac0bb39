import FaultPlans
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What the server decides, against what the documents of Realm and its code say follows.
@Suite struct ServerFaultTests {
  // MARK: Making a reset due

  @Test func `a reset is made due where a session has none, at its moment`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    #expect(throws: ReplayFailure.noReset) { try trial.outcomes(.recover, []) }
    let afterFirst = try trial.outcome(.recover, "after commit 1: client-reset")
    #expect(afterFirst.ending == .recovered)
    #expect(afterFirst.situation.unsynced.count == 1)
    #expect(afterFirst.after(1, "v") == .int(111))
    #expect(afterFirst.keysAfter == [1, 2, 3, 4])
    // The server's change comes after the device's transactions in the trace.
    #expect(afterFirst.after(2, "s") == .string("base"))
    let beforeFirst = try trial.outcome(.recover, "before commit 1: client-reset")
    #expect(beforeFirst.situation.unsynced.isEmpty)
    let atLast = try trial.outcome(.recover, "at server-commit 1: client-reset")
    #expect(atLast.situation.unsynced.count == 3)
    #expect(atLast.after(2, "s") == .string("srv"))
    #expect(atLast.situation.error == .badClientFile)
    #expect(atLast.faults.map(\.index) == [0])
    #expect(atLast.unfiredFaults.isEmpty)
  }

  @Test func `a reset that a fault makes due comes in place of what follows`() throws {
    let trial = try FaultTrial(file: "rs-45-reset-before-acknowledgement")
    let outcome = try trial.outcome(
      .recover, "after commit 1: client-reset", "after commit 2: sync-error code=212",
      "at reset 2: recovery-disabled")
    #expect(outcome.situation.unsynced.count == 1)
    #expect(outcome.unfiredFaults.map(\.index) == [1, 2])
    #expect(
      outcome.unfiredFaults.map(\.reason) == [
        .sessionEndsBefore, .fewerResets(count: 1, moment: FaultTrigger(.at, .reset, 2)),
      ])
  }

  @Test func `parts of the error are those of the plan`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(
      .discardLocal, #"at reset: client-reset code=211 message="gone" fatal=false"#)
    #expect(
      outcome.situation.error
        == SyncError(
          code: 211, name: "SyncClientResetRequired", message: "gone", action: .clientReset,
          isFatal: false))
    #expect(outcome.effects.map(\.kind) == [.error])
  }

  @Test func `at an error that orders a reset a fault is at that reset`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let atError = try trial.outcome(.recover, "at error where code=208: recovery-disabled")
    #expect(atError.failure?.failureClass == .recoveryNotAllowed)
    #expect(
      atError.situation.fresh.canonicalJSON
        == (try trial.outcome(.recover)).situation.fresh.canonicalJSON
    )
    let before = try trial.outcome(.recover, "before error 1: client-reset code=217")
    #expect(before.situation.error.code == 217)
  }

  // MARK: Recovery

  @Test func `where recovery is disabled only recover fails, before the download`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let recover = try trial.outcome(.recover, "at reset: recovery-disabled")
    #expect(recover.failure?.failureClass == .recoveryNotAllowed)
    #expect(
      recover.failure?.message
        == "A client reset is required but the server does not permit recovery for this client")
    #expect(recover.result.pendingReset == nil)
    #expect(recover.after(1, "v") == .int(111))
    for mode in [ResetMode.discardLocal, .recoverOrDiscard] {
      let outcome = try trial.outcome(mode, "at reset: recovery-disabled")
      #expect(outcome.ending == .discarded)
      #expect(outcome.result.pendingReset?.action == .clientResetNoRecovery)
      #expect(outcome.after(1, "v") == .int(11))
    }
  }

  @Test func `after too long a time offline the action decides, not the code`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let allowed = try trial.outcome(.recover, "at reset: offline-too-long")
    #expect(allowed.situation.error.code == 222)
    #expect(allowed.ending == .recovered)
    let forbidden = try trial.outcome(.recover, "at reset: offline-too-long recovery=forbidden")
    #expect(forbidden.failure?.failureClass == .recoveryNotAllowed)
  }

  // MARK: The server's data

  @Test func `terminating sync keeps the backend's data, or loses it with every object`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let plain = try trial.outcome(.recover)
    let kept = try trial.outcome(.recover, "at reset: terminate-sync")
    #expect(kept.result.after.canonicalJSON == plain.result.after.canonicalJSON)
    let gone = try trial.outcome(.recover, "at reset: terminate-sync data=gone")
    #expect(gone.ending == .recovered)
    // Only what the device created offline comes back.
    #expect(gone.keysAfter == [5])
    #expect(gone.after(5, "s") == .string("new"))
    #expect(gone.result.after.objectCount(of: "Other") == 0)
    #expect(gone.effect(.objectsRemoved)?.objects.count == 5)
    #expect(gone.result.rulings.first?.rule == .objectGone)
  }

  @Test(arguments: FaultTrial.automatic)
  func `a restored backup ends as a server that was restored to it`(mode: ResetMode) throws {
    // The scenario says outright what the fault makes of the same session.
    let text = String(
      decoding: try ProjectFiles.bytes("traces/scenarios/rs-41-backup-restore.json"), as: UTF8.self)
    let whole = text.replacing("\"serverRestored\": true,", with: "")
    #expect(whole != text)
    let expected = try FaultTrial(scenario: text).outcome(mode)
    let outcome = try FaultTrial(scenario: whole).outcome(
      mode, "at reset: restore-backup version=2")
    #expect(outcome.result.after.canonicalJSON == expected.result.after.canonicalJSON)
    #expect(outcome.situation.fresh.canonicalJSON == expected.situation.fresh.canonicalJSON)
    #expect(outcome.result.rulings == expected.result.rulings)
    // The acknowledged transaction is named.
    let lost = try #require(outcome.effect(.changesLost)?.changes)
    #expect(lost.map(\.serverVersion) == [3])
    #expect(lost.map(\.isOnDevice) == [true])
    #expect(
      lost[0].changeset.instructions.map(\.kind) == [.createObject, .update, .update, .update])
  }

  @Test func `a backup tells apart what the device had and what others did`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.discardLocal, "at reset: restore-backup version=2")
    let lost = try #require(outcome.effect(.changesLost))
    #expect(lost.changes.map(\.isOnDevice) == [true, false])
    #expect(
      lost.fact == .backupRestored(version: 2) && lost.changes.map(\.isOnDevice).count == 2
        && lost.changes.count { $0.isOnDevice } == 1)
    #expect(outcome.keysAfter == [1, 2, 3])
    let empty = try trial.outcome(.discardLocal, "at reset: restore-backup version=0")
    #expect(empty.failure?.failureClass == .classesRemoved)
  }

  @Test func `a backup that lacks nothing restores nothing`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.discardLocal, "at reset: restore-backup version=4")
    #expect(outcome.faults.isEmpty)
    #expect(
      outcome.unfiredFaults.map(\.reason)
        == [.backupLacksNothing(version: 4, serverVersion: 4)])
  }

  @Test(
    arguments: [("commit 2", [6], "base", [0, 1]), ("reset", [6, 7], "srv", [0])]
      as [(String, [UInt64], String, Set<Int>)])
  func `a backup is of a history that has what the server took unheard`(
    moment: String, lost: [UInt64], text: String, integrated: Set<Int>
  ) throws {
    let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(
      .discardLocal, "at \(moment): lost-acknowledgement", "at reset: restore-backup version=5")
    let effect = outcome.faults.flatMap(\.effects).first { $0.kind == .changesLost }
    #expect(effect?.changes.map(\.serverVersion) == lost)
    #expect(outcome.situation.integrated == integrated)
    #expect(outcome.after(1, "v") == .int(111))
    #expect(outcome.after(2, "s") == .string(RealmString(text)))
  }

  /// The recorded base is the schema and a transaction without instructions.
  @Test(arguments: [(0, [1, 2, 3]), (1, [2, 3]), (2, [3])] as [(Int, [UInt64])])
  func `an empty changeset of the base is a version of the server`(version: Int, lost: [UInt64])
    throws
  {
    let trial = try FaultTrial(file: "fate-default-values-overwrite")
    let outcome = try trial.outcome(.discardLocal, "at reset: restore-backup version=\(version)")
    #expect(outcome.unfiredFaults.isEmpty)
    let changes = try #require(outcome.effect(.changesLost)?.changes)
    #expect(changes.map(\.serverVersion) == lost)
    #expect(changes.map(\.isOnDevice) == lost.map { $0 < 3 })
  }

  @Test func `a base of more empty changesets than a history takes has no backup`() throws {
    let limit = 200_000
    for (count, isTaken) in [(limit - 1, true), (limit, false)] {
      var events = try Scenario(
        parsing: ProjectFiles.bytes("traces/scenarios/fate-default-values-overwrite.json")
      ).events
      let index = try #require(
        events.firstIndex { event in
          if case .snapshot = event.content { true } else { false }
        })
      guard case .snapshot(var snapshot) = events[index].content else { return }
      // One of the two that it has is empty.
      snapshot.changesets += [[UInt8]](repeating: [], count: count)
      events[index].content = .snapshot(snapshot)
      let outcome = try FaultTrial(events).outcome(
        .discardLocal, "at reset: restore-backup version=1")
      #expect(
        outcome.unfiredFaults.map(\.reason)
          == (isTaken ? [] : [.emptyVersions(count: limit + 1, limit: limit)]))
    }
  }

  @Test func `a version that was sent again is in the server's history once`() throws {
    var capture = Capture()
    capture.out("bind 1 5 0 1 0", "/data")
    capture.into("ident 1 2 111")
    capture.out("ident 1 2 111 0 0 0 0")
    let changes = [Sample.schemaAndObject, Sample.addCount(1)]
    func download(_ versions: ClosedRange<UInt64>) -> Star.Download {
      let entries = versions.map { version in
        HistoryEntry(
          changes[Int(version) - 1], version: version, lastIntegratedRemoteVersion: 0,
          originTimestamp: 5, originFileIdent: 9)
      }
      return Star.Download(
        entries: entries, serverVersion: versions.upperBound, clientVersion: 0,
        latestServerVersion: versions.upperBound, uploadClientVersion: 0, uploadServerVersion: 0)
    }
    capture.download(1, download(1...2))
    // The device was killed before it had integrated them.
    capture.download(1, download(1...2))
    capture.askForReset(1)
    let outcome = try #require(
      try FaultTrial(capture.events).outcomes(
        .discardLocal, ["at error: restore-backup version=1"]
      ).first)
    #expect(outcome.effect(.changesLost)?.changes.map(\.serverVersion) == [2])
  }

  @Test func `the last version there can be has no backup after it`() throws {
    let contents: [Event.Content] = [
      .sessionStart(SessionStart(source: .live, name: "app")),
      .snapshot(Snapshot(role: .base, changesets: [Sample.schemaAndObject.encoded()])),
      .serverCommit(ServerCommit(serverVersion: .max, changeset: Sample.setCount(1).encoded())),
      .localCommit(LocalCommit(clientVersion: 3, changeset: Sample.setCount(2).encoded())),
      try Sample.acknowledgement(of: 3), .syncError(Sample.error),
    ]
    let outcome = try FaultTrial(Sample.events(contents)).outcome(
      .discardLocal, "at reset: restore-backup version=1")
    #expect(outcome.unfiredFaults.map(\.reason) == [.firstVersionNotShown])
  }

  @Test func `a backup that the plan leaves open is chosen by its seed`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let found = try (0..<20).map { seed in
      try trial.outcome(.discardLocal, "at reset: restore-backup", seed: seed).effects[0].fact
    }
    #expect(Set(found).count > 2)
    #expect(
      try trial.outcome(.discardLocal, "at reset: restore-backup", seed: 3).effects[0].fact
        == found[3])
  }

  // MARK: Permissions

  @Test(arguments: FaultTrial.automatic)
  func `a role change ends as a server that lacks the object`(mode: ResetMode) throws {
    let text = String(
      decoding: try ProjectFiles.bytes(
        "traces/scenarios/rs-54a-permission-change-by-reset.json"), as: UTF8.self)
    let change = #"{"about": "Out of the device's view.", "operations": [{"delete": ["T", 2]}]}"#
    let expected = try FaultTrial(scenario: text).outcome(mode)
    let outcome = try FaultTrial(scenario: text.replacing(change, with: "")).outcome(
      mode, "at reset: role-change class=T property=_id value=2")
    #expect(outcome.result.after.canonicalJSON == expected.result.after.canonicalJSON)
    #expect(outcome.result.rulings.map(\.rule) == expected.result.rulings.map(\.rule))
    #expect(
      outcome.effect(.objectsHidden)?.objects == [ObjectName(className: "T", key: .int(2))])
  }

  @Test(arguments: [
    ("comparison=>= value=20", [1]), ("value=20", [1, 3, 4]), ("comparison=!= value=20", [2]),
    ("comparison=< value=20.5", [3, 4]),
  ])
  func `objects are hidden as their property compares`(text: String, left: [Int64]) throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let fault = "at reset: role-change class=T property=v \(text)"
    #expect(try trial.outcome(.discardLocal, fault).keysAfter == left)
  }

  @Test func `links to hidden objects dangle, and read as null on the device`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(
      .discardLocal, "at reset: role-change class=T property=_id value=2")
    #expect(outcome.after(1, "link") == .null)
    let byLink = try trial.outcome(
      .discardLocal, "at reset: role-change class=T property=link value=1")
    #expect(byLink.keysAfter == [1, 2, 4])
    let all = try trial.outcome(.discardLocal, "at reset: role-change class=Other")
    #expect(all.result.after.objectCount(of: "Other") == 0)
  }

  @Test(arguments: [
    ("class=Gone", FaultRefusal.noClass("Gone")),
    ("class=Home", .noPermissions(className: "Home")),
    ("class=T property=x value=1", .noProperty(property: "x", className: "T")),
    ("class=T property=v value=77", .noObjects(className: "T")),
  ])
  func `a role change that hides nothing does not happen`(text: String, reason: FaultRefusal) throws
  {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.discardLocal, "at reset: role-change \(text)")
    #expect(outcome.unfiredFaults.map(\.reason) == [reason])
  }

  // MARK: Errors and migrations

  /// The numbers that Realm Core takes for impossible.
  private static let impossible: Set<Int32> = [
    202, 203, 205, 207, 214, 215, 218, 219, 220, 221, 224,
  ]

  @Test(arguments: ServerAction.allCases)
  func `any code comes with any action, and the action decides`(action: ServerAction) throws {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    // All that the protocol has, and one that nobody knows.
    for code in Array(200...236) + [300] as [Int32] {
      let outcome = try trial.outcome(
        .recover, "after commit 3: sync-error code=\(code) action=\(action.rawValue)")
      #expect(outcome.situation.error.code == code && outcome.situation.error.action == action)
      let expected: ResetEnding =
        switch action {
        case _ where Self.impossible.contains(code): .crash
        case .clientReset, .migrateToFLX, .revertToPBS: .recovered
        case .clientResetNoRecovery: .failed
        default: .noReset
        }
      #expect(outcome.ending == expected, "\(code)")
      let isDeleted = action == .deleteRealm && expected == .noReset
      #expect(outcome.after(1, "v") == (isDeleted ? nil : .int(111)), "\(code)")
    }
  }

  @Test(arguments: [ResetMode.recover, .discardLocal])
  func `a migration and its rollback are two resets, for another action each`(mode: ResetMode)
    throws
  {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(
      mode, "at reset: migrate-to-flexible-sync",
      "after reset: second-reset code=234 action=RevertToPBS")
    let isDiscard = mode == .discardLocal
    #expect(
      outcome.attempts.map(\.ending)
        == Array(
          repeating: isDiscard ? .discarded : .recovered, count: 2))
    #expect(outcome.attempts.map(\.action) == [.migrateToFLX, .revertToPBS])
    #expect(outcome.after(1, "v") == .int(isDiscard ? 11 : 111))
    #expect(outcome.result.pendingReset?.action == .revertToPBS)
    // A second one for the same action would be a cycle.
    let again = try trial.outcome(
      mode, "at reset: migrate-to-flexible-sync",
      "after reset: second-reset code=232 action=MigrateToFLX")
    #expect(again.failure?.failureClass == .resetCycle)
  }

  @Test func `migrations reset in the automatic modes and end the process in manual mode`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    for fault in ["migrate-to-flexible-sync", "revert-to-partition-sync"] {
      #expect(try trial.outcome(.recover, "at reset: \(fault)").ending == .recovered)
      #expect(try trial.outcome(.discardLocal, "at reset: \(fault)").ending == .discarded)
      #expect(try trial.outcome(.manual, "at reset: \(fault)").ending == .crash)
    }
    let flexible = try FaultTrial(
      scenario: FaultTrial.base.replacing(
        #""name": "faults","#, with: #""name": "faults", "syncKind": "flexible","#))
    let reverted = try flexible.outcome(.recover, "at reset: revert-to-partition-sync")
    #expect(reverted.ending == .crash)
    #expect(reverted.failure?.message.contains("natively using FLX") == true)
  }

  @Test func `decisions compose in the order of the plan`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    let outcome = try trial.outcome(
      .recoverOrDiscard, "after commit 3: restore-backup version=2",
      "after commit 3: recovery-disabled", "at reset: remove-class class=Other")
    #expect(outcome.faults.map(\.index) == [0, 1, 2])
    #expect(outcome.situation.error.action == .clientResetNoRecovery)
    #expect(outcome.situation.error.code == 209)
    #expect(outcome.failure?.failureClass == .classesRemoved)
  }
}
