package import RealmModel
package import TraceFormat

extension SessionTimeline {
  package struct Point: Sendable {
    package var sequence: UInt64
    package var timeMicroseconds: Int64
    package var change: Change

    /// What client and server last shared; nil where the trace does not show it.
    package var base: RealmState?
    package var client: RealmState?
    package var server: RealmState?
    /// Whether the client's state has transactions in it that only follow in the trace, so that
    /// it is not that of this point.
    package var isClientAhead: Bool
    /// Whether the objects of both sides have the internal keys that they have in Realm.
    package var hasInternalKeys = true
    package var pendingReset: PendingReset? = nil
    /// Whether something may be unsynced that an app had written before it began to record.
    var mayHaveEarlierWrites = false
    /// The last client version that the server is known to have acknowledged; 0 for none.
    package var acknowledgedClientVersion: UInt64

    /// The device's transactions since the last reset, as indexes in the timeline; from the inside, since the
    /// first one that is not acknowledged.
    package internal(set) var transactions: Range<Int>
    /// The last server version that was downloaded; 0 for none, and off the wire.
    package internal(set) var downloadedServerVersion: UInt64 = 0
    /// The same with its salt, where it was the newest of the server's; nil where it was not.
    package internal(set) var newestServerVersion: ServerVersion?
    package internal(set) var merged = MergedTransactions()
    /// The server's changes since the base, as indexes in the timeline.
    var serverChanges: Range<Int>
    var foundGapCount: Int
    /// The index of the reset that left the client's state, where nothing has changed it since.
    package internal(set) var resetIndex: Int? = nil
  }

  package enum Change: Codable, Hashable, Sendable {
    case snapshot(Snapshot.Role)
    case localCommit(clientVersion: UInt64)
    case serverCommit(serverVersion: UInt64)
    case upload(lastClientVersion: UInt64)
    /// Changes that the client downloaded, or an acknowledgement.
    case download(changeCount: Int, acknowledgedClientVersion: UInt64)
    case error(asksForReset: Bool)
    /// A reset was completed: client and server share the state that it downloaded.
    case reset
    case resetObserved

    private enum SnapshotCodingKeys: String, CodingKey { case _0 = "role" }
    private enum UploadCodingKeys: String, CodingKey { case lastClientVersion = "clientVersion" }
    private enum DownloadCodingKeys: String, CodingKey {
      case changeCount = "changes"
      case acknowledgedClientVersion
    }
  }
}

/// A version of a server's history. The salt tells two servers apart, and a server from its own backup.
package struct ServerVersion: Hashable, Sendable {
  package var version: UInt64
  package var salt: Int64
}
