import Analyzer
import RealmModel
import TestSupport
import Testing

/// The claims of Realm's documentation, and what happens: one case each, by its name.
@Suite struct DocumentationClaimTests {
  @Test(arguments: DocumentationClaim.allCases)
  func `the report says what happens, whatever the documentation claims`(
    claim: DocumentationClaim
  ) throws {
    let replayed = ReplayedScenarios()
    try ReplayedScenarios.$current.withValue(replayed) { try check(claim) }
    let section = try #require(try Self.sections().first { $0.heading == claim.rawValue })
    #expect(replayed.names == Set(section.scenarios))
  }

  private func check(_ claim: DocumentationClaim) throws {
    switch claim {
    case .createdObjectsAreSynced: try checkCreatedObjects()
    case .deletedOnServerWins: try checkDeletionOnServer()
    case .deletedOnClientCountsAsServers: try checkDeletionOnClient()
    case .clientWinsOnTheSameField: try checkSameField()
    case .recoverFallsBackToManual: try checkRecover()
    case .recoverOrDiscardGoesOn: try checkRecoverOrDiscard()
    case .discardFallsBackToManual: try checkDiscard()
    case .manualMovesTheFile: try checkManual()
    case .resetMakesBackup: try checkBackups()
    case .offlineTooLongDiscards: try checkOfflineTooLong()
    case .nonBreakingChangesAreRecovered: try checkAdditions()
    case .breakingChangesFallBack: try checkBreakingChanges()
    case .unknownClassResets: try checkUnknownClass()
    case .roleChangeResets: try checkRoleChange()
    case .roleChangeTakesWritePermission: try checkWritePermission()
    case .restoreLosesUnsynced: try checkRestore()
    case .upgradeResets: try checkUpgrade()
    case .terminatingTestsReset: try checkTermination()
    case .localBecomesFreshCopy: try checkTransfer()
    case .freshCopyIsRemoved: try checkFreshCopy()
    case .handlersRun: try checkHandlers()
    case .errorHandlerTells: try checkErrorHandler()
    }
  }

  // MARK: The document

  private static func sections() throws -> [DocumentSection] {
    try DocumentSection.all(in: "docs/documentation-claims.md")
  }

  @Test func `the document has a section for each claim, with what is true of it`() throws {
    let sections = try Self.sections()
    #expect(sections.map(\.heading) == DocumentationClaim.allCases.map(\.rawValue))
    for section in sections {
      #expect(section.text.contains("*Claim:* "), "\(section.heading)")
      let verdicts = ["*Holds.*", "*Holds in part.*", "*Wrong.*", "*Wrong* "]
      #expect(
        verdicts.count { section.text.contains("\n\n\($0)") } == 1, "\(section.heading)")
    }
  }
}
