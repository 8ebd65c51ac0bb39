import TraceFormat

// Client resets, and what is said outside of sync.
extension LogRow {
  static let resets: [LogRow] = [
    LogRow(
      .resetBegins, .session, .debug, "Reset",
      "Possibly beginning client reset operation: realm_path = <path*>, mode = <mode*>, action = <action>, error = <status>"
    ),
    LogRow(
      .resetSkipped, .session, .debug, "Reset",
      "Local Realm file has never been written to, so skipping client reset.<*>"),
    LogRow(.earlierReset, .session, .info, "Reset", "Found a previous pending <pending>"),
    LogRow(
      .earlierReset, .session, .info, "Reset", "A previous reset was detected of type: <pending>"),
    LogRow(
      .earlierResetCleared, .session, .info, "Reset",
      "New '<action>' client reset of type: '<mode>' is incompatible - clearing previous reset<*>"),
    LogRow(
      .downgradedByAttempt, .session, .info, "Reset",
      "A previous '<earlier>' mode reset from <time> downgrades this mode ('<mode>') to DiscardLocal"
    ),
    LogRow(
      .downgradedByServer, .session, .info, "Reset",
      "Client reset in '<mode>' is choosing 'DiscardLocal' because the server does not permit recovery for this client<*>"
    ),
    LogRow(.resetSummary, .session, .info, "Reset", "Client reset: path_local = <fields>"),
    LogRow(.resetSummary, .session, .info, "Reset", "Client reset, path_local = <fields>"),
    LogRow(.localChangesets, .session, .info, "Session", "Local changesets to recover: <count>"),
    LogRow(
      .recoveryFailed, .session, .error, "Reset",
      "Unable to automatically recover local changes during client reset: '<why*>'"),
    LogRow(.transfer, .session, .debug, "Reset", "transfer_group, <*>"),
    LogRow(.transfer, .session, .debug, "Reset", "Table '<class>' will <*>"),
    LogRow(.transfer, .session, .debug, "Reset", "The number of tables is <*>"),
    LogRow(.transfer, .session, .trace, "Reset", "Create column, <*>"),
    LogRow(.objectsRemoved, .session, .debug, "Reset", "Removing objects in '<class*>'"),
    LogRow(
      .objectsCreated, .session, .debug, "Reset", "Creating missing objects for table '<class>'<*>"),
    LogRow(.objectsUpdated, .session, .debug, "Reset", "Updating values for table '<class>'<*>"),
    LogRow(.removedObject, .session, .debug, "Reset", "  removing '<key*>'"),
    LogRow(.createdObject, .session, .debug, "Reset", "   created <key>"),
    LogRow(.updatedObject, .session, .debug, "Reset", "  updating <key>"),
    LogRow(
      .historyDiscarded, .session, .debug, "Session",
      "History adjustments: discarding <count> history entries"),
    LogRow(
      .historyTrimmed, .session, .debug, "Session",
      "History adjustments: trimming <count> history entries<*>"),
    LogRow(.historyEntry, .session, .debug, "Session", "- <index>: ident(<ident>) <*>"),
    LogRow(.historyEntry, .session, .debug, "Session", "Updating <index>: client_version(<*>"),
    LogRow(
      .uploadableBytes, .session, .debug, "Session",
      "New uploadable bytes after history adjustment: <count>"),
    LogRow(
      .resetDone, .session, .info, "Reset",
      "perform_client_reset_diff is done: old_version = (version: <old>, index: <oldIndex>), new_version = (version: <new>, index: <newIndex>)"
    ),
    LogRow(
      .resetDone, .session, .info, "Reset", "perform_client_reset_diff is done<*>"),
    LogRow(.resetCompleted, .session, .debug, "Session", "Client reset is completed<*>"),
    LogRow(
      .resetFailed, .session, .error, "Session",
      "A fatal error occurred during '<action>' client reset diff for <rest>'"),
    LogRow(
      .resetFailed, .session, .error, "Session",
      "A fatal error occurred during '<action>' client reset for <rest>'"),
    LogRow(
      .resetFailed, .session, .error, "Session",
      "A fatal error occurred during client reset: '<why*>'"),
    LogRow(
      .resetFailed, .session, .error, "Session",
      "A fatal error occured during client reset: '<why*>'"),
    LogRow(
      .freshNotCleaned, .session, .warn, "Reset", "In ClientResetOperation::finalize, <*>"),
    LogRow(.acknowledged, .session, .debug, "Reset", "Server has acknowledged <pending>"),
    LogRow(
      .acknowledged, .session, .debug, "Reset", "Removing client reset cycle detection tracker.<*>"),
    LogRow(
      .trackerGone, .session, .debug, "Reset",
      "Client reset cycle detection tracker already removed.<*>"),
    LogRow(.trackerGone, .session, .info, "Reset", "Found new some(<*>"),
    LogRow(
      .acknowledgementFailed, .session, .error, "Reset",
      "Error while tracking client reset acknowledgement: <status>"),
  ]

  /// What a recovery says that it leaves out, or overwrites.
  static let drops: [LogRow] = [
    LogRow(
      .dropped(.objectGone), .session, .warn, "Reset",
      "Cannot recover '<instruction>' which operates on a deleted object<*>"),
    LogRow(
      .dropped(.embeddedObjectGone), .session, .warn, "Reset",
      "Discarding a local <instruction> made to an embedded object which no longer exists <*>"),
    LogRow(
      .dropped(.dictionaryKeyGone), .session, .warn, "Reset",
      "Discarding a local <instruction> because the key '<*>"),
    LogRow(
      .dropped(.collectionGone), .session, .warn, "Session",
      "Discarding a local <instruction> made to a collection which no longer exists <*>"),
    LogRow(
      .dropped(.listCopyNotResolved), .session, .warn, "Reset",
      "Discarding a list recovery made to an object which could not be resolved<*>"),
    LogRow(
      .dropped(.linkTargetGone), .session, .warn, "Reset",
      "Discarding a <instruction> which links to a deleted object<*>"),
    LogRow(
      .dropped(.linkTargetGone), .session, .warn, "Reset",
      "Discarding an <instruction> which links to a deleted object<*>"),
    LogRow(
      .dropped(.linkTargetGone), .session, .warn, "Reset",
      "Discarding <instruction> which links to a deleted object<*>"),
    LogRow(
      .listOverwritten, .session, .debug, "Reset",
      "Recovery overwrites list for '<place*>' size: <fresh> -> <local>"),
  ]

  static let outside: [LogRow] = [
    LogRow(.databaseOpen, .none, .detail, "Storage", "DB: <n> Thread <id>: Open file: <path>"),
    LogRow(
      .commit, .none, .debug, "Transaction", "DB: <n> Thread <id>: Initiate commit version: <v>"),
    LogRow(.storage, .none, .debug, "Storage", "DB: <n> Thread <*>", isUnmistakable: true),
    LogRow(
      .tokenRefused, .none, .error, "App",
      "App: refresh_access_token: <user> -> <status> ERROR: <text>", isUnmistakable: true),
    LogRow(
      .app, .none, .debug, "App", "App: refresh_access_token: <*>", isUnmistakable: true),
    LogRow(.app, .none, .debug, "App", "App: log_out(<*>", isUnmistakable: true),
    LogRow(.app, .none, .debug, "App", "App: do_request: <*>", isUnmistakable: true),
    LogRow(.app, .none, .debug, "App", "App: call_function: <*>", isUnmistakable: true),
    LogRow(.app, .none, .debug, "App", "App: <*>"),
    LogRow(
      .sdkAttempt, .none, .info, "SDK",
      "Client reset: attempting to automatically recover unsynced changes in Realm: <path>",
      isUnmistakable: true),
    LogRow(
      .sdkRecovered, .none, .info, "SDK",
      "Client reset: successfully recovered all unsynced changes in Realm: <path>",
      isUnmistakable: true),
    LogRow(
      .sdkRecovered, .none, .debug, "SDK",
      "Client reset: successful recovered all unsynced changes in Realm: <path>",
      isUnmistakable: true),
    LogRow(
      .sdkDiscarded, .none, .info, "SDK",
      "Client reset: couldn't recover successfully, all unsynced changes were discarded in Realm<path>",
      isUnmistakable: true),
    LogRow(
      .sdkManual, .none, .error, "SDK",
      "Client reset: manual reset required for Realm in '<path*>'", isUnmistakable: true),
    LogRow(
      .sdkHandlerThrew, .none, .error, "SDK",
      "An error has occurred while executing <handler> during a client reset: <text>",
      isUnmistakable: true),
    LogRow(
      .sdkNoHandler, .none, .error, "SDK",
      "A client reset error occurred but no handler was supplied<*>", isUnmistakable: true),
    LogRow(.sdkNoHandler, .none, .error, "SDK", "ClientResetError message: <text>"),
  ]
}
