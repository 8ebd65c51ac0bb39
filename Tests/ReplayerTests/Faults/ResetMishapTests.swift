import RealmModel
import Testing
import TraceFormat

@testable import Replayer

/// Mishaps other than crashes: handlers, full disks, failed downloads and second resets.
@Suite struct ResetMishapTests {
  private typealias Runs = ResetRunTests

  private static func mishap(
    _ kind: Mishap.Kind, _ step: ResetStep, _ relation: FaultMoment.Relation = .at
  ) -> Mishap {
    Mishap(kind: kind, step: step, relation: relation, faultIndex: 0)
  }

  private static func expectUntouched(_ run: ResetRun, isRecorded: Bool) {
    #expect(run.response.attempt.result == .failed)
    #expect(Runs.count(run.response.after) == .int(5))
    #expect(run.response.rulings.map(\.effect) == [.failed])
    #expect(run.response.reupload.isEmpty)
    #expect((run.response.pendingReset != nil) == isRecorded)
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a handler that throws before the reset changes and records nothing`(mode: ResetMode) throws
  {
    let run = try Runs.run(mode, Self.mishap(.handlerThrows(message: "no"), .beforeHandler))
    #expect(run.attempts.count == 1)
    #expect(run.response.attempt.failure == ResetFailure(.handlerThrew, message: "no"))
    #expect(run.response.attempt.decisions.last?.gate == .anythingToReset)
    Self.expectUntouched(run, isRecorded: false)
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a handler that throws after the reset fails one that is committed`(mode: ResetMode) throws {
    let run = try Runs.run(mode, Self.mishap(.handlerThrows(message: "no"), .afterHandler))
    let isDiscard = mode == .discardLocal
    #expect(run.attempts.count == 1)
    #expect(run.response.attempt.failure == ResetFailure(.handlerThrew, message: "no"))
    #expect(Runs.count(run.response.after) == .int(isDiscard ? 9 : 5))
    #expect(run.response.pendingReset != nil)
    // What was recovered is in a file that is set aside; what was discarded is gone.
    #expect(run.response.rulings.map(\.effect) == [isDiscard ? .discarded : .stranded])
  }

  @Test func `no handler runs where there is nothing to reset`() throws {
    var request = try Runs.request(.recover)
    request.localVersion = 1
    let run = ResetRun(
      request, mishaps: [Self.mishap(.handlerThrows(message: "no"), .beforeHandler)])
    #expect(run.response.attempt.result == .discarded)
    #expect(run.mishaps.count == 1)
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a full disk at the record leaves none`(mode: ResetMode) throws {
    let run = try Runs.run(mode, Self.mishap(.diskFull, .attemptRecorded))
    #expect(run.attempts.count == 1)
    #expect(run.response.attempt.failure?.failureClass == .outOfDiskSpace)
    Self.expectUntouched(run, isRecorded: false)
  }

  @Test func `a full disk at the transfer leaves the record`() throws {
    for mode in [ResetMode.discardLocal, .recover] {
      let run = try Runs.run(mode, Self.mishap(.diskFull, .stateTransferred))
      Self.expectUntouched(run, isRecorded: true)
    }
    // The record of a failed recovery makes the next attempt a discard.
    let run = try Runs.run(.recoverOrDiscard, Self.mishap(.diskFull, .stateTransferred))
    #expect(run.attempts.map(\.result) == [.failed, .discarded])
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a download that fails leaves no record`(mode: ResetMode) throws {
    let error = SyncError(
      code: 212, name: "BadChangeset", message: "bad", action: .warning, isFatal: true)
    for kind in [Mishap.Kind.downloadFails(error), .secondReset(error)] {
      let run = try Runs.run(mode, Self.mishap(kind, .downloadCompleted))
      #expect(
        run.response.attempt.failure == ResetFailure(.downloadFailed, message: "BadChangeset: bad"))
      #expect(run.response.attempt.decisions.last?.gate == .download)
      #expect(run.response.attempt.decisions.last?.isPassed == false)
      Self.expectUntouched(run, isRecorded: false)
    }
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a download that is delayed changes nothing`(mode: ResetMode) throws {
    let run = try Runs.run(mode, Self.mishap(.downloadDelayed("slow"), .downloadCompleted))
    #expect(run.occurrences.map(\.text) == ["slow"])
    Runs.checkUndisturbed(run, mode)
  }

  @Test func `a second reset before the acknowledgement makes a cycle of the first`() throws {
    let again = Self.mishap(.secondReset(Sample.error), .sessionReloaded, .after)
    // Recover refuses, and what was recovered is in a file that no longer syncs.
    let recover = try Runs.run(.recover, again)
    #expect(recover.attempts.map(\.result) == [.recovered, .failed])
    #expect(recover.response.attempt.failure?.failureClass == .resetCycle)
    #expect(Runs.count(recover.response.after) == .int(5))
    #expect(recover.response.rulings.map(\.effect) == [.failed])
    // RecoverOrDiscard discards what it had recovered.
    let either = try Runs.run(.recoverOrDiscard, again)
    #expect(either.attempts.map(\.result) == [.recovered, .discarded])
    #expect(Runs.count(either.response.after) == .int(9))
    #expect(either.response.rulings.map(\.rule) == [.discardedByMode])
    // DiscardLocal refuses too, though nothing of the device's is left to lose.
    let discard = try Runs.run(.discardLocal, again)
    #expect(discard.attempts.map(\.result) == [.discarded, .failed])
    #expect(discard.response.rulings.map(\.effect) == [.discarded])
  }

  @Test func `a second reset for another action starts over and recovers again`() throws {
    var error = Sample.error
    error.action = .migrateToFLX
    let again = Self.mishap(.secondReset(error), .sessionReloaded, .after)
    let run = try Runs.run(.recover, again)
    #expect(run.attempts.map(\.result) == [.recovered, .recovered])
    #expect(Runs.count(run.response.after) == .int(5))
    #expect(run.response.rulings.map(\.effect) == [.applied])
    #expect(run.response.reupload.count == 1)
  }

  @Test func `a second reset that forbids recovery fails recover before the download`() throws {
    var error = Sample.error
    error.action = .clientResetNoRecovery
    let run = try Runs.run(
      .recover, Self.mishap(.secondReset(error), .sessionReloaded, .after))
    #expect(run.response.attempt.failure?.failureClass == .recoveryNotAllowed)
    #expect(run.response.rulings.map(\.effect) == [.failed])
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a second reset after the acknowledgement takes nothing back`(mode: ResetMode) throws {
    let run = try Runs.run(
      mode, Self.mishap(.secondReset(Sample.error), .acknowledged, .after))
    #expect(run.attempts.count == 2)
    #expect(run.response.attempt.failure == nil)
    #expect(Runs.count(run.response.after) == .int(mode == .discardLocal ? 9 : 5))
    #expect(run.response.rulings.map(\.effect) == [mode == .discardLocal ? .discarded : .applied])
  }

  @Test(arguments: ServerAction.allCases.filter { !$0.startsClientReset }, ResetMode.allCases)
  func `an action that asks for no reset touches nothing, but for DeleteRealm`(
    action: ServerAction, mode: ResetMode
  ) throws {
    var request = try Runs.request(mode)
    request.error.action = action
    let response = ClientReset.perform(request)
    #expect(response.attempt.result == .noReset)
    #expect(response.pendingReset == nil)
    let isDeleted = action == .deleteRealm
    #expect(Runs.count(response.after) == (isDeleted ? nil : .int(5)))
    #expect(response.rulings.map(\.effect) == [isDeleted ? .discarded : .kept])
  }

  @Test(arguments: [ServerAction.migrateToFLX, .revertToPBS])
  func `a file of flexible sync cannot be migrated or reverted`(action: ServerAction) throws {
    var request = try Runs.request(.recover)
    request.error.action = action
    request.syncKind = .flexible
    #expect(ClientReset.perform(request).attempt.result == .crash)
    request.syncKind = .partition
    #expect(ClientReset.perform(request).attempt.result == .recovered)
    request.mode = .manual
    #expect(ClientReset.perform(request).attempt.result == .crash)
  }
}
