/// The JSON object that BIND carries in flexible sync.
public struct FlexibleBind: Hashable, Sendable {
  /// While a migration from partition sync lasts or after it: the former partition value.
  public var migratedPartition: String?
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

  /// An object of these members.
  public init(
    migratedPartition: String? = nil, schemaVersion: UInt64?, sessionReason: SessionReason?
  ) {
    (self.migratedPartition, self.schemaVersion) = (migratedPartition, schemaVersion)
    self.sessionReason = sessionReason
  }

  /// Reads the body of a BIND.
  ///
  /// - Throws: where the body is not a JSON object or a member has another type.
  public init(parsing json: [UInt8]) throws(DecodingFailure) {
    let reader = try MemberReader(json)
    migratedPartition = try reader.string("migratedPartition")
    schemaVersion = try reader.integer("schemaVersion")
    sessionReason = try reader.integer("sessionReason").flatMap(SessionReason.init(rawValue:))
  }
}

extension Bind {
  /// The JSON object of flexible sync; nil in partition sync.
  ///
  /// - Throws: where the body is not a JSON object or a member has another type.
  public func flexible() throws(DecodingFailure) -> FlexibleBind? {
    guard syncKind == .flexible else { return nil }
    return try FlexibleBind(parsing: target)
  }
}

extension QuerySet {
  /// The queries by class, in the order of the message.
  ///
  /// - Throws: where the body is not a JSON object or a query is not a string.
  public func queries() throws(DecodingFailure) -> [(className: String, query: String)] {
    let reader = try MemberReader(json)
    var queries: [(className: String, query: String)] = []
    for name in reader.names {
      guard let query = try reader.string(name) else { continue }
      queries.append((name, query))
    }
    return queries
  }
}

extension ClientError {
  /// What went wrong, in the client's words; nil where the body does not say.
  ///
  /// - Throws: where the body is not a JSON object or the text is not a string.
  public func message() throws(DecodingFailure) -> String? {
    try MemberReader(json).string("message")
  }
}

/// The body of LOG_MESSAGE.
public struct LogDetails: Hashable, Sendable {
  /// The server's name for the connection.
  public var connectionIdent: String?
  /// `fatal`, `error`, `warn`, `info`, `detail`, `debug` or `trace`; `debug` where none is sent.
  public var level: String
  /// The line.
  public var message: String?

  /// A body of these members.
  public init(connectionIdent: String? = nil, level: String = "debug", message: String?) {
    (self.connectionIdent, self.level, self.message) = (connectionIdent, level, message)
  }
}

extension LogMessage {
  /// Reads the body.
  ///
  /// - Throws: where it is not a JSON object or a member has another type.
  public func details() throws(DecodingFailure) -> LogDetails {
    let reader = try MemberReader(json)
    return LogDetails(
      connectionIdent: try reader.string("co_id"), level: try reader.string("level") ?? "debug",
      message: try reader.string("msg"))
  }
}

extension TestCommand {
  /// The command's name; nil where the body, such as that of an answer, has none.
  ///
  /// - Throws: where the body is not a JSON object or the name is not a string.
  public func command() throws(DecodingFailure) -> String? {
    try MemberReader(json).string("command")
  }
}
