import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

@Suite struct ResetGateTests {
  /// What the gates let through, in one word.
  private func verdict(
    _ mode: ResetMode, _ action: ServerAction, after earlier: PendingReset?,
    entry: ResetSituation.Entry = .session
  ) -> (word: String, tracked: PendingReset?) {
    var error = Sample.error
    error.action = action
    var gates = ResetGates(
      ResetSituation(
        session: ResetSession(resetTimeMicroseconds: 5), error: error, pendingReset: earlier,
        local: RealmState(), fresh: RealmState(), unsynced: [], entry: entry), mode)
    let word: String
    switch gates.decide() {
    case .perform(.recover): word = "recover"
    case .perform: word = "discard"
    case .manual: word = "manual"
    case .nothingToReset: word = "nothing"
    case .noReset: word = "noReset"
    case .fileDeleted: word = "fileDeleted"
    case .failed(let failure): word = failure.failureClass?.rawValue ?? "crash"
    }
    #expect(gates.decisions.last?.isPassed == (word == "recover" || word == "discard"))
    return (word, gates.pendingReset)
  }

  static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard]
  static let ordinary: [ServerAction] = [.clientReset, .migrateToFLX, .revertToPBS]

  @Test(arguments: ordinary)
  func `without an earlier reset the mode decides`(action: ServerAction) {
    let words = Self.modes.map { verdict($0, action, after: nil).word }
    #expect(words == ["discard", "recover", "recover"])
  }

  @Test(arguments: [SyncKind.flexible, .partition])
  func `what a client would do next depends on its kind of sync`(kind: SyncKind) throws {
    var error = Sample.error
    error.action = .migrateToFLX
    let state = [Sample.schemaAndObject.encoded()]
    let events = Sample.events([
      .sessionStart(SessionStart(source: .scenario, name: "test", syncKind: kind)),
      .snapshot(Snapshot(role: .base, changesets: state)), .syncError(error),
      .snapshot(Snapshot(role: .fresh, changesets: state)),
    ])
    let next = try #require(try Replay.run(events: events, mode: .recover).first).nextAttempt
    guard case .refused(let failure) = next else {
      Issue.record("\(next)")
      return
    }
    // Realm Core ends the process, or finds that it has been here before.
    #expect(failure.failureClass == (kind == .flexible ? nil : .resetCycle))
  }

  @Test func `where recovery is forbidden, only recover fails`() {
    let words = Self.modes.map { verdict($0, .clientResetNoRecovery, after: nil).word }
    #expect(words == ["discard", "recoveryNotAllowed", "discard"])
  }

  @Test(arguments: ordinary)
  func `an unfinished discard for the same action is a cycle`(action: ServerAction) {
    let earlier = PendingReset(mode: .discardLocal, action: action)
    #expect(Self.modes.allSatisfy { verdict($0, action, after: earlier).word == "resetCycle" })
    #expect(verdict(.discardLocal, action, after: earlier).tracked == earlier)
  }

  @Test(arguments: ordinary)
  func `after an unfinished recovery only recover is a cycle`(action: ServerAction) {
    let earlier = PendingReset(mode: .recover, action: action)
    let words = Self.modes.map { verdict($0, action, after: earlier).word }
    #expect(words == ["discard", "resetCycle", "discard"])
  }

  @Test(arguments: [ResetMode.discardLocal, .recover])
  func `an earlier reset for another action does not count`(earlierMode: ResetMode) {
    let earlier = PendingReset(mode: earlierMode, action: .migrateToFLX)
    let words = Self.modes.map { verdict($0, .clientReset, after: earlier).word }
    #expect(words == ["discard", "recover", "recover"])
    let forbidden = Self.modes.map { verdict($0, .clientResetNoRecovery, after: earlier).word }
    #expect(forbidden == ["discard", "recoveryNotAllowed", "discard"])
  }

  @Test func `an earlier reset that another engine version left does not count`() {
    let earlier = PendingReset(
      mode: .discardLocal, action: .clientReset, engineVersion: "13.0.0")
    #expect(verdict(.discardLocal, .clientReset, after: earlier).word == "discard")
  }

  @Test func `a cycle comes before the ban on recovery, unless the session sees the ban first`() {
    let earlier = PendingReset(mode: .discardLocal, action: .clientResetNoRecovery)
    let inside = verdict(.recover, .clientResetNoRecovery, after: earlier, entry: .engine)
    let outside = verdict(.recover, .clientResetNoRecovery, after: earlier)
    #expect(inside.word == "resetCycle")
    #expect(outside.word == "recoveryNotAllowed")
  }

  @Test func `what is tracked is what is carried out`() {
    #expect(verdict(.recoverOrDiscard, .clientReset, after: nil).tracked?.mode == .recover)
    let forbidden = verdict(.recoverOrDiscard, .clientResetNoRecovery, after: nil)
    #expect(forbidden.tracked?.mode == .discardLocal)
    #expect(forbidden.tracked?.action == .clientResetNoRecovery)
    #expect(verdict(.recover, .clientResetNoRecovery, after: nil).tracked == nil)
  }

  @Test func `manual mode leaves a reset to the app, but not a migration`() {
    #expect(verdict(.manual, .clientReset, after: nil).word == "manual")
    #expect(verdict(.manual, .clientResetNoRecovery, after: nil).word == "manual")
    #expect(verdict(.manual, .migrateToFLX, after: nil).word == "crash")
  }

  @Test(arguments: [
    (1_700_000_000_000_000, "2023-11-14 22:13:20"),
    (1_700_000_000_000_123, "2023-11-14 22:13:20.000123000"),
  ])
  func `a cycle names the earlier reset's time`(time: Int64, text: String) {
    let earlier = PendingReset(
      mode: .recover, action: .clientReset, timeMicroseconds: time)
    var gates = ResetGates(
      ResetSituation(
        error: Sample.error, pendingReset: earlier, local: RealmState(), fresh: RealmState(),
        unsynced: []), .recover)
    guard case .failed(let failure) = gates.decide() else {
      Issue.record("must be a cycle")
      return
    }
    #expect(
      failure.message == "A previous 'Recover' mode reset from \(text) did not succeed, giving up "
        + "on 'Recover' mode to prevent a cycle")
  }
}
