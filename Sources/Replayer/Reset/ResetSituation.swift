public import RealmModel
public import TraceFormat

/// Everything that a client reset depends on: what it begins with.
public struct ResetSituation: Sendable {
  /// Where in Realm Core's procedure the attempt begins.
  public enum Entry: Hashable, Sendable {
    /// At the error: all gates.
    case session
    /// In the transaction of the reset, with the fresh state at hand: the last gate only.
    case engine
  }

  /// The session, and when the reset is asked for.
  public var session: ResetSession
  /// The error that asks for it, as recorded.
  public var error: SyncError
  /// What the client takes the error to ask for: the error's own action, or that of an ordinary reset
  /// where it names none although it was followed by a reset.
  public var action: ServerAction
  /// The earlier reset that the file still tracks.
  public var pendingReset: PendingReset?
  /// What client and server last shared, where known. Realm Core does not know it; the ideal engine
  /// learns from it what the deletion of an object did to links.
  public var base: RealmState?
  /// The client's state just before the reset, unsynced changes included.
  public var local: RealmState
  /// The server's state, as the client downloads it for the reset.
  public var fresh: RealmState
  /// What the server has not acknowledged, oldest first.
  public package(set) var unsynced: [UnsyncedChangeset]
  /// The server's own changes since the base, in order; nil where they are not known.
  public private(set) var serverChanges: [ServerChange]?
  /// The indexes in ``unsynced`` of what the server has integrated all the same, its acknowledgement
  /// lost, as far as ``serverChanges`` show. Realm Core does not know it.
  public private(set) var integrated: Set<Int>
  /// The version of the local file, where known; a file at version 1 was never written to.
  public var localVersion: UInt64?
  /// Where the reset is entered.
  public var entry: Entry
  /// Whether objects of both states have the internal keys that they have in Realm; false where a state was listed anew.
  package var hasInternalKeys = true
  /// Where no reset takes place: whether the trace shows any word of a server to the session.
  package var hasHeardServer = true
  /// Where no reset takes place: the objects that the server refused writes to.
  package var refusedObjects: [RefusedObject] = []
  /// All that the trace shows of the device's own transactions by then, what was acknowledged included.
  package var written: ArraySlice<UnsyncedChangeset> = []
  /// Whether ``serverChanges`` are all that others changed since a server was restored from a backup, if it was.
  package var showsChangesSinceRestore = false
  /// What a server was restored to, before those changes, where the trace shows that state.
  package var restored: RealmState?
  /// Those changesets of a recorded base that erase objects, as only a history does.
  package var baseHistory: [Changeset] = []
  /// The objects that the state afterwards is to be looked at for; nil for all.
  var scope: Set<ObjectName>?

  /// - Parameters:
  ///   - session: what the sync session tells of the device besides its data.
  ///   - error: the error with which the server asks for the reset.
  ///   - action: what the error is taken to ask for; its own action if nil.
  ///   - pendingReset: a reset that the device began before, and has not finished.
  ///   - base: the state that both sides last had in common; nil where it is not known.
  ///   - local: the device's state with what it has not synced.
  ///   - fresh: the state that the device downloads for the reset.
  ///   - unsynced: what the device has not synced, oldest first.
  ///   - serverChanges: the server's changes since the base; nil where they are not known.
  ///   - localVersion: the version of the device's Realm, where it is known.
  ///   - entry: where in the SDK the reset begins.
  public init(
    session: ResetSession = ResetSession(), error: SyncError, action: ServerAction? = nil,
    pendingReset: PendingReset? = nil, base: RealmState? = nil, local: RealmState,
    fresh: RealmState, unsynced: [UnsyncedChangeset], serverChanges: [ServerChange]? = nil,
    localVersion: UInt64? = nil, entry: Entry = .session
  ) {
    (self.session, self.error) = (session, error)
    self.action = action ?? error.action
    (self.pendingReset, self.base, self.local, self.fresh) = (pendingReset, base, local, fresh)
    (self.unsynced, self.serverChanges) = (unsynced, serverChanges)
    (self.localVersion, self.entry) = (localVersion, entry)
    integrated = ServerChange.integrated(unsynced, in: serverChanges ?? [])
  }

  /// Whether the server has gone back in time, as errors 209 and 211 tell (`docs/rules.md`), and what others have changed
  /// since is not shown.
  var hidesChangesSinceRestore: Bool {
    lacksChangesSinceRestore && base.map { !$0.isEqual(to: fresh) } == true
  }

  /// The same, also where the server has what it had at the last sync.
  var lacksChangesSinceRestore: Bool {
    (error.code == 209 || error.code == 211) && !showsChangesSinceRestore
  }

  /// The kind of sync that the app configured; decides which migrations there can be.
  var syncKind: SyncKind { session.start?.syncKind ?? .partition }

  /// Another error asks for the reset, and its action is meant as it stands.
  package mutating func replaceError(_ error: SyncError) {
    self.error = error
    action = error.action
  }

  mutating func replaceServerChanges(_ changes: [ServerChange]?) {
    serverChanges = changes
    integrated = ServerChange.integrated(unsynced, in: changes ?? [])
  }

  /// Takes note of what is known of the server's changes where not all of them are.
  mutating func noteIntegrated(in changes: some Collection<ServerChange>) {
    integrated.formUnion(ServerChange.integrated(unsynced, in: Array(changes)))
  }

  /// The version of the last transaction that the server has integrated without the client hearing of it.
  var integratedVersion: UInt64? { integrated.max().map { unsynced[$0].clientVersion } }

  /// What an earlier reset has recovered is unsynced again; the server has integrated none of it.
  mutating func replaceUnsynced(_ transactions: [UnsyncedChangeset]) {
    unsynced = transactions
    integrated = []
  }
}

/// Which session a reset was about, and when.
public struct ResetSession: Codable, Hashable, Sendable {
  /// The session's number within the trace.
  public var session: UInt32
  /// The session's beginning, where the trace shows it.
  public var start: SessionStart?
  /// The event that asked for the reset: its sequence number and time.
  public var resetSequence: UInt64
  /// In microseconds since 1970; becomes the time of the record that the reset leaves.
  public var resetTimeMicroseconds: Int64

  /// A session, and the event of it that asks for a reset.
  public init(
    session: UInt32 = 0, start: SessionStart? = nil, resetSequence: UInt64 = 0,
    resetTimeMicroseconds: Int64 = 0
  ) {
    (self.session, self.start) = (session, start)
    (self.resetSequence, self.resetTimeMicroseconds) = (resetSequence, resetTimeMicroseconds)
  }

  private enum CodingKeys: String, CodingKey {
    case session, resetSequence, resetTimeMicroseconds
  }
}

/// A local transaction that the server had not acknowledged.
public struct UnsyncedChangeset: Sendable {
  /// The version of the client's file that the transaction made.
  public var clientVersion: UInt64
  /// The record in the trace: its sequence number and time.
  public var sequence: UInt64
  /// In microseconds since 1970.
  public var timeMicroseconds: Int64
  /// Milliseconds since 2015-01-01 (UTC), the changeset's own time, where known.
  public var originTimestampMilliseconds: UInt64?
  /// The transaction, decoded.
  public var changeset: Changeset
  /// Whether an earlier reset recovered it, under the version and time that it had before.
  package var isRecovered = false

  /// A transaction of the device.
  ///
  /// - Parameters:
  ///   - clientVersion: the version of the device's Realm that the transaction made.
  ///   - sequence: its record in the trace; a refusal of the server concerns only what was recorded before it.
  ///   - timeMicroseconds: when it was recorded, in microseconds since 1970.
  ///   - originTimestampMilliseconds: the changeset's own time, where known: a server's change of another time is not
  ///     this transaction.
  ///   - changeset: what it did.
  public init(
    clientVersion: UInt64, sequence: UInt64 = 0, timeMicroseconds: Int64 = 0,
    originTimestampMilliseconds: UInt64? = nil, changeset: Changeset
  ) {
    (self.clientVersion, self.sequence) = (clientVersion, sequence)
    self.timeMicroseconds = timeMicroseconds
    (self.originTimestampMilliseconds, self.changeset) = (originTimestampMilliseconds, changeset)
  }

  /// The changeset that takes the place of this one, under its version.
  func replaced(by changeset: Changeset) -> UnsyncedChangeset {
    var replaced = self
    replaced.changeset = changeset
    return replaced
  }
}
