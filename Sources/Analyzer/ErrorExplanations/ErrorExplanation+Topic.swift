package import TraceFormat

extension ErrorExplanation {
  /// What a message can be about: a heading of `docs/triage.md` each.
  package enum Topic: String, Hashable, Sendable, CaseIterable {
    // The reset as a whole
    case clientResetFailed = "client-reset-failed"
    case clientResetNotStarted = "client-reset-not-started"
    case acknowledgementNotTracked = "acknowledgement-not-tracked"
    case processTerminated = "process-terminated"
    case downloadFailed = "download-failed"
    case handlerThrew = "handler-threw"
    case diskFull = "disk-full"
    // Errors in the SDKs
    case automaticResetFailed = "automatic-reset-failed"
    case clientResetLeftToApp = "client-reset-left-to-app"
    case clientResetNotAsked = "client-reset-not-asked"
    // Downloads
    case downloadNotIntegrated = "download-not-integrated"
    // Gates
    case recoveryNotAllowed = "recovery-not-allowed"
    case resetCycle = "reset-cycle"
    case manualModeNotRecorded = "manual-mode-not-recorded"
    case actionNotRecorded = "action-not-recorded"
    case rollbackOfNativeFlexibleSync = "rollback-of-native-flexible-sync"
    // Transfer
    case primaryKeysDiffer = "primary-keys-differ"
    case primaryKeyMissing = "primary-key-missing"
    case primaryKeyTypeChanged = "primary-key-type-changed"
    case primaryKeyAttributesChanged = "primary-key-attributes-changed"
    case primaryKeyRenamed = "primary-key-renamed"
    case classesRemoved = "classes-removed"
    case propertiesRemoved = "properties-removed"
    case propertyTypeChanged = "property-type-changed"
    case propertyKindChanged = "property-kind-changed"
    // Recovery
    case recoveryFailed = "recovery-failed"
    case classAddedDifferently = "class-added-differently"
    case classDiffers = "class-differs"
    case propertyAddedDifferently = "property-added-differently"
    case propertyDiffers = "property-differs"
    case propertyTargetMissing = "property-target-missing"
    case dictionaryKeysNotText = "dictionary-keys-not-text"
    case classErasedOnDevice = "class-erased-on-device"
    case propertyErasedOnDevice = "property-erased-on-device"
    case propertyGone = "property-gone"
    case pathLeadsElsewhere = "path-leads-elsewhere"
    // Instructions
    case badChangeset = "bad-changeset"
    case classGone = "class-gone"
    case primaryKeyDoesNotFit = "primary-key-does-not-fit"
    case primaryKeyPresenceDiffers = "primary-key-presence-differs"
    case createdWithAnotherKey = "created-with-another-key"
    case valueOfAnotherType = "value-of-another-type"
    case valueNotTaken = "value-not-taken"
    case nullWhereRequired = "null-where-required"
    case noIntegerToAddTo = "no-integer-to-add-to"
    case linkTargetClassDiffers = "link-target-class-differs"
    case listPositionLost = "list-position-lost"
    case listSizeDiffers = "list-size-differs"
    case listElementGone = "list-element-gone"
    case objectMissing = "object-missing"
    // Storage
    case indexOutOfBounds = "index-out-of-bounds"
    case nestedTooDeep = "nested-too-deep"
    case targetObjectNotFound = "target-object-not-found"
    case dictionaryRefusesValue = "dictionary-refuses-value"
    case rejectedByStorage = "rejected-by-storage"
    // What a recovery drops or overwrites
    case objectGone = "object-gone"
    case embeddedObjectGone = "embedded-object-gone"
    case dictionaryKeyGone = "dictionary-key-gone"
    case collectionGone = "collection-gone"
    case listLinkTargetGone = "list-link-target-gone"
    case setLinkTargetGone = "set-link-target-gone"
    case listCopyNotResolved = "list-copy-not-resolved"
    case listCopiedWhole = "list-copied-whole"
    case updateLinkTargetGone = "update-link-target-gone"
    case addIntegerNotAnInteger = "add-integer-not-an-integer"
    case listAlreadyCopied = "list-already-copied"
    case createExistingObject = "create-existing-object"
    case eraseMissingObject = "erase-missing-object"
    case dictionaryEraseMissing = "dictionary-erase-missing"
    case setEraseMissing = "set-erase-missing"
    // Errors of the protocol
    case subscriptionRefused = "subscription-refused"
    case clientResetRequired = "client-reset-required"
    case messageTooLarge = "message-too-large"
    case migration = "migration"
    case changesetRefused = "changeset-refused"
    case schemaChangeRefused = "schema-change-refused"
    case compensatingWrite = "compensating-write"
    case writeNotAllowed = "write-not-allowed"
    case objectAlreadyExists = "object-already-exists"
    case permissionsChanged = "permissions-changed"
    case noAccess = "no-access"
    case connectionClosed = "connection-closed"
    case otherError = "other-error"
    case protocolViolation = "protocol-violation"
    case errorWithoutItsName = "error-without-its-name"
    case wrongSyncType = "wrong-sync-type"
    case schemaVersion = "schema-version"
    case errorThatEndsTheProcess = "error-that-ends-the-process"
    case unknownErrorCode = "unknown-error-code"
    // Connections
    case connectionLost = "connection-lost"
    case connectionRefused = "connection-refused"
    // Actions
    case actionClientReset = "action-client-reset"
    case actionClientResetNoRecovery = "action-client-reset-no-recovery"
    case actionMigrateToFLX = "action-migrate-to-flx"
    case actionRevertToPBS = "action-revert-to-pbs"
    case actionDeleteRealm = "action-delete-realm"
    case actionProtocolViolation = "action-protocol-violation"
    case actionApplicationBug = "action-application-bug"
    case actionWarning = "action-warning"
    case actionTransient = "action-transient"
    case actionRefreshUser = "action-refresh-user"
    case actionRefreshLocation = "action-refresh-location"
    case actionLogOutUser = "action-log-out-user"
    case actionMigrateSchema = "action-migrate-schema"
    case actionNoAction = "action-no-action"
    // Unknown messages
    case unknownMessage = "unknown-message"
  }

  /// What a message says has ended, and so what becomes of the data.
  package enum Ending: Hashable, Sendable {
    /// The reset, before its attempt was recorded.
    case notStarted
    /// The reset, in its transaction: the attempt is on record.
    case rolledBack
    /// The same, because device and server have different schemas, which only another schema mends.
    case schemaMismatch
    /// One write, and not the reset.
    case writeDropped
    /// Nothing.
    case nothing
    /// Nothing yet: the action that came with the error decides, and the app's mode.
    case decidedByAction
    /// Perhaps the session: the action that came with the error decides, and no data is lost.
    case syncError
    /// Something that is said of this topic alone.
    case own

    /// Whether the action that comes with an error says what becomes of the data.
    package var isDecidedByAction: Bool { self == .decidedByAction || self == .syncError }
  }
}

extension ErrorExplanation.Topic {
  /// The topic of an action that a server asks for.
  package init(_ action: ServerAction) {
    self =
      switch action {
      case .clientReset: .actionClientReset
      case .clientResetNoRecovery: .actionClientResetNoRecovery
      case .migrateToFLX: .actionMigrateToFLX
      case .revertToPBS: .actionRevertToPBS
      case .deleteRealm: .actionDeleteRealm
      case .protocolViolation: .actionProtocolViolation
      case .applicationBug: .actionApplicationBug
      case .warning: .actionWarning
      case .transient: .actionTransient
      case .refreshUser: .actionRefreshUser
      case .refreshLocation: .actionRefreshLocation
      case .logOutUser: .actionLogOutUser
      case .migrateSchema: .actionMigrateSchema
      case .noAction: .actionNoAction
      }
  }

  /// What messages of the topic say has ended.
  package var ending: ErrorExplanation.Ending { ExplainedMessage.endings[self] ?? .own }
}
