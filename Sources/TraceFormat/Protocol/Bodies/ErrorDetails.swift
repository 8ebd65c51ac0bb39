/// The body of the server's JSON_ERROR, with every member that Realm Core knows
/// (`sync/noinst/protocol_codec.hpp`, `sync/protocol.hpp`: `ProtocolErrorInfo`).
public struct ErrorDetails: Hashable, Sendable {
  /// The text for logs and users.
  public var message: String?
  /// False makes the error fatal.
  public var tryAgain: Bool?
  /// Sent, but not used for decisions; `action` decides.
  public var shouldClientReset: Bool?
  /// Sent, but not used for decisions; `action` decides.
  public var isRecoveryModeDisabled: Bool?
  /// Where the server's log has more.
  public var logURL: String?
  /// The action as the wire spells it.
  public var actionName: String?
  /// How long the client waits before it resumes the session, where the server says so.
  public var backoff: Backoff?
  /// With code 232: the query that replaces the partition.
  public var partitionQuery: String?
  /// With code 236: the schema version to migrate from.
  public var previousSchemaVersion: UInt64?
  /// Writes that the server undid or refused.
  public var rejectedUpdates: [SyncError.CompensatingWrite]?
  /// The client version of the upload that was rejected.
  public var rejectedClientVersion: UInt64?
  /// With code 231: the server version that contains the compensation.
  public var compensatingWriteServerVersion: UInt64?
  /// Members of other names, which the client ignores.
  public var otherMembers: [JSONText.Member]

  /// How long the client waits before it resumes the session.
  public struct Backoff: Hashable, Sendable {
    /// Seconds before the first attempt.
    public var intervalSeconds: Int64
    /// The most seconds between two attempts.
    public var maxDelaySeconds: Int64?
    /// What the delay is multiplied with after each attempt.
    public var multiplier: Int64?

    /// Delays of these sizes.
    public init(intervalSeconds: Int64, maxDelaySeconds: Int64?, multiplier: Int64?) {
      (self.intervalSeconds, self.maxDelaySeconds) = (intervalSeconds, maxDelaySeconds)
      self.multiplier = multiplier
    }
  }

  /// A body with the members that every error has; the others are set one by one.
  public init(
    message: String?, tryAgain: Bool?, shouldClientReset: Bool?, isRecoveryModeDisabled: Bool?,
    logURL: String?, actionName: String?
  ) {
    (self.message, self.tryAgain, self.shouldClientReset) = (message, tryAgain, shouldClientReset)
    (self.isRecoveryModeDisabled, self.logURL) = (isRecoveryModeDisabled, logURL)
    self.actionName = actionName
    otherMembers = []
  }

  /// What the client is asked to do; a name that it does not know counts as an application bug, as
  /// in Realm Core, and an absent one as no action.
  public var action: ServerAction {
    guard let actionName else { return .noAction }
    return ServerAction(rawValue: actionName).flatMap { $0 == .noAction ? nil : $0 }
      ?? .applicationBug
  }

  /// Members without which the client treats the message as a violation of the protocol.
  public var missingMembers: [String] {
    let required: [(String, Bool)] = [
      ("message", message == nil), ("tryAgain", tryAgain == nil),
      ("shouldClientReset", shouldClientReset == nil),
      ("isRecoveryModeDisabled", isRecoveryModeDisabled == nil), ("logURL", logURL == nil),
      ("action", actionName == nil),
    ]
    let dependent: [(String, Bool)] = [
      ("backoffMaxDelaySec", backoff != nil && backoff?.maxDelaySeconds == nil),
      ("backoffMultiplier", backoff != nil && backoff?.multiplier == nil),
      ("rejectedClientVersion", rejectedUpdates != nil && rejectedClientVersion == nil),
    ]
    return (required + dependent).filter(\.1).map(\.0)
  }
}

extension ErrorDetails {
  /// Reads the body; members may be missing.
  ///
  /// - Throws: where it is not a JSON object or a member has another type.
  public init(parsing json: [UInt8]) throws(DecodingFailure) {
    let reader = try MemberReader(json)
    message = try reader.string("message")
    tryAgain = try reader.bool("tryAgain")
    shouldClientReset = try reader.bool("shouldClientReset")
    isRecoveryModeDisabled = try reader.bool("isRecoveryModeDisabled")
    logURL = try reader.string("logURL")
    actionName = try reader.string("action")
    backoff = try Self.backoff(reader)
    partitionQuery = try reader.string("partitionQuery")
    previousSchemaVersion = try reader.integer("previousSchemaVersion")
    rejectedUpdates = try Self.rejectedUpdates(reader)
    rejectedClientVersion = try reader.integer("rejectedClientVersion")
    compensatingWriteServerVersion = try reader.integer("compensatingWriteServerVersion")
    otherMembers = reader.names.filter { JSONBody.serverError.member($0) == nil }.map {
      JSONText.Member($0, reader.value($0) ?? .null)
    }
  }

  private static func backoff(_ reader: MemberReader) throws(DecodingFailure) -> Backoff? {
    guard let interval = try reader.integer("backoffIntervalSec", Int64.self) else { return nil }
    return Backoff(
      intervalSeconds: interval, maxDelaySeconds: try reader.integer("backoffMaxDelaySec"),
      multiplier: try reader.integer("backoffMultiplier"))
  }

  private static func rejectedUpdates(
    _ reader: MemberReader
  ) throws(DecodingFailure) -> [SyncError.CompensatingWrite]? {
    try reader.array("rejectedUpdates")?.map { element throws(DecodingFailure) in
      let update = try MemberReader(element)
      guard let table = try update.string("table"), let primaryKey = try update.string("pk"),
        let reason = try update.string("reason")
      else {
        throw .invalidValue("member `rejectedUpdates`: an element lacks table, pk or reason", at: 0)
      }
      return SyncError.CompensatingWrite(table: table, primaryKey: primaryKey, reason: reason)
    }
  }
}

extension ServerError {
  /// Reads the body.
  ///
  /// - Throws: where it is not a JSON object or a member has another type.
  public func details() throws(DecodingFailure) -> ErrorDetails { try ErrorDetails(parsing: json) }
}
