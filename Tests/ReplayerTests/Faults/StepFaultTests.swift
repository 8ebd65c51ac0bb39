import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import FaultPlans
@testable import Replayer

/// Faults other than crashes: handlers, full disks, failed downloads and second resets.
@Suite struct StepFaultTests {
  private typealias Runs = ResetRunTests

  private static func fault(
    _ kind: StepFault.Kind, _ step: ResetStep, _ relation: TriggerRelation = .at
  ) -> StepFault {
    StepFault(kind: kind, step: step, relation: relation, faultIndex: 0)
  }

  private static func expectUntouched(_ run: ResetRun, isRecorded: Bool) {
    #expect(run.attempted.attempt.ending == .failed)
    #expect(Runs.count(run.attempted.result.after) == .int(5))
    #expect(run.attempted.result.rulings.map(\.effect) == [.failed])
    #expect(run.attempted.result.reupload.isEmpty)
    #expect((run.attempted.result.pendingReset != nil) == isRecorded)
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a handler that throws before the reset changes and records nothing`(mode: ResetMode) throws
  {
    let run = try Runs.run(mode, Self.fault(.handlerThrows(message: "no"), .beforeHandler))
    #expect(run.attempts.count == 1)
    #expect(run.attempted.attempt.failure == ResetFailure(.handlerThrew, message: "no"))
    #expect(run.attempted.attempt.decisions.last?.gate == .anythingToReset)
    Self.expectUntouched(run, isRecorded: false)
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a handler that throws after the reset fails one that is committed`(mode: ResetMode) throws {
    let run = try Runs.run(mode, Self.fault(.handlerThrows(message: "no"), .afterHandler))
    let isDiscard = mode == .discardLocal
    #expect(run.attempts.count == 1)
    #expect(run.attempted.attempt.failure == ResetFailure(.handlerThrew, message: "no"))
    #expect(Runs.count(run.attempted.result.after) == .int(isDiscard ? 9 : 5))
    #expect(run.attempted.result.pendingReset != nil)
    // What was recovered is in a file that is set aside; what was discarded is gone.
    #expect(run.attempted.result.rulings.map(\.effect) == [isDiscard ? .discarded : .stranded])
  }

  @Test func `no handler runs where there is nothing to reset`() throws {
    var situation = try Runs.situation()
    situation.localVersion = 1
    let run = ResetRun(
      situation, mode: .recover, faults: [Self.fault(.handlerThrows(message: "no"), .beforeHandler)]
    )
    #expect(run.attempted.attempt.ending == .discarded)
    #expect(run.faults.count == 1)
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a full disk at the record leaves none`(mode: ResetMode) throws {
    let run = try Runs.run(mode, Self.fault(.diskFull, .attemptRecorded))
    #expect(run.attempts.count == 1)
    #expect(run.attempted.attempt.failure?.failureClass == .outOfDiskSpace)
    Self.expectUntouched(run, isRecorded: false)
  }

  @Test func `a full disk at the transfer leaves the record`() throws {
    for mode in [ResetMode.discardLocal, .recover] {
      let run = try Runs.run(mode, Self.fault(.diskFull, .stateTransferred))
      Self.expectUntouched(run, isRecorded: true)
    }
    // The record of a failed recovery makes the next attempt a discard.
    let run = try Runs.run(.recoverOrDiscard, Self.fault(.diskFull, .stateTransferred))
    #expect(run.attempts.map(\.ending) == [.failed, .discarded])
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a download that fails leaves no record`(mode: ResetMode) throws {
    let error = SyncError(
      code: 212, name: "BadChangeset", message: "bad", action: .warning, isFatal: true)
    for kind in [StepFault.Kind.downloadFails(error), .secondReset(error)] {
      let run = try Runs.run(mode, Self.fault(kind, .downloadCompleted))
      #expect(
        run.attempted.attempt.failure == ResetFailure(.downloadFailed, message: "BadChangeset: bad")
      )
      #expect(run.attempted.attempt.decisions.last?.gate == .download)
      #expect(run.attempted.attempt.decisions.last?.isPassed == false)
      Self.expectUntouched(run, isRecorded: false)
    }
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a download that is delayed changes nothing`(mode: ResetMode) throws {
    let run = try Runs.run(mode, Self.fault(.downloadDelayed(.connectionBroke), .downloadCompleted))
    #expect(run.occurrences.map(\.effect) == [.downloadDelayed(.connectionBroke)])
    Runs.checkUndisturbed(run, mode)
  }

  @Test func `a second reset before the acknowledgement makes a cycle of the first`() throws {
    let again = Self.fault(.secondReset(Sample.error), .sessionReloaded, .after)
    // Recover refuses, and what was recovered is in a file that no longer syncs.
    let recover = try Runs.run(.recover, again)
    #expect(recover.attempts.map(\.ending) == [.recovered, .failed])
    #expect(recover.attempted.attempt.failure?.failureClass == .resetCycle)
    #expect(Runs.count(recover.attempted.result.after) == .int(5))
    #expect(recover.attempted.result.rulings.map(\.effect) == [.failed])
    // RecoverOrDiscard discards what it had recovered.
    let either = try Runs.run(.recoverOrDiscard, again)
    #expect(either.attempts.map(\.ending) == [.recovered, .discarded])
    #expect(Runs.count(either.attempted.result.after) == .int(9))
    #expect(either.attempted.result.rulings.map(\.rule) == [.discardedByMode])
    // DiscardLocal refuses too, though nothing of the device's is left to lose.
    let discard = try Runs.run(.discardLocal, again)
    #expect(discard.attempts.map(\.ending) == [.discarded, .failed])
    #expect(discard.attempted.result.rulings.map(\.effect) == [.discarded])
  }

  @Test func `a second reset for another action starts over and recovers again`() throws {
    var error = Sample.error
    error.action = .migrateToFLX
    let again = Self.fault(.secondReset(error), .sessionReloaded, .after)
    let run = try Runs.run(.recover, again)
    #expect(run.attempts.map(\.ending) == [.recovered, .recovered])
    #expect(Runs.count(run.attempted.result.after) == .int(5))
    #expect(run.attempted.result.rulings.map(\.effect) == [.applied])
    #expect(run.attempted.result.reupload.count == 1)
  }

  @Test func `a second reset that forbids recovery fails recover before the download`() throws {
    var error = Sample.error
    error.action = .clientResetNoRecovery
    let run = try Runs.run(
      .recover, Self.fault(.secondReset(error), .sessionReloaded, .after))
    #expect(run.attempted.attempt.failure?.failureClass == .recoveryNotAllowed)
    #expect(run.attempted.result.rulings.map(\.effect) == [.failed])
  }

  @Test(arguments: ResetRunTests.automatic)
  func `a second reset after the acknowledgement takes nothing back`(mode: ResetMode) throws {
    let run = try Runs.run(
      mode, Self.fault(.secondReset(Sample.error), .acknowledged, .after))
    #expect(run.attempts.count == 2)
    #expect(run.attempted.attempt.failure == nil)
    #expect(Runs.count(run.attempted.result.after) == .int(mode == .discardLocal ? 9 : 5))
    #expect(
      run.attempted.result.rulings.map(\.effect)
        == [mode == .discardLocal ? .discarded : .applied])
  }

  @Test(arguments: ServerAction.allCases.filter { !$0.startsClientReset }, ResetMode.allCases)
  func `an action that asks for no reset touches nothing, but for DeleteRealm`(
    action: ServerAction, mode: ResetMode
  ) throws {
    var situation = try Runs.situation()
    situation.action = action
    let performed = ClientReset.perform(situation, mode: mode)
    #expect(performed.attempt.ending == .noReset)
    #expect(performed.result.pendingReset == nil)
    let isDeleted = action == .deleteRealm
    #expect(Runs.count(performed.result.after) == (isDeleted ? nil : .int(5)))
    // The error is fatal, so one without an action ends the session for good too.
    let isStopped = [.protocolViolation, .applicationBug, .noAction].contains(action)
    #expect(
      performed.result.rulings.map(\.effect)
        == [isDeleted ? .discarded : isStopped ? .stranded : .kept])
  }

  @Test(arguments: [ServerAction.migrateToFLX, .revertToPBS])
  func `a file of flexible sync cannot be migrated or reverted`(action: ServerAction) throws {
    var situation = try Runs.situation()
    situation.action = action
    situation.session.start = SessionStart(source: .scenario, name: "", syncKind: .flexible)
    #expect(ClientReset.perform(situation, mode: .recover).attempt.ending == .crash)
    situation.session.start = nil
    #expect(ClientReset.perform(situation, mode: .recover).attempt.ending == .recovered)
    #expect(ClientReset.perform(situation, mode: .manual).attempt.ending == .crash)
  }
}
