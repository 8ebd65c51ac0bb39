import RealmModel
import ReplaySupport
import Testing
import TraceFormat

@testable import Replayer

/// Resets that break a promise on purpose: the checks must notice each of them.
@Suite struct CanaryTests {
  private func situation() throws -> ResetSituation {
    let fresh = try RealmState(applying: [Sample.schemaAndObject])
    var local = fresh
    try local.apply(Sample.setCount(5))
    return ResetSituation(
      error: Sample.error, local: local, fresh: fresh, unsynced: unsynced([Sample.setCount(5)]))
  }

  private func violations(_ tamper: (inout AttemptedReset, ResetSituation) -> Void) throws
    -> [String]
  {
    let situation = try situation()
    var performed = ClientReset.perform(situation, mode: .recover)
    tamper(&performed, situation)
    return ResetChecks(situation: situation, performed: performed).violations
  }

  @Test func `an honest reset passes`() throws {
    #expect(try violations { _, _ in }.isEmpty)
  }

  @Test func `a recovery that loses the change is noticed`() throws {
    #expect(try violations { $0.result.after = $1.fresh }.count == 1)
  }

  @Test func `a re-upload that lacks the change is noticed`() throws {
    #expect(
      try violations { performed, _ in performed.result.reupload = [Changeset()] }.count == 1)
    #expect(try violations { performed, _ in performed.result.reupload = [] }.count == 2)
    #expect(
      try violations { performed, _ in
        performed.result.reupload = [Sample.eraseMissing]
      }.count == 1)
  }

  @Test func `a missing and a surplus ruling are noticed`() throws {
    #expect(try violations { performed, _ in performed.result.rulings = [] }.count == 1)
    #expect(
      try violations { performed, _ in
        performed.result.rulings += performed.result.rulings
      }.count == 1)
  }

  @Test func `a failure that changes the state is noticed`() throws {
    #expect(
      try violations {
        $0.attempt.ending = .failed
        $0.result.reupload = []
        $0.result.after = $1.fresh
      }.count == 1)
  }

  @Test func `a discard that keeps the change is noticed`() throws {
    #expect(try violations { performed, _ in performed.attempt.ending = .discarded }.count == 1)
  }

  @Test func `a second run with another result is noticed`() throws {
    let performed = ClientReset.perform(try situation(), mode: .recover)
    var other = performed
    other.result.rulings[0].rule = .notReached
    other.result.reupload = [Sample.setCount(6)]
    other.result.after = try situation().fresh
    #expect(ResetChecks.repetition(performed, performed).isEmpty)
    #expect(ResetChecks.repetition(performed, other).count == 3)
  }
}
