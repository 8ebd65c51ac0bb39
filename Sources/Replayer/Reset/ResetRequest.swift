public import RealmModel
public import TraceFormat

/// Everything that a client reset depends on.
public struct ResetRequest: Sendable {
  /// Where in Realm Core's procedure the attempt begins.
  public enum Entry: Hashable, Sendable {
    /// At the error: all gates.
    case session
    /// In the transaction of the reset, with the fresh state at hand: the last gate only.
    case engine
  }

  /// The mode that the app has configured.
  public var mode: ResetMode
  public var error: SyncError
  /// The earlier reset that the file still tracks.
  public var pendingReset: PendingReset?
  /// The client's state, unsynced changes included.
  public var local: RealmState
  /// The server's state, as downloaded for the reset.
  public var fresh: RealmState
  /// What the server has not acknowledged, oldest first.
  public var unsynced: [Changeset]
  /// The version of the local file, where known; a file at version 1 was never written to.
  public var localVersion: UInt64?
  /// When the reset runs, in microseconds since 1970; becomes the time of the record it leaves.
  public var timeMicroseconds: Int64
  public var entry: Entry
  /// Which of Realm Core's defects are replayed.
  public var quirks: Quirks
  /// What client and server last shared, where known. Realm Core does not know it; the ideal engine
  /// learns from it what the deletion of an object did to links.
  public var base: RealmState?
  /// The indexes in ``unsynced`` of what the server has integrated all the same, its
  /// acknowledgement lost, as far as the trace shows. Realm Core does not know that either.
  public var integrated: Set<Int>
  /// The kind of sync that the app configured; decides which migrations there can be.
  public var syncKind: SyncKind
  /// The objects that the state afterwards is to be looked at for; nil for all.
  var scope: Set<ObjectName>?

  public init(
    mode: ResetMode, error: SyncError, pendingReset: PendingReset? = nil, local: RealmState,
    fresh: RealmState, unsynced: [Changeset], localVersion: UInt64? = nil,
    timeMicroseconds: Int64 = 0, entry: Entry = .session, quirks: Quirks = .realmCore,
    base: RealmState? = nil, integrated: Set<Int> = [], syncKind: SyncKind = .partition
  ) {
    self.mode = mode
    self.error = error
    self.pendingReset = pendingReset
    self.local = local
    self.fresh = fresh
    self.unsynced = unsynced
    self.localVersion = localVersion
    self.timeMicroseconds = timeMicroseconds
    self.entry = entry
    self.quirks = quirks
    self.base = base
    self.integrated = integrated
    self.syncKind = syncKind
  }
}

/// What a reset led to.
public struct ResetResponse: Sendable {
  public var attempt: ResetAttempt
  /// The client's state afterwards; the local one if the reset failed.
  public var after: RealmState
  /// The reset that the file tracks afterwards.
  public var pendingReset: PendingReset?
  /// For a recovered reset: the changesets that replace the unsynced ones, one for each.
  public var reupload: [Changeset]
  /// One for each unsynced instruction.
  public var rulings: [Ruling]
  /// The lists that were copied whole, in order.
  public var listCopies: [ListCopy] = []
  /// Where the client does not end up with what the server has.
  public var deviations: [CopyDeviation] = []
  /// The step at which the attempt ended, by itself or with everything done.
  var lastStep: ResetStep
}
