package import RealmModel
package import TraceFormat

extension SessionTimeline {
  /// Where client and server stood after one event.
  package struct Point: Sendable {
    /// The event's record, and its time.
    package var sequence: UInt64
    package var timeMicroseconds: Int64
    package var change: Change

    /// What client and server last shared; nil where the trace does not show it.
    package var base: RealmState?
    /// The client's state; nil where the trace does not show it.
    package var client: RealmState?
    /// The server's state as far as the trace shows it; nil where it does not.
    package var server: RealmState?
    /// Whether the client's state has transactions in it that only follow in the trace, so that
    /// it is not that of this point.
    package var isClientAhead: Bool
    /// Whether the objects of both sides have the internal keys that they have in Realm, or at least
    /// the same on both.
    package var hasInternalKeys = true
    /// The reset that the file tracks, not yet completed.
    package var pendingReset: PendingReset? = nil
    /// The last client version that the server is known to have acknowledged; 0 for none.
    package var acknowledgedClientVersion: UInt64

    /// The device's transactions since the last reset, as indexes in the timeline; from the inside, since the
    /// first one that is not acknowledged.
    package internal(set) var transactions: Range<Int>
    /// The last server version that was downloaded; 0 for none, and off the wire.
    package internal(set) var downloadedServerVersion: UInt64 = 0
    /// The same with its salt, where it was the newest of the server's; nil where it was not.
    package internal(set) var newestServerVersion: ServerVersion?
    /// Those of them that merges have changed.
    package internal(set) var merged = MergedTransactions()
    /// The server's changes since the base, as indexes in the timeline.
    var serverChanges: Range<Int>
    /// How many gaps were met so far.
    var foundGapCount: Int
    /// The index of the reset that left the client's state, where nothing has changed it since.
    package internal(set) var resetIndex: Int? = nil
  }

  /// What an event changed.
  package enum Change: Codable, Hashable, Sendable {
    /// A state was recorded.
    case snapshot(Snapshot.Role)
    /// A transaction on the device.
    case localCommit(clientVersion: UInt64)
    /// A change of the server's.
    case serverCommit(serverVersion: UInt64)
    /// Transactions of the device that show by their upload.
    case upload(lastClientVersion: UInt64)
    /// Changes that the client downloaded, or an acknowledgement.
    case download(changeCount: Int, acknowledgedClientVersion: UInt64)
    /// An error, whether it asks for a reset or not.
    case error(asksForReset: Bool)
    /// A reset was completed: client and server share the state that it downloaded.
    case reset
    /// What the device itself did was recorded.
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
