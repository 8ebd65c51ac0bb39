import AnalysisSupport
import FaultPlans
import RealmModel
import ReplaySupport
import Replayer
import Testing
import TraceFormat

@testable import Analyzer

// What asks for a reset, and what the device and the app get of it.
extension DocumentationClaimTests {
  func checkRoleChange() throws {
    #expect(throws: ReplayFailure.noReset) {
      try ClaimedReset("rs-54b-permission-change-without-reset", .recover)
    }
    let older = try ClaimedReset("rs-54a-permission-change-by-reset", .recover)
    #expect(try older.write("T 1 v").fate == .recovered)
    #expect(try older.write("T 2 v").fate == .lost)
  }

  func checkWritePermission() throws {
    let older = try ClaimedReset("rs-54a-permission-change-by-reset", .recover)
    #expect(older.report.error.code == 228 && older.uploads(.update))
    let undone = try ClaimedReset(endOf: "rs-66-compensating-write")
    #expect(undone.report.result == .noReset && undone.isFollowed(by: .writesUndone))
    #expect(try undone.write("T 1 a").fate == .lost)
    // The edit that the server would have taken goes with the one that it does not.
    #expect(try undone.write("T 1 b").fate == .lost)
  }

  func checkUpgrade() throws {
    let reset = try ClaimedReset("rs-02-same-field-conflict", .recover)
    #expect(reset.report.error.code == 208 && reset.report.result == .recovered)
    #expect(ErrorExplanation(explaining: "208").identifier == "client-reset-required")
    for mode in [ResetMode.discardLocal, .recover] {
      #expect(try ClaimedReset("rs-41-backup-restore", mode).isReported(.acknowledgedChangesLost))
    }
  }

  func checkTermination() throws {
    for mode in ResetMode.allCases {
      let tested = try ClaimedReset("rs-09-nothing-to-recover", mode)
      #expect(tested.report.writes.isEmpty)
      #expect(
        tested.outcome.result.after.canonicalJSON == tested.outcome.situation.local.canonicalJSON)
    }
    let real = try ClaimedReset("rs-02-same-field-conflict", .discardLocal)
    #expect(real.report.writes.contains { $0.fate == .lost })
  }

  func checkErrorHandler() throws {
    let scenario = "rs-02-same-field-conflict"
    for mode in [ResetMode.discardLocal, .recover, .recoverOrDiscard] {
      let story = try ClaimedReset(scenario, mode).report.story
      #expect(story.attempts[0].events.contains(.errorHandler(.isNotCalled(.goesThrough))))
      #expect(story.precedence == .blocksAlone)
    }
    let manual = try ClaimedReset(scenario, .manual).report.story
    #expect(manual.precedence == .manual)
    #expect(
      manual.attempts[0].events.contains { event in
        if case .errorHandler(.getsError(_, hasPaths: true)) = event { true } else { false }
      })
    let failed = try ClaimedReset("rs-29-class-removed", .discardLocal).report.story
    #expect(failed.precedence == .automaticFailure)
    #expect(
      failed.attempts[0].events.contains { event in
        if case .errorHandler(.getsFailure) = event { true } else { false }
      })
  }

  func checkRestore() throws {
    let recovered = try ClaimedReset("rs-41-backup-restore", .recover)
    #expect(try recovered.write("T 5").fate == .recovered)
    #expect(try recovered.write("T 4 v").cause == .restoredBackup)
    for mode in [ResetMode.discardLocal, .recover] {
      let lost = try ClaimedReset("rs-41-backup-restore", mode).report.traps
        .filter { $0.trap == .acknowledgedChangesLost }.compactMap(\.address?.place)
      #expect(Set(lost).isSuperset(of: ["T 4 v", "T 4 s", "T 1 v"]))
    }
  }

  func checkTransfer() throws {
    for (scenario, trap) in [
      ("trap-number-type-not-transferred", TrapIdentifier.numberTypeNotTransferred),
      ("trap-wrong-link-kept", .wrongLinkKept),
      ("trap-dangling-links-hidden", .danglingLinksHidden),
    ] {
      let discarded = try ClaimedReset(scenario, .discardLocal)
      #expect(discarded.report.result == .discarded)
      #expect(discarded.isReported(trap), "\(scenario)")
      #expect(!discarded.outcome.result.deviations.isEmpty, "\(scenario)")
    }
    let plain = try ClaimedReset("rs-02-same-field-conflict", .discardLocal)
    #expect(plain.outcome.result.after.canonicalJSON == plain.outcome.situation.fresh.canonicalJSON)
  }

  func checkFreshCopy() throws {
    let cut = try ClaimedReset(
      "trap-after-handler-never-called", .recover, faults: ["at step 13: crash"])
    #expect(cut.report.result == .recovered)
    let effects = cut.report.faults.flatMap(\.effects).map(\.fact)
    #expect(
      effects.contains(
        .step(.processEnded(end: ProcessEnd(.at, .freshFileDeleted), aftermath: .goesOn))))
  }

  func checkHandlers() throws {
    let scenario = "trap-after-handler-never-called"
    let whole = try ClaimedReset(scenario, .recover)
    #expect(whole.report.didRecover == true && !whole.isReported(.afterHandlerNeverCalled))
    let cut = try ClaimedReset(scenario, .recover, faults: ["after step 11: crash"])
    #expect(cut.report.result == .recovered)
    #expect(cut.report.didRecover == nil && cut.isReported(.afterHandlerNeverCalled))
  }
}
