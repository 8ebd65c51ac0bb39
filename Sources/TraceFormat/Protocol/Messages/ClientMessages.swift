/// BIND: the beginning of a session.
public struct Bind: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// Partition sync: the path, which is the partition value. Flexible sync: a JSON object.
  public var target: [UInt8] = []
  /// An access token; current clients leave it empty.
  public var token: [UInt8] = []
  /// Whether the file has no identifier yet and asks for one.
  public var needsFileIdent = false
  /// Always false from Realm's clients.
  public var isSubserver = false
  /// Decides what `target` is.
  public var syncKind: SyncKind

  /// A message of these fields.
  public init(
    sessionIdent: UInt64, target: [UInt8], token: [UInt8] = [], needsFileIdent: Bool,
    isSubserver: Bool = false, syncKind: SyncKind
  ) {
    (self.sessionIdent, self.target, self.token) = (sessionIdent, target, token)
    (self.needsFileIdent, self.isSubserver, self.syncKind) = (needsFileIdent, isSubserver, syncKind)
  }

  /// The partition value, for people: bytes that are not UTF-8 are replaced.
  public var path: String { String(decoding: target, as: UTF8.self) }
}

/// Client's IDENT: which file it is and how far that has got.
public struct ClientIdent: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// The file, by the identifier that the server gave it.
  public var file = FileIdent(ident: 0, salt: 0)
  /// The download cursor: the last server version that was integrated.
  public var downloadServerVersion: UInt64 = 0
  /// The download cursor: the last client version that the server had integrated by then.
  public var downloadClientVersion: UInt64 = 0
  /// The newest server version that the client has heard of.
  public var latestServerVersion: UInt64 = 0
  /// The number that came with that version, so that the server notices a restored backup.
  public var latestServerVersionSalt: Int64 = 0
  /// Flexible sync: the active set of subscriptions.
  public var subscriptions: QuerySet?

  /// A message of these fields.
  public init(
    sessionIdent: UInt64, file: FileIdent, downloadServerVersion: UInt64,
    downloadClientVersion: UInt64, latestServerVersion: UInt64, latestServerVersionSalt: Int64,
    subscriptions: QuerySet? = nil
  ) {
    (self.sessionIdent, self.file) = (sessionIdent, file)
    self.downloadServerVersion = downloadServerVersion
    self.downloadClientVersion = downloadClientVersion
    self.latestServerVersion = latestServerVersion
    (self.latestServerVersionSalt, self.subscriptions) = (latestServerVersionSalt, subscriptions)
  }
}

/// A set of subscriptions: its version and a JSON object of one query a class.
public struct QuerySet: Hashable, Sendable {
  /// The version of the set, counted by the client.
  public var version: Int64
  /// The object as it is on the wire.
  public var json: [UInt8]

  /// A set as it is on the wire.
  public init(version: Int64, json: [UInt8]) {
    (self.version, self.json) = (version, json)
  }
}

/// QUERY: a newer set of subscriptions.
public struct Query: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// The set that is to become the active one.
  public var subscriptions = QuerySet(version: 0, json: [])

  /// A message of these fields.
  public init(sessionIdent: UInt64, subscriptions: QuerySet) {
    (self.sessionIdent, self.subscriptions) = (sessionIdent, subscriptions)
  }
}

/// UPLOAD: what the client did, or only how far it has got.
public struct Upload: Hashable, Sendable {
  /// The number that the session has on its connection.
  public var sessionIdent: UInt64 = 0
  /// What the head says about the body; ``ProtocolMessage/withFittingBodySize`` makes it fit the entries.
  public var bodySize = BodySize.plain(0)
  /// The position reached in the client's history.
  public var progressClientVersion: UInt64 = 0
  /// The last server version integrated at that position.
  public var progressServerVersion: UInt64 = 0
  /// Below this version the client no longer needs the server's history.
  public var lockedServerVersion: UInt64 = 0
  /// The changesets, in the order of their client versions.
  public var entries: [Entry] = []

  /// A message of these fields.
  public init(
    sessionIdent: UInt64, bodySize: BodySize, progressClientVersion: UInt64,
    progressServerVersion: UInt64, lockedServerVersion: UInt64, entries: [Entry]
  ) {
    (self.sessionIdent, self.bodySize) = (sessionIdent, bodySize)
    self.progressClientVersion = progressClientVersion
    self.progressServerVersion = progressServerVersion
    (self.lockedServerVersion, self.entries) = (lockedServerVersion, entries)
  }

  /// A changeset of the client.
  public struct Entry: Hashable, Sendable {
    /// The client version that the changeset made.
    public var clientVersion: UInt64 = 0
    /// The last server version that the client had integrated before it.
    public var serverVersion: UInt64 = 0
    /// Milliseconds since 2015-01-01 (UTC).
    public var originTimestampMilliseconds: UInt64 = 0
    /// 0: the uploading client itself.
    public var originFileIdent: UInt64 = 0
    /// The encoded changeset.
    public var changeset: [UInt8] = []

    /// An entry of these fields.
    public init(
      clientVersion: UInt64, serverVersion: UInt64, originTimestampMilliseconds: UInt64,
      originFileIdent: UInt64 = 0, changeset: [UInt8]
    ) {
      (self.clientVersion, self.serverVersion) = (clientVersion, serverVersion)
      self.originTimestampMilliseconds = originTimestampMilliseconds
      (self.originFileIdent, self.changeset) = (originFileIdent, changeset)
    }
  }
}

/// PING: a sign of life.
public struct Ping: Hashable, Sendable {
  /// Milliseconds of a monotonic clock of the client.
  public var timestampMilliseconds: UInt64 = 0
  /// The previous round-trip time, or 0.
  public var roundTripMilliseconds: UInt64 = 0

  /// A message of these fields.
  public init(timestampMilliseconds: UInt64, roundTripMilliseconds: UInt64) {
    self.timestampMilliseconds = timestampMilliseconds
    self.roundTripMilliseconds = roundTripMilliseconds
  }
}

/// The sizes of a body that may be compressed, as its head announces them.
public struct BodySize: Hashable, Sendable {
  /// Whether the body crossed the wire compressed, as one zlib stream.
  public var isCompressed: Bool
  /// Bytes of the body before compression.
  public var uncompressed: UInt64
  /// Bytes of the body on the wire; 0 where it is not compressed.
  public var compressed: UInt64

  /// What a head announces.
  public init(isCompressed: Bool, uncompressed: UInt64, compressed: UInt64) {
    (self.isCompressed, self.uncompressed) = (isCompressed, uncompressed)
    self.compressed = compressed
  }

  /// A body of so many bytes that is not compressed.
  public static func plain(_ size: Int) -> BodySize {
    BodySize(isCompressed: false, uncompressed: UInt64(size), compressed: 0)
  }
}
