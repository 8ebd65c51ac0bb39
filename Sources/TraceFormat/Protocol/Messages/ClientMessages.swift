/// BIND: the beginning of a session.
public struct Bind: Hashable, Sendable {
  public var sessionIdent: UInt64
  /// Partition sync: the path, which is the partition value. Flexible sync: a JSON object.
  public var target: [UInt8]
  /// An access token; current clients leave it empty.
  public var token: [UInt8]
  /// Whether the file has no identifier yet and asks for one.
  public var needsFileIdent: Bool
  public var isSubserver: Bool
  /// Decides what `target` is.
  public var syncKind: SyncKind

  /// The partition value, for people: bytes that are not UTF-8 are replaced.
  public var path: String { String(decoding: target, as: UTF8.self) }
}

/// Client's IDENT: which file it is and how far that has got.
public struct ClientIdent: Hashable, Sendable {
  public var sessionIdent: UInt64
  public var file: FileIdent
  /// The download cursor: the last server version that was integrated.
  public var downloadServerVersion: UInt64
  /// The download cursor: the last client version that the server had integrated by then.
  public var downloadClientVersion: UInt64
  public var latestServerVersion: UInt64
  public var latestServerVersionSalt: Int64
  /// Flexible sync: the active set of subscriptions.
  public var subscriptions: QuerySet?
}

/// A set of subscriptions: its version and a JSON object of one query a class.
public struct QuerySet: Hashable, Sendable {
  public var version: Int64
  public var json: [UInt8]
}

/// QUERY: a newer set of subscriptions.
public struct Query: Hashable, Sendable {
  public var sessionIdent: UInt64
  public var subscriptions: QuerySet
}

/// UPLOAD: what the client did, or only how far it has got.
public struct Upload: Hashable, Sendable {
  public var sessionIdent: UInt64
  public var bodySize: BodySize
  /// The position reached in the client's history.
  public var progressClientVersion: UInt64
  /// The last server version integrated at that position.
  public var progressServerVersion: UInt64
  /// Below this version the client no longer needs the server's history.
  public var lockedServerVersion: UInt64
  public var entries: [Entry]

  /// A changeset of the client.
  public struct Entry: Hashable, Sendable {
    public var clientVersion: UInt64
    /// The last server version that the client had integrated before it.
    public var serverVersion: UInt64
    /// Milliseconds since 2015-01-01 (UTC).
    public var originTimestampMilliseconds: UInt64
    /// 0: the uploading client itself.
    public var originFileIdent: UInt64
    public var changeset: [UInt8]
  }
}

/// PING: a sign of life.
public struct Ping: Hashable, Sendable {
  /// Milliseconds of a monotonic clock of the client.
  public var timestampMilliseconds: UInt64
  /// The previous round-trip time, or 0.
  public var roundTripMilliseconds: UInt64
}

/// JSON_ERROR from the client: it could not process a DOWNLOAD.
public struct ClientError: Hashable, Sendable {
  public var code: Int32
  public var sessionIdent: UInt64
  public var json: [UInt8]
}

/// The sizes of a body that may be compressed, as its head announces them.
public struct BodySize: Hashable, Sendable {
  public var isCompressed: Bool
  public var uncompressed: UInt64
  public var compressed: UInt64
}
