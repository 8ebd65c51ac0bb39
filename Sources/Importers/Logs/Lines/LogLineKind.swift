package enum LogLineKind: Hashable, Sendable {
  /// Traffic and the life of sessions and connections, of which nothing is to be explained.
  case traffic
  /// A client reset, which the log as a whole tells of.
  case reset
  /// An error, somebody else's line, or part of a message.
  case other

  /// - Parameter line: without its line feed.
  package init(of line: [UInt8]) {
    let line = LogUnwrapping.unwrap(line, in: LogEnvelope())
    self.init(LoggedMessage(line.text, in: line.envelope))
  }

  /// - Parameter message: what the line is; nil where it is not Realm's.
  init(_ message: LoggedMessage?) {
    switch message?.row?.kind {
    case .buildMode, .clientConfig, .connecting, .network, .negotiatedVersion, .requestIdent, .ping,
      .pong, .binding, .storedIdent, .storedProgress, .bind, .serverIdent, .clientIdent, .life,
      .deactivated, .progressHandler, .download, .integrated, .downloadCompression,
      .downloadChangeset, .changesetHex, .changesetCompressed, .merge, .upload, .uploadChangeset,
      .noUpload, .mark, .serverMark, .unbind, .unbound, .commit:
      self = .traffic
    case .resetBegins, .resetSkipped, .earlierReset, .earlierResetCleared, .resetSummary,
      .localChangesets, .transfer, .objectsRemoved, .objectsCreated, .objectsUpdated,
      .removedObject, .createdObject, .updatedObject, .historyDiscarded, .historyTrimmed,
      .historyEntry, .uploadableBytes, .resetDone, .resetCompleted, .tracking, .acknowledged,
      .sessionConfig:
      self = .reset
    default: self = .other
    }
  }
}
