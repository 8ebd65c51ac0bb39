/// What a synced file keeps of its synchronization (Realm Core: `client_history_impl.cpp`).
package struct SyncHistory: Sendable {
  package struct Entry: Sendable {
    package var version: UInt64
    /// The file that the change was made in; 0 for this one.
    package var originFileIdent: UInt64
    /// Milliseconds since 2015-01-01 (UTC).
    package var originTimestampMilliseconds: UInt64
    /// Of a change of this file, the server version that it had integrated then; of another, the server
    /// version that the change brought it to.
    package var remoteVersion: UInt64
    /// As stored; nil and empty both say that nothing synced was changed.
    package var changeset: [UInt8]?
    /// The changeset as it is after merging what the server sent since; nil where that was nothing.
    package var reciprocal: [UInt8]?

    /// The number by which Realm's client reset calls a change of this file: the version that it was made on.
    package var clientVersion: UInt64 { version - 1 }
  }

  /// How far the two sides know of each other.
  package struct Progress: Encodable, Hashable, Sendable {
    package var latestServerVersion: UInt64 = 0
    package var latestServerVersionSalt: UInt64 = 0
    package var downloadServerVersion: UInt64 = 0
    package var downloadClientVersion: UInt64 = 0
    /// The last version of the file that the server is known to have.
    package var uploadClientVersion: UInt64 = 0
    package var uploadServerVersion: UInt64 = 0
    package var downloadedBytes: UInt64 = 0
    package var downloadableBytes: UInt64 = 0
    package var uploadedBytes: UInt64 = 0
    package var uploadableBytes: UInt64 = 0
  }

  /// The layout of the history: 11 or 12.
  package var schemaVersion: UInt64
  package var clientFileIdent: UInt64
  package var clientFileIdentSalt: UInt64
  package var progress: Progress
  /// What is kept, oldest first.
  package var entries: [Entry]
  /// The versions of Realm that made or changed the history; empty where that cannot be read.
  package var engines: [EngineNote]

  /// A version of Realm that made the history, or brought it to another layout.
  package struct EngineNote: Hashable, Sendable {
    package var schemaVersion: Int64
    package var engineVersion: String
    package var fileVersion: Int64
    /// Seconds since 1970 (UTC).
    package var timeSeconds: Int64
  }

  /// Changes of this file that the server is not known to have, oldest first.
  package var pendingEntries: [Entry] {
    entries.filter {
      $0.originFileIdent == 0 && $0.changeset?.isEmpty == false
        && $0.version > progress.uploadClientVersion
    }
  }
}
