import AnalysisSupport
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

  func checkRestore() throws {
    let recovered = try ClaimedReset("rs-41-backup-restore", .recover)
    #expect(try recovered.write("T 5").fate == .recovered)
    #expect(try recovered.write("T 4 v").cause == .restoredBackup)
    for mode in [ResetMode.discardLocal, .recover] {
      let lost = try ClaimedReset("rs-41-backup-restore", mode).report.traps
        .filter { $0.trap == .acknowledgedChangesLost }.compactMap(\.address?.place)
      #expect(Set(lost).isSuperset(of: ["T 4", "T 1 v"]))
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
    #expect(plain.outcome.states.after.canonicalJSON == plain.outcome.states.fresh.canonicalJSON)
  }

  func checkFreshCopy() throws {
    let cut = try ClaimedReset(
      "trap-after-handler-never-called", .recover, faults: ["at step 13: crash"])
    #expect(cut.report.result == .recovered)
    let effects = cut.report.faults.flatMap(\.effects).map(\.fact)
    #expect(
      effects.contains(.step(.processEnded(ProcessEnd(.at, .freshFileDeleted), .goesOn))))
  }

  func checkHandlers() throws {
    let scenario = "trap-after-handler-never-called"
    let whole = try ClaimedReset(scenario, .recover)
    #expect(whole.report.didRecover == true && !whole.isReported(.afterHandlerSkipped))
    let cut = try ClaimedReset(scenario, .recover, faults: ["after step 11: crash"])
    #expect(cut.report.result == .recovered)
    #expect(cut.report.didRecover == nil && cut.isReported(.afterHandlerSkipped))
  }
}
