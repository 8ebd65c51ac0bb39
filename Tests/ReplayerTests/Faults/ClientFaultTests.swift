import FaultPlans
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

/// What goes wrong on the device, by the text of a plan; each step is in `ResetRunTests`.
@Suite struct ClientFaultTests {
  @Test func `a crash at a step is one of the reset that the moment names`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.recoverOrDiscard, "at step 10: crash")
    #expect(outcome.attempts.map(\.ending) == [.crash, .discarded])
    #expect(outcome.effects.map(\.kind) == [.step])
    let second = try trial.outcome(.recoverOrDiscard, "at step 10 of reset 2: crash")
    #expect(second.attempts.map(\.ending) == [.recovered])
    #expect(
      second.unfiredFaults.map(\.reason) == [
        .fewerResets(count: 1, moment: FaultTrigger(.at, .step, 10, reset: 2))
      ])
  }

  @Test func `what a reset in this mode does not come to is said`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.manual, "at step 10: crash", "at reset: before-handler-throws")
    #expect(outcome.ending == .manual)
    #expect(outcome.unfiredFaults.map(\.index) == [0, 1])
    #expect(
      outcome.unfiredFaults[0].reason == .resetEndsBefore(.manual))
  }

  @Test func `handlers throw with the words of the plan`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    for fault in ["before-handler-throws", "after-handler-throws"] {
      let outcome = try trial.outcome(.recover, #"at reset: \#(fault) message="not now""#)
      #expect(outcome.failure?.failureClass == .handlerThrew)
      #expect(outcome.failure?.message == "not now")
    }
  }

  @Test func `a second reset takes back what the first recovered`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.recoverOrDiscard, "after reset: second-reset")
    #expect(outcome.attempts.map(\.ending) == [.recovered, .discarded])
    #expect(outcome.keysAfter == [1, 2, 3, 4])
    #expect(outcome.result.rulings.allSatisfy { $0.rule == .discardedByMode })
    let during = try trial.outcome(.recover, "at step 4: second-reset")
    #expect(during.failure?.failureClass == .downloadFailed)
    let other = try trial.outcome(.recover, "after reset: second-reset action=MigrateToFLX")
    #expect(other.attempts.map(\.ending) == [.recovered, .recovered])
    #expect(other.after(5, "s") == .string("new"))
  }

  @Test(
    arguments: [
      ("step 9: crash", [.crash, .failed], nil), ("step 11: disk-full", [.failed], .outOfDiskSpace),
      ("reset: after-handler-throws", [.failed], .handlerThrew),
    ] as [(String, [ResetEnding], ResetFailureClass?)])
  func `what goes wrong up to the end of a reset does so before the session reads a second one`(
    fault: String, endings: [ResetEnding], failure: ResetFailureClass?
  ) throws {
    let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(
      .recover, "at step 6: second-reset", "at \(fault)")
    #expect(outcome.attempts.map(\.ending) == endings)
    #expect(outcome.attempts[0].failure?.failureClass == failure)
    #expect(outcome.unfiredFaults.map(\.index) == [0])
  }

  @Test func `a transaction without space never came about, nor what builds on it`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.base)
    let outcome = try trial.outcome(.recover, "at commit 2: disk-full")
    // The third transaction is about the object that the second would have made.
    #expect(outcome.situation.unsynced.count == 1)
    #expect(outcome.keysAfter == [1, 2, 3, 4])
    #expect(
      outcome.effect(.transactionLost)?.fact
        == .transactionLost(clientVersion: 6, dependents: [7]))
    let first = try trial.outcome(.recover, "at commit 1: disk-full")
    #expect(first.situation.unsynced.count == 2)
    #expect(first.after(1, "v") == .int(11))
  }

  @Test(arguments: [(4, false), (9, false), (11, true)], FaultTrial.automatic)
  func `a full disk takes a commit of the reset back, and the record stays if it was there`(
    step: (number: Int, isRecorded: Bool), mode: ResetMode
  ) throws {
    let outcome = try FaultTrial(scenario: FaultTrial.base).outcome(
      mode, "at step \(step.number): disk-full")
    #expect(outcome.attempts[0].failure?.failureClass == .outOfDiskSpace)
    // A recovery on record makes the next attempt discard.
    let isDiscarded = step.isRecorded && mode == .recoverOrDiscard
    #expect(outcome.ending == (isDiscarded ? .discarded : .failed))
    #expect(outcome.after(1, "v") == .int(isDiscarded ? 11 : 111))
    #expect((outcome.result.pendingReset != nil) == step.isRecorded)
  }

  @Test func `faults of different families meet in one plan`() throws {
    let trial = try FaultTrial(scenario: FaultTrial.quiet)
    let outcome = try trial.outcome(
      .recover, "at commit 1: lost-acknowledgement", "at commit 3: disk-full",
      "at server-commit 1: restore-backup version=3", "at step 11: disk-full")
    #expect(outcome.faults.map(\.index) == [0, 1, 2, 3])
    #expect(outcome.failure?.failureClass == .outOfDiskSpace)
    #expect(outcome.situation.unsynced.count == 2)
  }
}
