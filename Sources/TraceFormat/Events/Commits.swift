/// A transaction on the device.
public struct LocalCommit: Hashable, Sendable {
  /// The version of the client's file that the transaction made.
  public var clientVersion: UInt64
  /// The encoded changeset; empty for a transaction without replicated instructions.
  public var changeset: [UInt8]
  /// The last server version that the client had integrated before it, where known.
  public var lastIntegratedServerVersion: UInt64?
  /// Milliseconds since 2015-01-01 (UTC), the origin timestamp of the wire, where known.
  public var originTimestampMilliseconds: UInt64?

  /// A transaction of the device.
  public init(
    clientVersion: UInt64, changeset: [UInt8], lastIntegratedServerVersion: UInt64? = nil,
    originTimestampMilliseconds: UInt64? = nil
  ) {
    (self.clientVersion, self.changeset) = (clientVersion, changeset)
    self.lastIntegratedServerVersion = lastIntegratedServerVersion
    self.originTimestampMilliseconds = originTimestampMilliseconds
  }
}

/// A changeset of the server's history that is known without having crossed the wire.
public struct ServerCommit: Hashable, Sendable {
  /// The server version that the changeset made.
  public var serverVersion: UInt64
  /// The encoded changeset.
  public var changeset: [UInt8]
  /// The client file that the changeset came from, where known.
  public var originFileIdent: UInt64?
  /// Milliseconds since 2015-01-01 (UTC), where known.
  public var originTimestampMilliseconds: UInt64?
  /// The last client version that the server had integrated before it, where known: what the client wrote
  /// after that is concurrent to it.
  public var lastIntegratedClientVersion: UInt64?

  /// A changeset of the server's history.
  public init(
    serverVersion: UInt64, changeset: [UInt8], originFileIdent: UInt64? = nil,
    originTimestampMilliseconds: UInt64? = nil, lastIntegratedClientVersion: UInt64? = nil
  ) {
    (self.serverVersion, self.changeset) = (serverVersion, changeset)
    self.originFileIdent = originFileIdent
    self.originTimestampMilliseconds = originTimestampMilliseconds
    self.lastIntegratedClientVersion = lastIntegratedClientVersion
  }
}

/// A state of a Realm at one point, as the changesets that build it.
public struct Snapshot: Hashable, Sendable {
  /// Which state it is.
  public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
    /// What client and server had in common at the last sync.
    case base
    /// The client's, unsynced changes included: the local commits of the same session, recorded
    /// before or after it, are unsynced and in it already, so they must not be applied to it.
    case local
    /// What a client reset downloads.
    case fresh
    /// The server's.
    case server
    /// The client's, once a reset is over.
    case afterReset
  }

  /// What the changesets start from.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// An empty Realm.
    case empty
    /// The `base` snapshot with the server commits recorded so far. This is how a state keeps Realm's internal keys:
    /// they follow from the history that made the state, and some outcomes of a reset depend on them.
    case serverHistory
  }

  /// Which of the records it is that hold a state together, where one can't: the state has the changesets and the
  /// keys of all, in their order.
  public struct Part: Hashable, Sendable {
    /// The number of the part, from 0.
    public var index: UInt32
    /// Whether no other one follows.
    public var isLast: Bool
  }

  /// Which state it is.
  public var role: Role
  /// What the changesets start from.
  public var origin: Origin
  /// Encoded changesets, to be applied in order.
  public var changesets: [[UInt8]]
  /// Realm's own numbers for what the changesets build, where the source knows them.
  public var keys: SnapshotKeys?
  /// Which part of the state it is; nil for all of it.
  public var part: Part?

  /// A state by the changesets that build it.
  public init(
    role: Role, origin: Origin = .empty, changesets: [[UInt8]], keys: SnapshotKeys? = nil,
    part: Part? = nil
  ) {
    (self.role, self.origin, self.changesets) = (role, origin, changesets)
    (self.keys, self.part) = (keys, part)
  }
}
