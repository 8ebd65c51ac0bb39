import Analyzer
import RealmModel
import Replayer
import Testing
import TraceFormat

// Schemas that differ.
extension DocumentationClaimTests {
  func checkAdditions() throws {
    for mode in [ResetMode.discardLocal, .recover] {
      let servers = try ClaimedReset("rs-35a-additive-server-schema", mode)
      #expect(servers.report.failure == nil)
      #expect(servers.outcome.result.after.schema(of: "New") != nil)
    }
    let own = try ClaimedReset("rs-36-local-additive-schema", .recover)
    #expect(own.report.writes.allSatisfy { $0.fate == .recovered })
    #expect(own.uploads(.addTable))
    let discarded = try ClaimedReset("rs-36-local-additive-schema", .discardLocal)
    #expect(discarded.report.failure?.failureClass == .classesRemoved)
  }

  func checkBreakingChanges() throws {
    for (scenario, failure) in [
      ("rs-31a-property-removed", ResetFailureClass.propertiesRemoved),
      ("rs-32a-property-type-changed", .incompatibleType),
      ("rs-33-optionality-changed", .incompatibleAttributes),
      ("rs-34a-primary-key-type-changed", .incompatiblePrimaryKey),
    ] {
      let failed = try ClaimedReset(scenario, .discardLocal)
      #expect(failed.report.failure?.failureClass == failure)
      #expect(failed.isFollowed(by: .failureReported))
    }
    let unnoticed = try ClaimedReset("trap-link-class-change", .discardLocal)
    #expect(unnoticed.report.failure == nil)
    #expect(unnoticed.isReported(.linkClassChangeUnnoticed))
  }

  func checkUnknownClass() throws {
    for mode in [ResetMode.discardLocal, .recover] {
      let known = try ClaimedReset("rs-29-class-removed", mode)
      #expect(known.report.failure?.failureClass == .classesRemoved)
    }
    let unsynced = try ClaimedReset("rs-36-local-additive-schema", .recover)
    #expect(unsynced.report.failure == nil)
    #expect(unsynced.outcome.result.after.schema(of: "LocNew") != nil)
  }
}
