public import TraceFormat

/// One client reset that Realm Core performed, with everything that went in and came out: a line of
/// the conformance vectors.
public struct ResetVector: Hashable, Sendable {
  /// What Realm Core did.
  public struct Expectation: Hashable, Sendable {
    /// How the reset ended.
    public var result: ResetEnding
    /// For a failed reset: its class.
    public var failure: ResetFailureClass?
    /// Realm Core's message, which is not part of the contract.
    public var message = ""
    /// The client's state afterwards in canonical JSON, byte for byte as in the vector; absent where
    /// Realm Core ends the process, and in vectors that only count objects.
    public var stateText: [UInt8]?
    /// For large vectors without the state: how many objects each class has.
    public var objectCounts: [RealmString: UInt64] = [:]
    /// What replaced the unsynced changesets; absent where the vector does not say.
    public var reupload: [ResetObserved.Reupload]?
    /// The reset that the file tracks afterwards.
    public var pendingReset: PendingReset?
  }

  /// The name of the vector, unique in its file.
  public var name: String
  /// The mode that the client was set to.
  public var mode: ResetMode
  /// What the server asked the client to do.
  public var action: ServerAction
  /// The client's name of the error that asked for the reset, such as `SyncClientResetRequired`.
  public var errorName: String
  /// The server's message.
  public var errorMessage: String
  /// An earlier reset that the file still tracks.
  public var pendingReset: PendingReset?
  /// The changesets up to the last sync that client and server share, where known.
  public var base: [[UInt8]]?
  /// The server's own changesets after `base`, where known.
  public var serverChanges: [[UInt8]]?
  /// What builds the client's state just before the reset from an empty Realm; the unsynced changes are part of it.
  public var local: [[UInt8]]
  /// The changesets that the server had not acknowledged, oldest first.
  public var unsynced: [LocalCommit]
  /// What builds the state that the client downloads from an empty Realm.
  public var fresh: [[UInt8]]
  /// The client's state before the reset in canonical JSON, byte for byte as in the vector.
  public var localStateText: [UInt8]?
  /// The downloaded state in canonical JSON, byte for byte as in the vector.
  public var freshStateText: [UInt8]?
  /// What Realm Core came to.
  public var expectation: Expectation
}
