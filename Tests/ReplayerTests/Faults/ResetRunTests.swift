import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import FaultPlans
@testable import Replayer

/// Faults at each step of a reset, against the table of what a crash leaves behind
/// (`docs/faults.md`, "The steps of a reset").
@Suite struct ResetRunTests {
  /// A device that set a number which the server had set otherwise.
  static func situation() throws -> ResetSituation {
    let base = try RealmState(applying: [Sample.schemaAndObject])
    var (local, fresh) = (base, base)
    try local.apply(Sample.setCount(5))
    try fresh.apply(Sample.setCount(9))
    return ResetSituation(
      session: ResetSession(resetTimeMicroseconds: 7), error: Sample.error, base: base,
      local: local, fresh: fresh, unsynced: unsynced([Sample.setCount(5)]))
  }

  static func run(_ mode: ResetMode, _ faults: StepFault...) throws -> ResetRun {
    ResetRun(try situation(), mode: mode, faults: faults)
  }

  static func crash(_ relation: TriggerRelation, _ step: ResetStep) -> StepFault {
    StepFault(kind: .crash, step: step, relation: relation, faultIndex: 0)
  }

  static func count(_ state: RealmState) -> Value? { state.value(at: Sample.countPlace) }

  static let automatic: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard]

  /// What a reset without faults ends in: the device's number where it recovers.
  static func checkUndisturbed(_ run: ResetRun, _ mode: ResetMode) {
    let isDiscard = mode == .discardLocal
    #expect(run.attempted.attempt.ending == (isDiscard ? .discarded : .recovered))
    #expect(count(run.attempted.result.after) == .int(isDiscard ? 9 : 5))
    #expect(run.attempted.result.rulings.map(\.effect) == [isDiscard ? .discarded : .applied])
  }

  @Test(arguments: automatic)
  func `without faults one attempt is all there is`(mode: ResetMode) throws {
    let run = try Self.run(mode)
    #expect(run.attempts.count == 1)
    Self.checkUndisturbed(run, mode)
  }

  static let unrecorded: [(TriggerRelation, ResetStep)] =
    ResetStep.allCases.prefix(8).flatMap { step in
      TriggerRelation.allCases.map { ($0, step) }
    } + [(.before, .attemptRecorded)]

  @Test(arguments: unrecorded, automatic)
  func `a crash before the record leaves nothing, and the next attempt starts over`(
    crash: (TriggerRelation, ResetStep), mode: ResetMode
  ) throws {
    let run = try Self.run(mode, Self.crash(crash.0, crash.1))
    #expect(run.attempts.map(\.ending).first == .crash)
    #expect(run.attempts.count == 2)
    #expect(run.attempts[0].actualMode == nil)
    Self.checkUndisturbed(run, mode)
  }

  static let recorded: [(TriggerRelation, ResetStep)] = [
    (.at, .attemptRecorded), (.after, .attemptRecorded), (.before, .changesReplayed),
    (.at, .changesReplayed), (.after, .changesReplayed), (.before, .stateTransferred),
    (.at, .stateTransferred),
  ]

  @Test(arguments: recorded, automatic)
  func `a crash between the two commits counts as a failed reset`(
    crash: (TriggerRelation, ResetStep), mode: ResetMode
  ) throws {
    let run = try Self.run(mode, Self.crash(crash.0, crash.1))
    #expect(run.attempts.count == 2)
    #expect(run.attempts[0].ending == .crash)
    guard mode == .recoverOrDiscard else {
      // Recover and DiscardLocal give up, to prevent a cycle; the data is untouched.
      #expect(run.attempted.attempt.failure?.failureClass == .resetCycle)
      #expect(Self.count(run.attempted.result.after) == .int(5))
      #expect(run.attempted.result.rulings.map(\.effect) == [.failed])
      #expect(run.attempted.result.pendingReset?.mode == mode)
      return
    }
    // L2: no error is shown, and everything is discarded.
    #expect(run.attempted.attempt.ending == .discarded)
    #expect(Self.count(run.attempted.result.after) == .int(9))
    #expect(run.attempted.result.rulings.map(\.effect) == [.discarded])
  }

  static let complete: [(TriggerRelation, ResetStep)] =
    [(.after, .stateTransferred)]
    + ResetStep.allCases.dropFirst(11).flatMap { step in
      TriggerRelation.allCases.map { ($0, step) }
    }

  @Test(arguments: complete, automatic)
  func `a crash after the second commit leaves a complete reset`(
    crash: (TriggerRelation, ResetStep), mode: ResetMode
  ) throws {
    let run = try Self.run(mode, Self.crash(crash.0, crash.1))
    #expect(run.attempts.count == 1)
    Self.checkUndisturbed(run, mode)
    // The record goes with the acknowledgement, not before.
    let isAcknowledged = crash.1 == .acknowledged && crash.0 == .after
    #expect((run.attempted.result.pendingReset == nil) == isAcknowledged)
    #expect(run.occurrences.count == 1)
  }

  @Test func `a crash beyond the end of a reset never happens`() throws {
    let run = try Self.run(.manual, Self.crash(.at, .attemptRecorded))
    #expect(run.attempted.attempt.ending == .manual)
    #expect(run.occurrences.isEmpty && run.faults.count == 1)
  }

  @Test func `faults come one after the other, each once`() throws {
    let run = try Self.run(
      .recoverOrDiscard, Self.crash(.at, .errorArrives), Self.crash(.at, .downloadCompleted),
      Self.crash(.at, .changesReplayed), Self.crash(.at, .stateTransferred))
    // The last one ends the discard that follows the recorded recovery, and a recorded discard is
    // never followed by anything.
    #expect(run.attempts.map(\.ending) == [.crash, .crash, .crash, .crash, .failed])
    #expect(run.attempted.attempt.failure?.failureClass == .resetCycle)
    #expect(run.faults.isEmpty)
  }
}
