public import TraceFormat

/// Something that somebody who watches a recording wants to know, as it happens. Secrets are gone from it.
public struct ProxyReport: Sendable {
  /// What happened.
  public enum Finding: Sendable, Equatable {
    /// A WebSocket is open.
    case opened(connection: String, text: String)
    /// A connection ended; says how.
    case closed(connection: String, reason: String)
    /// A message was recorded.
    case message
    /// The server reported an error.
    case error(connection: String, session: UInt32, SyncError)
    /// Something else on a connection.
    case note(connection: String, text: String)
    /// Messages are missing in the trace; nil if nobody knows how many.
    case lost(count: UInt64?, reason: String)
    /// The recording continues in a new file.
    case file
    /// Nothing more can be written; connections are passed on all the same.
    case failed(reason: String)
  }

  /// What happened.
  public var finding: Finding
  /// Everything so far.
  public var totals: RecordingTotals
  /// The file that is written.
  public var path: String
}

/// What has been seen so far.
public struct RecordingTotals: Hashable, Sendable {
  /// Connections that were ever open.
  public var connectionCount = 0
  /// Connections that are open.
  public var openConnectionCount = 0
  /// Sessions that were ever bound.
  public var sessionCount = 0
  /// Messages from clients.
  public var uploadedMessageCount: UInt64 = 0
  /// Bytes of these.
  public var uploadedBytes: UInt64 = 0
  /// Messages from the server.
  public var downloadedMessageCount: UInt64 = 0
  /// Bytes of these.
  public var downloadedBytes: UInt64 = 0
  /// Changesets that were uploaded and that the server has not acknowledged, also on connections that have ended. A
  /// client reset gives the file another identifier: what it had uploaded under the old one stays counted.
  public var unacknowledgedCount = 0
  /// Errors that the server reported.
  public var errorCount = 0
  /// Those of them that ask for a client reset.
  public var resetRequestCount = 0

  /// Nothing yet.
  public init() {}

  /// Messages in both directions.
  public var messageCount: UInt64 { uploadedMessageCount + downloadedMessageCount }
}

/// What a recording came to.
public struct RecordingSummary: Hashable, Sendable {
  /// The file, or the last of several.
  public var path: String
  /// What was seen.
  public var totals: RecordingTotals
  /// Messages that are not in the trace, at least: a place where nobody knows how many counts as one.
  public var lossCount: UInt64
  /// The places where nobody knows how many messages are missing.
  public var uncountedLossCount: UInt64
  /// Secrets that were replaced.
  public var secrets: SecretCounts
}
