// Bodies as Realm writes them: no spaces, members in alphabetical order, absent ones left out.

extension FlexibleBind {
  /// The body of a BIND.
  public func encoded() -> [UInt8] {
    JSONText.body([
      "migratedPartition": migratedPartition.map { .string($0) },
      "schemaVersion": .number(schemaVersion), "sessionReason": .number(sessionReason?.rawValue),
    ])
  }
}

extension QuerySet {
  /// A set of one query a class.
  ///
  /// - Precondition: No class stands twice.
  public init(version: Int64, queries: [(className: String, query: String)]) {
    precondition(
      Set(queries.map { Array($0.className.utf8) }).count == queries.count,
      "a set has one query a class")
    self.init(
      version: version,
      json: JSONText.body(of: queries.map { JSONText.Member($0.className, .string($0.query)) }))
  }
}

extension ClientError {
  /// An error of these words.
  public init(code: Int32, sessionIdent: UInt64, message: String) {
    self.init(
      code: code, sessionIdent: sessionIdent, json: JSONText.body(["message": .string(message)]))
  }
}

extension LogDetails {
  /// The body of a LOG_MESSAGE.
  public func encoded() -> [UInt8] {
    JSONText.body([
      "co_id": connectionIdent.map { .string($0) }, "level": .string(level),
      "msg": message.map { .string($0) },
    ])
  }
}

extension TestCommand {
  /// A command by its name.
  public init(sessionIdent: UInt64, requestIdent: UInt64, command: String) {
    self.init(
      sessionIdent: sessionIdent, requestIdent: requestIdent,
      json: JSONText.body(["command": .string(command)]))
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
        "backoffIntervalSec": .number(backoff?.intervalSeconds),
        "backoffMaxDelaySec": .number(backoff?.maxDelaySeconds),
        "backoffMultiplier": .number(backoff?.multiplier),
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
  fileprivate static func body(
    _ members: KeyValuePairs<String, JSONText?>, _ others: [Member] = []
  ) -> [UInt8] {
    body(of: members.compactMap { name, value in value.map { Member(name, $0) } } + others)
  }

  /// The text of an object, its members sorted by the bytes of their names.
  fileprivate static func body(of members: [Member]) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONText.object(members.sorted { RealmString($0.name) < RealmString($1.name) })
      .write(into: &bytes, escaping: .least)
    return bytes
  }

  fileprivate static func number(_ value: (some FixedWidthInteger)?) -> JSONText? {
    value.map { .number(String($0)) }
  }
}
