import TraceFormat

/// One kind of message that the sync client or an SDK writes into a log, and what it looks like.
struct LogRow: Decodable, Sendable {
  enum Prefix: String, Decodable, Sendable {
    /// `Connection[1] Session[2]: `
    case session
    /// `Connection[1] `
    case connection
    case either
    case none
  }

  let kind: LogRowKind
  let prefix: Prefix
  let level: LogLevel
  /// The last name of its category.
  let category: String
  let pattern: MessagePattern
  /// Whether its beginning says that Realm wrote it, whoever prints it.
  let isUnmistakable: Bool

  private enum CodingKeys: String, CodingKey {
    case kind, prefix, level, category, pattern
    case isUnmistakable = "isUnmistakable?"
  }

  /// All kinds of messages, as `log-rows.json` lists them (reference: Realm Core 10 to 14.14).
  static let all = [LogRow](embedded: PackageResources.log_rows_json)
}

/// What a message is about; versions that word it differently have one kind.
enum LogRowKind: Decodable, Hashable, Sendable {
  // Client and connection
  case clientStart, buildMode, clientConfig, connecting, network, httpDump, negotiatedVersion
  case requestIdent, handshakeRefused, websocketClosed, connectionClosed, connectionEnd
  case ping, pong
  // Sessions
  case binding, sessionConfig, storedIdent, storedProgress, tracking, bind, serverIdent, clientIdent
  case query, queryError, life, deactivated, progressHandler
  // Traffic
  case download, integrated, downloadCompression, downloadChangeset, changesetHex
  case changesetCompressed, parsedChangeset, bootstrap, merge, upload, uploadChangeset, noUpload
  case mark, serverMark, unbind, unbound, integrationFailed, clientError
  // Errors
  case errorBody, serverError, compensatingWrite, serverLog
  // Resets
  case resetBegins, resetSkipped, earlierReset, earlierResetCleared, downgradedByAttempt
  case downgradedByServer, resetSummary, localChangesets
  case dropped(LoggedReset.Drop.Reason)
  case listOverwritten
  case recoveryFailed, transfer, objectsRemoved, objectsCreated, objectsUpdated, removedObject
  case createdObject, updatedObject, historyDiscarded, historyTrimmed, historyEntry
  case uploadableBytes, resetDone, resetCompleted, resetFailed, freshNotCleaned, acknowledged
  case trackerGone, acknowledgementFailed
  // Outside of sync
  case databaseOpen, commit, storage, tokenRefused, app, sdkAttempt, sdkRecovered, sdkDiscarded
  case sdkManual, sdkHandlerThrew, sdkNoHandler, appResetFailed
}
