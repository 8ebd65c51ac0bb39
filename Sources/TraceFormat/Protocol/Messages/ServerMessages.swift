/// Server's IDENT: the identifier that a new file gets.
public struct ServerIdent: Hashable, Sendable {
  public var sessionIdent: UInt64
  public var file: FileIdent
}

/// DOWNLOAD: what others did, and the acknowledgement of what the client uploaded.
public struct Download: Hashable, Sendable {
  public var sessionIdent: UInt64
  /// The position reached in the server's history.
  public var downloadServerVersion: UInt64
  /// The last client version that the server had integrated at that position.
  public var downloadClientVersion: UInt64
  public var latestServerVersion: UInt64
  public var latestServerVersionSalt: Int64
  /// The acknowledgement of uploads: the last client version that the server has integrated at all.
  public var uploadClientVersion: UInt64
  /// The server version that the client declared for that upload.
  public var uploadServerVersion: UInt64
  public var scope: Scope
  public var bodySize: BodySize
  public var entries: [Entry]

  /// What the two kinds of sync say differently.
  public enum Scope: Hashable, Sendable {
    /// An estimate of the bytes still to come.
    case partition(downloadableBytes: UInt64)
    /// The set of subscriptions that the data belongs to; the estimate runs from 0 to 1.
    case flexible(queryVersion: Int64, batchState: BatchState, progressEstimate: Double)
  }

  /// Where a DOWNLOAD of flexible sync stands in a bootstrap.
  public enum BatchState: Int64, Hashable, Sendable, CaseIterable {
    case moreToCome = 0
    case lastInBatch = 1
    case steadyState = 2
  }

  /// A changeset of the server's history.
  public struct Entry: Hashable, Sendable {
    public var serverVersion: UInt64
    /// The last client version that the server had integrated before it.
    public var clientVersion: UInt64
    /// Milliseconds since 2015-01-01 (UTC).
    public var originTimestampMilliseconds: UInt64
    public var originFileIdent: UInt64
    /// The changeset's size before the server compacted it, in bytes.
    public var originalChangesetSize: UInt64
    public var changeset: [UInt8]
  }
}

/// ERROR: the form before protocol version 7, without an action.
public struct LegacyError: Hashable, Sendable {
  public var code: Int32
  public var sessionIdent: UInt64
  public var tryAgain: Bool
  public var text: [UInt8]

  /// The text, for people: bytes that are not UTF-8 are replaced.
  public var message: String { String(decoding: text, as: UTF8.self) }
}

/// JSON_ERROR from the server; `details()` reads its body.
public struct ServerError: Hashable, Sendable {
  public var code: Int32
  public var sessionIdent: UInt64
  public var json: [UInt8]
}

/// QUERY_ERROR: a set of subscriptions that the server refuses.
public struct QueryError: Hashable, Sendable {
  public var code: Int32
  public var sessionIdent: UInt64
  public var queryVersion: Int64
  public var text: [UInt8]

  /// The text, for people: bytes that are not UTF-8 are replaced.
  public var message: String { String(decoding: text, as: UTF8.self) }
}

/// PONG: the answer to a PING, with its time.
public struct Pong: Hashable, Sendable {
  public var timestampMilliseconds: UInt64
}

/// LOG_MESSAGE: a line for the client's log; `details()` reads its body.
public struct LogMessage: Hashable, Sendable {
  public var sessionIdent: UInt64
  public var json: [UInt8]
}
