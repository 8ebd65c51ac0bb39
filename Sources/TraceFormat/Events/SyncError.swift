/// An error of the sync protocol, as the client got it.
public struct SyncError: Hashable, Sendable {
  /// A write that the server undid or refused.
  public struct CompensatingWrite: Hashable, Sendable {
    public var table: String
    /// The primary key as base64, in the form of the wire (`docs/changesets.md`).
    public var primaryKey: String
    public var reason: String

    public init(table: String, primaryKey: String, reason: String) {
      self.table = table
      self.primaryKey = primaryKey
      self.reason = reason
    }
  }

  /// The protocol's error number, where known; 208 is a bad client file identifier.
  public var code: Int32?
  /// The client's name for the error, such as `SyncClientResetRequired`.
  public var name: String
  public var message: String
  public var action: ServerAction
  public var isFatal: Bool
  public var compensatingWrites: [CompensatingWrite]
  /// Where the server's log has more, if it said so.
  public var logURL: String

  public init(
    code: Int32?, name: String, message: String, action: ServerAction, isFatal: Bool,
    compensatingWrites: [CompensatingWrite] = [], logURL: String = ""
  ) {
    self.code = code
    self.name = name
    self.message = message
    self.action = action
    self.isFatal = isFatal
    self.compensatingWrites = compensatingWrites
    self.logURL = logURL
  }
}

/// What the device itself did at a reset: the truth that a replay is checked against.
public struct ResetObserved: Hashable, Sendable {
  /// A changeset that replaced an unsynced one.
  public struct Reupload: Hashable, Sendable {
    public var clientVersion: UInt64
    public var changeset: [UInt8]

    public init(clientVersion: UInt64, changeset: [UInt8]) {
      self.clientVersion = clientVersion
      self.changeset = changeset
    }
  }

  public var mode: ResetMode
  public var action: ServerAction
  public var result: ResetResult
  /// For a failed reset: its class, where known.
  public var failure: ResetFailureClass?
  /// The engine's message, where known.
  public var message: String
  /// XXH64 (seed 0) of the client's state afterwards in canonical JSON, where known.
  public var stateDigest: UInt64?
  /// For a recovered reset: what replaced the unsynced changesets. Absent where unknown.
  public var reupload: [Reupload]?
  /// The reset that the file tracks afterwards.
  public var pendingReset: PendingReset?

  public init(
    mode: ResetMode, action: ServerAction, result: ResetResult,
    failure: ResetFailureClass? = nil, message: String = "", stateDigest: UInt64? = nil,
    reupload: [Reupload]? = nil, pendingReset: PendingReset? = nil
  ) {
    self.mode = mode
    self.action = action
    self.result = result
    self.failure = failure
    self.message = message
    self.stateDigest = stateDigest
    self.reupload = reupload
    self.pendingReset = pendingReset
  }
}
