/// The JSON object that BIND carries in flexible sync, as far as it says something of the session.
public struct FlexibleBind: Hashable, Sendable {
  /// The version of the schema of the client's file; 0 where it has none.
  public var schemaVersion: UInt64?
  /// Why the session exists; nil also for a reason of an unknown number.
  public var sessionReason: SessionReason?

  /// Why the session exists.
  public enum SessionReason: UInt64, Hashable, Sendable, CaseIterable {
    /// Ordinary sync.
    case sync = 0
    /// It downloads a fresh Realm, or is the one that merges it.
    case clientReset = 1
  }
}

extension Bind {
  /// The JSON object of flexible sync; nil in partition sync.
  ///
  /// - Throws: where the body is not a JSON object or a member has another type.
  public func flexible() throws(DecodingFailure) -> FlexibleBind? {
    guard syncKind == .flexible else { return nil }
    return try JSONNode.body(target) { node throws(JSONShapeFailure) in
      let reason: UInt64? = try node.member("sessionReason")?.integer()
      return FlexibleBind(
        schemaVersion: try node.member("schemaVersion")?.integer(),
        sessionReason: reason.flatMap(FlexibleBind.SessionReason.init(rawValue:)))
    }
  }
}

extension JSONError {
  /// Reads the body.
  ///
  /// - Throws: where it is not a JSON object or a member has another type.
  public func details() throws(DecodingFailure) -> ErrorDetails { try ErrorDetails(parsing: json) }
}

extension JSONNode {
  /// What a JSON object says that a message carries.
  static func body<Body>(
    _ json: [UInt8], _ read: (JSONNode) throws(JSONShapeFailure) -> Body
  ) throws(DecodingFailure) -> Body {
    let node = JSONNode(try JSONText(parsing: json), path: "body")
    do throws(JSONShapeFailure) {
      _ = try node.members()
      return try read(node)
    } catch {
      throw .invalidValue("\(error)", at: 0)
    }
  }
}

// Bodies as Realm writes them: no spaces, members in alphabetical order, absent ones left out.

extension JSONError {
  /// An error of these words.
  public init(code: Int32, sessionIdent: UInt64, message: String) {
    self.init(
      code: code, sessionIdent: sessionIdent, json: JSONText.body(["message": .string(message)]))
  }
}

extension ErrorDetails {
  /// The body of a JSON_ERROR, with the members that are set.
  public func encoded() -> [UInt8] {
    JSONText.body(
      [
        "message": message.map { .string($0) }, "tryAgain": tryAgain.map { .bool($0) },
        "shouldClientReset": shouldClientReset.map { .bool($0) },
        "isRecoveryModeDisabled": isRecoveryModeDisabled.map { .bool($0) },
        "logURL": logURL.map { .string($0) }, "action": actionName.map { .string($0) },
        "backoffIntervalSec": .number(backoffIntervalSeconds),
        "backoffMaxDelaySec": .number(backoffMaxDelaySeconds),
        "backoffMultiplier": .number(backoffMultiplier),
        "partitionQuery": partitionQuery.map { .string($0) },
        "previousSchemaVersion": .number(previousSchemaVersion),
        "rejectedUpdates": rejectedUpdates.map { .array($0.map(\.body)) },
        "rejectedClientVersion": .number(rejectedClientVersion),
        "compensatingWriteServerVersion": .number(compensatingWriteServerVersion),
      ], otherMembers)
  }
}

extension SyncError.CompensatingWrite {
  fileprivate var body: JSONText {
    .members(["pk": .string(primaryKey), "reason": .string(reason), "table": .string(table)])
  }
}

extension JSONText {
  /// The text of an object, its members sorted by the bytes of their names.
  fileprivate static func body(
    _ members: KeyValuePairs<String, JSONText?>, _ others: [Member] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONText.object(
      (JSONText.members(members).members + others).sorted {
        RealmString($0.name) < RealmString($1.name)
      }
    ).write(into: &bytes, escaping: .least)
    return bytes
  }

  fileprivate static func number(_ value: (some FixedWidthInteger)?) -> JSONText? {
    value.map { .number(String($0)) }
  }
}
