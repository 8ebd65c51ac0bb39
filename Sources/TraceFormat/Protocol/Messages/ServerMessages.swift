/// Server's IDENT: the identifier that a new file gets.
public struct ServerIdent: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// What the file is called from now on.
  public var file = FileIdent(ident: 0, salt: 0)

  /// A message of these fields.
  public init(sessionIdent: UInt64, file: FileIdent) {
    (self.sessionIdent, self.file) = (sessionIdent, file)
  }
}

/// DOWNLOAD: what others did, and the acknowledgement of what the client uploaded.
public struct Download: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// The position reached in the server's history.
  public var downloadServerVersion: UInt64 = 0
  /// The last client version that the server had integrated at that position.
  public var downloadClientVersion: UInt64 = 0
  /// The newest version of the server's history.
  public var latestServerVersion: UInt64 = 0
  /// The number that goes with that version, so that a restored backup is noticed.
  public var latestServerVersionSalt: Int64 = 0
  /// The acknowledgement of uploads: the last client version that the server has integrated at all.
  public var uploadClientVersion: UInt64 = 0
  /// The server version that the client declared for that upload.
  public var uploadServerVersion: UInt64 = 0
  /// What the two kinds of sync say differently.
  public var scope: Scope
  /// What the head says about the body; ``ProtocolMessage/withFittingBodySize`` makes it fit the entries.
  public var bodySize = BodySize.plain(0)
  /// The changesets, in the order of the server's history.
  public var entries: [Entry] = []

  /// A message of these fields.
  public init(
    sessionIdent: UInt64, downloadServerVersion: UInt64, downloadClientVersion: UInt64,
    latestServerVersion: UInt64, latestServerVersionSalt: Int64, uploadClientVersion: UInt64,
    uploadServerVersion: UInt64, scope: Scope, bodySize: BodySize, entries: [Entry]
  ) {
    (self.sessionIdent, self.downloadServerVersion) = (sessionIdent, downloadServerVersion)
    self.downloadClientVersion = downloadClientVersion
    self.latestServerVersion = latestServerVersion
    self.latestServerVersionSalt = latestServerVersionSalt
    self.uploadClientVersion = uploadClientVersion
    (self.uploadServerVersion, self.scope, self.bodySize) = (uploadServerVersion, scope, bodySize)
    self.entries = entries
  }

  /// What the two kinds of sync say differently.
  public enum Scope: Hashable, Sendable {
    /// An estimate of the bytes still to come.
    case partition(downloadableBytes: UInt64)
    /// The set of subscriptions that the data belongs to; the estimate runs from 0 to 1.
    case flexible(queryVersion: Int64, batchState: BatchState, progressEstimate: Double)
  }

  /// Where a DOWNLOAD of flexible sync is in a bootstrap.
  public enum BatchState: Int64, Hashable, Sendable, CaseIterable {
    /// More messages of the same bootstrap follow.
    case moreToCome = 0
    /// The bootstrap is complete with this message.
    case lastInBatch = 1
    /// No bootstrap.
    case steadyState = 2
  }

  /// A changeset of the server's history.
  public struct Entry: Hashable, Sendable {
    /// The server version that the changeset made.
    public var serverVersion: UInt64 = 0
    /// The last client version that the server had integrated before it.
    public var clientVersion: UInt64 = 0
    /// Milliseconds since 2015-01-01 (UTC).
    public var originTimestampMilliseconds: UInt64 = 0
    /// The client file that the changeset came from.
    public var originFileIdent: UInt64 = 0
    /// The changeset's size before the server compacted it, in bytes.
    public var originalChangesetSize: UInt64 = 0
    /// The encoded changeset.
    public var changeset: [UInt8] = []

    /// An entry of these fields.
    public init(
      serverVersion: UInt64, clientVersion: UInt64, originTimestampMilliseconds: UInt64,
      originFileIdent: UInt64, originalChangesetSize: UInt64, changeset: [UInt8]
    ) {
      (self.serverVersion, self.clientVersion) = (serverVersion, clientVersion)
      self.originTimestampMilliseconds = originTimestampMilliseconds
      (self.originFileIdent, self.originalChangesetSize) = (originFileIdent, originalChangesetSize)
      self.changeset = changeset
    }
  }
}

/// ERROR: the form before protocol version 7, without an action.
public struct LegacyError: Hashable, Sendable {
  /// The protocol's error number, see ``ProtocolErrorCode``.
  public var code: Int32 = 0
  /// The session that the error concerns; 0 for the connection as a whole.
  public var sessionIdent: UInt64 = 0
  /// Whether the client may go on after a while; false makes the error fatal.
  public var tryAgain = false
  /// What went wrong, as bytes of the wire.
  public var text: [UInt8] = []

  /// A message of these fields.
  public init(code: Int32, sessionIdent: UInt64, tryAgain: Bool, text: [UInt8]) {
    (self.code, self.sessionIdent, self.tryAgain) = (code, sessionIdent, tryAgain)
    self.text = text
  }

  /// The text, for people: bytes that are not UTF-8 are replaced.
  public var message: String { String(decoding: text, as: UTF8.self) }
}

/// QUERY_ERROR: a set of subscriptions that the server refuses.
public struct QueryError: Hashable, Sendable {
  /// The protocol's error number, see ``ProtocolErrorCode``.
  public var code: Int32 = 0
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// The version of the set that is refused.
  public var queryVersion: Int64 = 0
  /// Why, as bytes of the wire.
  public var text: [UInt8] = []

  /// A message of these fields.
  public init(code: Int32, sessionIdent: UInt64, queryVersion: Int64, text: [UInt8]) {
    (self.code, self.sessionIdent, self.queryVersion) = (code, sessionIdent, queryVersion)
    self.text = text
  }
}

/// PONG: the answer to a PING, with its time.
public struct Pong: Hashable, Sendable {
  /// The time of the PING: milliseconds of a monotonic clock of the client.
  public var timestampMilliseconds: UInt64 = 0

  /// The answer to a PING of this time.
  public init(timestampMilliseconds: UInt64) {
    self.timestampMilliseconds = timestampMilliseconds
  }
}

/// LOG_MESSAGE: a line for the client's log.
public struct LogMessage: Hashable, Sendable {
  /// The session that the line is about; 0 for the connection as a whole.
  public var sessionIdent: UInt64 = 0
  /// The body as it is on the wire.
  public var json: [UInt8] = []

  /// A message of these fields.
  public init(sessionIdent: UInt64, json: [UInt8]) {
    (self.sessionIdent, self.json) = (sessionIdent, json)
  }
}
