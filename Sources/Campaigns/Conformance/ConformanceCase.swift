package import TraceFormat

/// One client reset that Realm Core performed: what went in, and what came out
/// (`docs/conformance.md`).
package struct ConformanceCase: Sendable {
  package var name: String
  package var mode: ResetMode
  package var error: SyncError
  /// An earlier reset that the file still tracks.
  package var pendingReset: PendingReset?
  /// The changesets that build the client's state, unsynced changes included.
  package var local: [[UInt8]]
  /// The changesets that build the state which the client downloads.
  package var fresh: [[UInt8]]
  package var unsynced: [VersionedChangeset]
  /// The client's and the server's state before the reset in canonical JSON, where recorded.
  package var localStateText: [UInt8]?
  package var freshStateText: [UInt8]?
  package var expected: Expectation

  package init(
    name: String, mode: ResetMode, error: SyncError, pendingReset: PendingReset? = nil,
    local: [[UInt8]], fresh: [[UInt8]], unsynced: [VersionedChangeset],
    localStateText: [UInt8]? = nil, freshStateText: [UInt8]? = nil, expected: Expectation
  ) {
    self.name = name
    self.mode = mode
    self.error = error
    self.pendingReset = pendingReset
    self.local = local
    self.fresh = fresh
    self.unsynced = unsynced
    self.localStateText = localStateText
    self.freshStateText = freshStateText
    self.expected = expected
  }
}

extension ConformanceCase {
  /// An encoded changeset and the version of the client's file that it made.
  package struct VersionedChangeset: Hashable, Sendable {
    package var version: UInt64
    package var changeset: [UInt8]

    package init(version: UInt64, changeset: [UInt8]) {
      self.version = version
      self.changeset = changeset
    }
  }

  /// What Realm Core did.
  package struct Expectation: Hashable, Sendable {
    package var result: ResetEnding
    /// For a failed reset.
    package var failure: ResetFailureClass?
    /// The client's state afterwards in canonical JSON, where recorded.
    package var stateText: [UInt8]?
    /// How many objects each class has afterwards, where the state itself is too large to record.
    package var objectCounts: [RealmString: Int]
    /// What replaced the unsynced changesets, where recorded.
    package var reupload: [VersionedChangeset]?
    package var pendingReset: PendingReset?

    package init(
      result: ResetEnding, failure: ResetFailureClass? = nil, stateText: [UInt8]? = nil,
      objectCounts: [RealmString: Int] = [:], reupload: [VersionedChangeset]? = nil,
      pendingReset: PendingReset? = nil
    ) {
      self.result = result
      self.failure = failure
      self.stateText = stateText
      self.objectCounts = objectCounts
      self.reupload = reupload
      self.pendingReset = pendingReset
    }
  }
}
