public import TraceFormat

/// One client reset that Realm Core performed: what went in, and what came out
/// (`docs/conformance.md`).
public struct ConformanceCase: Sendable {
  public var name: String
  public var mode: ResetMode
  public var error: SyncError
  /// An earlier reset that the file still tracks.
  public var pendingReset: PendingReset?
  /// The changesets that build the client's state, unsynced changes included.
  public var local: [[UInt8]]
  /// The changesets that build the state which the client downloads.
  public var fresh: [[UInt8]]
  public var unsynced: [VersionedChangeset]
  /// The client's and the server's state before the reset in canonical JSON, where recorded.
  public var localStateText: [UInt8]?
  public var freshStateText: [UInt8]?
  public var expected: Expectation

  public init(
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
  public struct VersionedChangeset: Hashable, Sendable {
    public var version: UInt64
    public var changeset: [UInt8]

    public init(version: UInt64, changeset: [UInt8]) {
      self.version = version
      self.changeset = changeset
    }
  }

  /// What Realm Core did.
  public struct Expectation: Hashable, Sendable {
    public var result: ResetEnding
    /// For a failed reset.
    public var failure: ResetFailureClass?
    /// The client's state afterwards in canonical JSON, where recorded.
    public var stateText: [UInt8]?
    /// How many objects each class has afterwards, where the state itself is too large to record.
    public var objectCounts: [String: Int]
    /// What replaced the unsynced changesets, where recorded.
    public var reupload: [VersionedChangeset]?
    public var pendingReset: PendingReset?

    public init(
      result: ResetEnding, failure: ResetFailureClass? = nil, stateText: [UInt8]? = nil,
      objectCounts: [String: Int] = [:], reupload: [VersionedChangeset]? = nil,
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
