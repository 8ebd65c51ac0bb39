/// An error of the sync protocol, as the client got it.
public struct SyncError: Codable, Hashable, Sendable {
  /// A write that the server undid or refused.
  public struct CompensatingWrite: Codable, Hashable, Sendable {
    /// The class of the object that was written to.
    public var table: String
    /// The primary key as base64, in the form of the wire (`docs/changesets.md`).
    public var primaryKey: String
    /// Why, in the server's words.
    public var reason: String

    /// A write that the server undid or refused.
    public init(table: String, primaryKey: String, reason: String) {
      (self.table, self.primaryKey, self.reason) = (table, primaryKey, reason)
    }
  }

  /// The protocol's error number, where known; 208 is a bad client file identifier.
  public var code: Int32?
  /// The client's name for the error, such as `SyncClientResetRequired`.
  public var name: String
  /// The text for logs and users.
  public var message: String
  /// What the server asks the client to do.
  public var action: ServerAction
  /// Whether the client must not try again by itself.
  public var isFatal: Bool
  /// Writes that the server undid or refused; empty for most errors.
  public var compensatingWrites: [CompensatingWrite]
  /// Where the server's log has more, if it said so.
  public var logURL: String

  /// An error of these parts.
  public init(
    code: Int32?, name: String, message: String, action: ServerAction, isFatal: Bool,
    compensatingWrites: [CompensatingWrite] = [], logURL: String = ""
  ) {
    (self.code, self.name, self.message) = (code, name, message)
    (self.action, self.isFatal, self.compensatingWrites) = (action, isFatal, compensatingWrites)
    self.logURL = logURL
  }

  /// What an app knows of an error that asked for a reset which the SDK carries out by itself: nothing but the
  /// reset. The action is assumed.
  package static let hiddenFromApp = SyncError(
    code: nil, name: "SyncClientResetRequired", message: "", action: .clientReset, isFatal: true)

  /// Whether it is such an error, whatever action is assumed.
  package var isHiddenFromApp: Bool {
    code == nil && message.isEmpty && name.hasSameBytes(as: Self.hiddenFromApp.name)
  }
}

/// What the device itself did at a reset: the truth that a replay is checked against.
public struct ResetObserved: Hashable, Sendable {
  /// A changeset that replaced an unsynced one.
  public struct Reupload: Hashable, Sendable {
    /// The client version of the changeset that was replaced.
    public var clientVersion: UInt64
    /// The encoded changeset that replaces it.
    public var changeset: [UInt8]

    /// A changeset that replaced an unsynced one.
    public init(clientVersion: UInt64, changeset: [UInt8]) {
      (self.clientVersion, self.changeset) = (clientVersion, changeset)
    }
  }

  /// The mode that was used.
  public var mode: ResetMode
  /// What the server had asked for.
  public var action: ServerAction
  /// How it ended.
  public var result: ResetEnding
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

  /// An observation of these parts.
  public init(
    mode: ResetMode, action: ServerAction, result: ResetEnding,
    failure: ResetFailureClass? = nil, message: String = "", stateDigest: UInt64? = nil,
    reupload: [Reupload]? = nil, pendingReset: PendingReset? = nil
  ) {
    (self.mode, self.action, self.result) = (mode, action, result)
    (self.failure, self.message, self.stateDigest) = (failure, message, stateDigest)
    (self.reupload, self.pendingReset) = (reupload, pendingReset)
  }
}
