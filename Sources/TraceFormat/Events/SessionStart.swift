/// The beginning of a session: which Realm file syncs with what, and as far as known, how.
public struct SessionStart: Hashable, Sendable {
  /// Where a trace comes from.
  public enum Source: String, Codable, Hashable, Sendable, CaseIterable {
    /// The recorder inside an app.
    case live
    /// A proxy between client and server.
    case proxy
    /// A capture of messages.
    case capture
    /// A client reset that Realm Core was watched at.
    case vector
    /// A session written by hand.
    case scenario
    /// The file of a client.
    case realmFile
    /// The log of an app, in which most messages lack their bodies.
    case log
  }

  /// Where the session was recorded.
  public var source: Source
  /// A name for people: the vector's or the scenario's name, the capture's connection.
  public var name: String
  /// The connection the session runs on, as the capture calls it; empty off the wire.
  public var connection: String
  /// The session's number on that connection; absent off the wire.
  public var wireSession: UInt64?
  /// The path of the client's Realm file or, in partition sync, the path named in BIND.
  public var clientFile: String
  /// The client file identifier at the start, if the file has one.
  public var clientFileIdent: UInt64?
  /// Decides how some messages are laid out.
  public var syncKind: SyncKind
  /// The version of the sync protocol, where the source knows it.
  public var protocolVersion: UInt32?
  /// The mode the app has configured, where the source knows it.
  public var configuredResetMode: ResetMode?
  /// An earlier reset that the file still tracks.
  public var pendingReset: PendingReset?
  /// The SDK and its version, where the source knows them: in words, such as `Swift 10.54.6`, or as
  /// the `User-Agent` of the client's handshake.
  public var sdk: String?

  /// A beginning of these parts.
  public init(
    source: Source, name: String, connection: String = "", wireSession: UInt64? = nil,
    clientFile: String = "", clientFileIdent: UInt64? = nil, syncKind: SyncKind = .partition,
    protocolVersion: UInt32? = nil, configuredResetMode: ResetMode? = nil,
    pendingReset: PendingReset? = nil, sdk: String? = nil
  ) {
    (self.source, self.name, self.connection) = (source, name, connection)
    (self.wireSession, self.clientFile) = (wireSession, clientFile)
    (self.clientFileIdent, self.syncKind) = (clientFileIdent, syncKind)
    (self.protocolVersion, self.configuredResetMode) = (protocolVersion, configuredResetMode)
    (self.pendingReset, self.sdk) = (pendingReset, sdk)
  }
}
