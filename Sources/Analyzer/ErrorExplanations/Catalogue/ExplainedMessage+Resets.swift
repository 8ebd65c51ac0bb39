internal import TraceFormat

extension ExplainedMessage {
  // The reset as a whole (Realm Core: `object-store/sync/sync_session.cpp`,
  // `sync/noinst/client_reset_operation.cpp`).

  static let resets: [ExplainedMessage] = [
    ExplainedMessage(
      .clientResetFailed, .own, .wrapper,
      patterns: [
        """
        A fatal error occurred during '<action>' client reset diff for <originating>: '<inner*>'
        """
      ]),
    ExplainedMessage(
      .clientResetNotStarted, .notStarted, .wrapper,
      patterns: [
        "A fatal error occurred during '<action>' client reset for <originating>: '<inner*>'"
      ]),
    ExplainedMessage(
      .acknowledgementNotTracked, .own, .wrapper,
      patterns: ["Error while tracking client reset acknowledgement: <inner*>"], isInnerFree: true,
      isDeciding: true),
    ExplainedMessage(.processTerminated, .own),
    ExplainedMessage(.downloadFailed, .notStarted, terms: ["downloadFailed"]),
    ExplainedMessage(
      .handlerThrew, .own, patterns: ["User-provided callback failed"], terms: ["handlerThrew"]),
    ExplainedMessage(
      .diskFull, .own, patterns: ["No space left on device"], terms: ["outOfDiskSpace"]),
  ]

  // What an app's error handler is told (Realm Core: `SyncError`).

  static let errorHandlers: [ExplainedMessage] = [
    ExplainedMessage(.automaticResetFailed, .own, terms: ["1028"]),
    ExplainedMessage(.clientResetLeftToApp, .own),
    ExplainedMessage(.clientResetNotAsked, .syncError),
  ]

  // Downloads that a client can't take in (Realm Core: `sync/noinst/client_history_impl.cpp`,
  // `sync/noinst/client_impl_base.cpp`).

  static let downloads: [ExplainedMessage] = [
    ExplainedMessage(
      .downloadNotIntegrated, .own, .wrapper,
      patterns: [
        "Failed to integrate downloaded changesets: BadChangeset: Failed to parse received changeset: <inner*>",
        "Failed to integrate downloaded changesets: BadChangeset: Failed to apply received changeset: <inner*>",
        """
        Failed to integrate downloaded changesets: BadChangeset: Failed to transform received changeset: \
        <inner*>
        """,
        "Failed to integrate downloaded changesets: <inner*>",
        "BadChangeset: Failed to parse received changeset: <inner*>",
        "BadChangeset: Failed to apply received changeset: <inner*>",
        "BadChangeset: Failed to transform received changeset: <inner*>",
        "Failed to parse received changeset: <inner*>",
        "Failed to apply received changeset: <inner*>",
        "Failed to transform received changeset: <inner*>",
      ], isInnerFree: true, isDeciding: true)
  ]

  // What is decided before anything is done (`docs/rules.md`, "Gates"; Realm Core:
  // `sync/noinst/client_reset.cpp`, `sync/noinst/pending_reset_store.cpp`).

  static let gates: [ExplainedMessage] = [
    ExplainedMessage(
      .recoveryNotAllowed, .notStarted,
      patterns: [
        """
        A client reset is required but the server does not permit recovery for this client
        """,
        """
        Client reset mode is set to 'Recover' but the server does not allow recovery for this client
        """,
      ], terms: ["recoveryNotAllowed"]),
    ExplainedMessage(
      .resetCycle, .own,
      patterns: [
        """
        A previous '<mode>' mode reset from <time> did not succeed, giving up on '<otherMode>' mode \
        to prevent a cycle
        """,
        """
        Unexpected previous '<mode>' mode reset from <time> did not succeed, giving up on \
        '<otherMode>' mode to prevent a cycle
        """,
      ], terms: ["resetCycle"]),
    ExplainedMessage(
      .manualModeNotRecorded, .notStarted,
      patterns: ["Unsupported client reset resync mode: <mode> for pending reset"]),
    ExplainedMessage(
      .actionNotRecorded, .notStarted,
      patterns: ["Unsupported client reset action: <action> for pending reset"]),
    ExplainedMessage(
      .rollbackOfNativeFlexibleSync, .own,
      patterns: [
        "Received 'RevertToPBS' from server after rollback while client is natively using FLX"
      ]),
  ]

  // Schemas that the transfer can't bridge (`docs/rules.md`, "Transfer"; Realm Core: `transfer_group` in
  // `sync/noinst/client_reset.cpp`).

  static let transfer: [ExplainedMessage] = [
    ExplainedMessage(.primaryKeysDiffer, .schemaMismatch, terms: ["incompatiblePrimaryKey"]),
    ExplainedMessage(
      .primaryKeyMissing, .schemaMismatch,
      patterns: ["Client reset requires a primary key column in <side> table '<class>'"]),
    ExplainedMessage(
      .primaryKeyTypeChanged, .schemaMismatch,
      patterns: [
        "Client reset found incompatible primary key types (<type> vs <otherType>) on '<class>'"
      ]),
    ExplainedMessage(
      .primaryKeyAttributesChanged, .schemaMismatch,
      patterns: [
        """
        Client reset found incompatible primary key attributes (<key> vs <otherKey>) on '<class>'
        """
      ]),
    ExplainedMessage(
      .primaryKeyRenamed, .schemaMismatch,
      patterns: [
        """
        Client reset requires equal pk column names but '<property>' != '<otherProperty>' on '<class>'
        """
      ]),
    ExplainedMessage(
      .classesRemoved, .rolledBack,
      patterns: ["Client reset cannot recover when classes have been removed: {<names>}"],
      terms: ["classesRemoved"]),
    ExplainedMessage(
      .propertiesRemoved, .rolledBack,
      patterns: [
        """
        Client reset cannot recover when columns have been removed from '<class>': {<names>}
        """
      ], terms: ["propertiesRemoved"]),
    ExplainedMessage(
      .propertyTypeChanged, .schemaMismatch,
      patterns: [
        """
        Incompatible column type change detected during client reset for '<place>' (<type> vs \
        <otherType>)
        """
      ], terms: ["incompatibleType"]),
    ExplainedMessage(
      .propertyKindChanged, .schemaMismatch,
      patterns: [
        """
        Incompatable column attribute change detected during client reset for '<place>' (<key> vs \
        <otherKey>)
        """
      ], terms: ["incompatibleAttributes"]),
  ]
}
