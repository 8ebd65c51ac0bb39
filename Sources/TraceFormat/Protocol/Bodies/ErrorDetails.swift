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
  /// Seconds that the client waits before it resumes the session, where the server says so.
  public var backoffIntervalSeconds: Int64?
  /// The most seconds between two attempts.
  public var backoffMaxDelaySeconds: Int64?
  /// What the delay is multiplied with after each attempt.
  public var backoffMultiplier: Int64?
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
  public var otherMembers: [JSONText.Member] = []

  /// A body with the members that a client insists on; the others are set one by one.
  public init(_ error: SyncError) {
    (message, tryAgain, logURL) = (error.message, !error.isFatal, error.logURL)
    (actionName, shouldClientReset) = (error.action.rawValue, error.action.startsClientReset)
    isRecoveryModeDisabled = error.action == .clientResetNoRecovery
    if error.code == 232 { partitionQuery = "TRUEPREDICATE" }
    if error.code == 236 { previousSchemaVersion = 0 }
  }

  /// What the client is asked to do; a name that it does not know counts as an application bug, as
  /// in Realm Core, and an absent one as no action.
  public var action: ServerAction {
    guard let actionName else { return .noAction }
    return ServerAction(rawValue: actionName).flatMap { $0 == .noAction ? nil : $0 }
      ?? .applicationBug
  }

  /// Members without which the client treats an error of that number as a violation of the protocol.
  public func missingMembers(for code: Int32) -> [String] {
    let required: [(String, Bool)] = [
      ("message", message == nil), ("tryAgain", tryAgain == nil),
      ("shouldClientReset", shouldClientReset == nil),
      ("isRecoveryModeDisabled", isRecoveryModeDisabled == nil), ("logURL", logURL == nil),
      ("action", actionName == nil),
    ]
    let dependent: [(String, Bool)] = [
      ("backoffMaxDelaySec", backoffIntervalSeconds != nil && backoffMaxDelaySeconds == nil),
      ("backoffMultiplier", backoffIntervalSeconds != nil && backoffMultiplier == nil),
      ("partitionQuery", code == 232 && partitionQuery?.isEmpty ?? true),
      ("previousSchemaVersion", code == 236 && previousSchemaVersion == nil),
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
    self = try JSONNode.body(json) { node throws(JSONShapeFailure) in try ErrorDetails(node) }
  }

  private init(_ node: JSONNode) throws(JSONShapeFailure) {
    message = try node.member("message")?.string()
    tryAgain = try node.member("tryAgain")?.bool()
    shouldClientReset = try node.member("shouldClientReset")?.bool()
    isRecoveryModeDisabled = try node.member("isRecoveryModeDisabled")?.bool()
    logURL = try node.member("logURL")?.string()
    actionName = try node.member("action")?.string()
    backoffIntervalSeconds = try node.member("backoffIntervalSec")?.integer()
    backoffMaxDelaySeconds = try node.member("backoffMaxDelaySec")?.integer()
    backoffMultiplier = try node.member("backoffMultiplier")?.integer()
    partitionQuery = try node.member("partitionQuery")?.string()
    previousSchemaVersion = try node.member("previousSchemaVersion")?.integer()
    rejectedUpdates = try node.member("rejectedUpdates")?.elements().map {
      update throws(JSONShapeFailure) in
      SyncError.CompensatingWrite(
        table: try update.require("table").string(), primaryKey: try update.require("pk").string(),
        reason: try update.require("reason").string())
    }
    rejectedClientVersion = try node.member("rejectedClientVersion")?.integer()
    compensatingWriteServerVersion =
      try node.member("compensatingWriteServerVersion")?.integer()
    otherMembers = node.json.members.filter { JSONBody.error.member($0.name) == nil }
  }
}
