import Analyzer
import RealmModel
import Replayer
import Testing
import TraceFormat

// What each mode does where it can't do what it is for.
extension DocumentationClaimTests {
  func checkRecover() throws {
    let failed = try ClaimedReset("rs-30-class-removed-with-local-writes", .recover)
    #expect(failed.report.result == .failed)
    #expect(failed.report.writes.allSatisfy { $0.fate == .stranded })
    #expect(
      failed.outcome.result.after.canonicalJSON == failed.outcome.situation.local.canonicalJSON)
    #expect(failed.isFollowed(by: .failureReported))
    let forbidden = try ClaimedReset("rs-40-recovery-forbidden", .recover)
    #expect(forbidden.report.failure?.failureClass == .recoveryNotAllowed)
    #expect(forbidden.isFollowed(by: .failureReported))
  }

  func checkRecoverOrDiscard() throws {
    let twice = try ClaimedReset("rs-37a-local-destructive-schema", .recoverOrDiscard)
    #expect(twice.report.attempts.map(\.actualMode) == [.recover, .discardLocal])
    #expect(twice.report.attempts.map(\.ending) == [.failed, .discarded])
    #expect(twice.isReported(.discardAfterUnfinishedRecovery))
    #expect(twice.isReported(.backupScheduledDespiteSuccess))
    let forbidden = try ClaimedReset("rs-40-recovery-forbidden", .recoverOrDiscard)
    #expect(forbidden.report.attempts.map(\.ending) == [.discarded])
    #expect(forbidden.report.writes.allSatisfy { $0.cause == .recoveryForbidden })
    let schema = try ClaimedReset("rs-29-class-removed", .recoverOrDiscard)
    #expect(schema.report.attempts.map(\.ending) == [.failed, .failed])
    #expect(schema.report.writes.allSatisfy { $0.fate == .stranded })
  }

  func checkDiscard() throws {
    let breaking = try ClaimedReset("rs-29-class-removed", .discardLocal)
    #expect(breaking.report.failure?.failureClass == .classesRemoved)
    #expect(breaking.isFollowed(by: .failureReported))
    let additive = try ClaimedReset("rs-36-local-additive-schema", .discardLocal)
    #expect(additive.report.result == .failed)
    #expect(additive.isReported(.additiveSchemaFailsDiscard))
    let unfinished = try ClaimedReset("rs-44b-after-failed-discard", .discardLocal)
    #expect(unfinished.report.failure?.failureClass == .resetCycle)
    #expect(unfinished.isReported(.resetRefusedUntilAcknowledged))
  }

  func checkManual() throws {
    let manual = try ClaimedReset("rs-04-edit-on-deleted", .manual)
    #expect(manual.report.result == .manual)
    #expect(manual.report.writes.allSatisfy { $0.cause == .manualMode })
    #expect(
      manual.outcome.result.after.canonicalJSON == manual.outcome.situation.local.canonicalJSON)
    #expect(manual.isFollowed(by: .leftToApp))
  }

  func checkBackups() throws {
    let discarded = try ClaimedReset("rs-02-same-field-conflict", .discardLocal)
    #expect(discarded.isFollowed(by: .hasServersData))
    let recovered = try ClaimedReset("rs-02-same-field-conflict", .recover)
    #expect(!recovered.isSetAside)
    for failed in [
      try ClaimedReset("rs-02-same-field-conflict", .manual),
      try ClaimedReset("rs-29-class-removed", .discardLocal),
    ] { #expect(failed.isSetAside) }
  }

  func checkOfflineTooLong() throws {
    let allowed = try ClaimedReset("rs-43a-offline-too-long", .recover)
    #expect(allowed.report.error.code == 222)
    #expect(try allowed.write("T 1 v").observed.after == .value(.int(111)))
    let forbidden = "rs-43b-offline-too-long-recovery-forbidden"
    #expect(try ClaimedReset(forbidden, .recover).report.result == .failed)
    let discarded = try ClaimedReset(forbidden, .recoverOrDiscard)
    #expect(discarded.report.writes.allSatisfy { $0.cause == .recoveryForbidden })
  }
}
