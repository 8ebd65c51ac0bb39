import Testing

/// What Realm's documentation says of client resets, by the headings of
/// `docs/documentation-claims.md`.
enum DocumentationClaim: String, CaseIterable, CustomTestStringConvertible {
  case createdObjectsAreSynced = "created-objects-are-synced"
  case deletedOnServerWins = "deleted-on-server-wins"
  case deletedOnClientCountsAsServers = "deleted-on-client-counts-as-servers"
  case clientWinsOnTheSameField = "client-wins-on-the-same-field"
  case recoverFallsBackToManual = "recover-falls-back-to-manual"
  case recoverOrDiscardGoesOn = "recover-or-discard-goes-on-by-itself"
  case discardFallsBackToManual = "discard-falls-back-to-manual"
  case manualMovesTheFile = "manual-moves-the-file"
  case resetMakesBackup = "a-reset-makes-a-backup"
  case offlineTooLongDiscards = "offline-too-long-discards"
  case nonBreakingChangesAreRecovered = "non-breaking-changes-are-recovered"
  case breakingChangesFallBack = "breaking-changes-fall-back"
  case unknownClassResets = "unknown-class-resets"
  case roleChangeResets = "role-change-resets"
  case roleChangeTakesWritePermission = "role-change-takes-write-permission"
  case restoreLosesUnsynced = "restore-loses-what-was-not-synced"
  case upgradeResets = "shared-to-dedicated-upgrade-resets"
  case terminatingTestsReset = "terminating-sync-tests-the-reset"
  case localBecomesFreshCopy = "local-becomes-the-fresh-copy"
  case freshCopyIsRemoved = "fresh-copy-is-removed"
  case handlersRun = "handlers-run"
  case errorHandlerTells = "error-handler-tells-of-a-reset"

  var testDescription: String { rawValue }
}
