// Bodies are rewritten member by member rather than by their typed views, which keep neither the
// order of members nor those that no client knows. A member of another name or another type than
// Realm Core knows (`sync/noinst/protocol_codec.hpp`) is asked for as what it is: unknown.

/// The members of one kind of JSON body.
protocol RewrittenMembers {
  /// What stands for a member; nil where its name or its type is none of this body.
  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member?
}

extension EventRewriting {
  /// A body of a message that is a JSON object. One in which nothing is replaced keeps its bytes.
  mutating func json(
    _ encoded: [UInt8], _ members: (some RewrittenMembers).Type
  ) throws(RewritingFailure) -> [UInt8] {
    guard case .object(let original) = try? JSONText(parsing: encoded) else {
      return bytes(encoded, .unreadableJSON)
    }
    var rewritten: [JSONText.Member] = []
    for member in original {
      rewritten.append(try members.rewritten(member, by: &self) ?? unknownMember(member))
    }
    guard rewritten != original else { return encoded }
    try Self.checkNames(of: rewritten)
    var result: [UInt8] = []
    JSONText.object(rewritten).write(into: &result, escaping: .least)
    return result
  }

  private static func checkNames(of members: [JSONText.Member]) throws(RewritingFailure) {
    // As the reader of JSON tells names apart.
    var names: Set<TextBytes> = []
    for member in members where !names.insert(TextBytes(member.name)).inserted {
      throw .repeatedMember(member.name)
    }
  }

  /// A text as a member; nil where it is none.
  fileprivate mutating func member(
    _ member: JSONText.Member, _ field: TextField
  ) -> JSONText.Member? {
    guard case .string(let text) = member.value else { return nil }
    return JSONText.Member(member.name, .string(self.text(text, field)))
  }

  /// An integer as a member; nil where it is none of 64 bits.
  fileprivate mutating func member(
    _ member: JSONText.Member, _ field: NumberField
  ) -> JSONText.Member? {
    guard case .number(let digits) = member.value else { return nil }
    if let value = Int64(digits) { return Self.member(member, value, number(value, field)) }
    if let value = UInt64(digits) { return Self.member(member, value, number(value, field)) }
    return nil
  }

  private static func member<Number: FixedWidthInteger>(
    _ member: JSONText.Member, _ value: Number, _ rewritten: Number
  ) -> JSONText.Member {
    // There is more than one way to write a number.
    value == rewritten ? member : JSONText.Member(member.name, .number(String(rewritten)))
  }
}

extension JSONText.Member {
  /// The member as it is, where it is a flag.
  fileprivate var flag: JSONText.Member? { if case .bool = value { self } else { nil } }

  /// The member as it is, where it is one of the words of a vocabulary.
  fileprivate func word(_ isKnown: (String) -> Bool) -> JSONText.Member? {
    if case .string(let word) = value, isKnown(word) { self } else { nil }
  }
}

/// What a BIND of flexible sync says.
enum BindMembers: RewrittenMembers {
  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    switch member.name {
    case "migratedPartition": rewriting.member(member, .path)
    case "schemaVersion": rewriting.member(member, .schemaVersion)
    case "sessionReason": isReason(member.value) ? member : nil
    default: nil
    }
  }

  private static func isReason(_ value: JSONText) -> Bool {
    guard case .number(let digits) = value else { return false }
    return UInt64(digits).flatMap(FlexibleBind.SessionReason.init(rawValue:)) != nil
  }
}

/// One query a class.
enum QueryMembers: RewrittenMembers {
  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    guard case .string(let query) = member.value else { return nil }
    return JSONText.Member(
      try rewriting.classText(member.name),
      .string(rewriting.query(query, of: RealmString(member.name))))
  }
}

/// What went wrong on the client.
enum ClientErrorMembers: RewrittenMembers {
  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    member.name == "message" ? rewriting.member(member, .errorMessage) : nil
  }
}

/// A line for the client's log.
enum LogMembers: RewrittenMembers {
  private static let levels: Set<String> = [
    "fatal", "error", "warn", "info", "detail", "debug", "trace",
  ]

  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    switch member.name {
    case "co_id": rewriting.member(member, .serverConnection)
    case "level": member.word(levels.contains) ?? rewriting.member(member, .logLevel)
    case "msg": rewriting.member(member, .logLine)
    default: nil
    }
  }
}

/// A testing command.
enum TestCommandMembers: RewrittenMembers {
  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    member.name == "command" ? rewriting.member(member, .testCommand) : nil
  }
}

/// An error of the server.
enum ErrorMembers: RewrittenMembers {
  static func rewritten(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    switch member.name {
    case "message": rewriting.member(member, .errorMessage)
    case "tryAgain", "shouldClientReset", "isRecoveryModeDisabled": member.flag
    case "logURL": rewriting.member(member, .logURL)
    case "action":
      member.word { ServerAction(rawValue: $0) != nil } ?? rewriting.member(member, .actionName)
    case "backoffIntervalSec", "backoffMaxDelaySec": rewriting.member(member, .delaySeconds)
    case "backoffMultiplier": rewriting.member(member, .delayMultiplier)
    case "partitionQuery": rewriting.member(member, .partitionQuery)
    case "previousSchemaVersion": rewriting.member(member, .schemaVersion)
    case "rejectedUpdates": try rejectedUpdates(member, by: &rewriting)
    case "rejectedClientVersion": rewriting.member(member, .clientVersion)
    case "compensatingWriteServerVersion": rewriting.member(member, .serverVersion)
    default: nil
    }
  }

  private static func rejectedUpdates(
    _ member: JSONText.Member, by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> JSONText.Member? {
    guard case .array(let elements) = member.value else { return nil }
    var rewritten: [JSONText] = []
    for element in elements {
      guard case .object(let members) = element else { return nil }
      rewritten.append(.object(try rejectedUpdate(members, by: &rewriting)))
    }
    return JSONText.Member(member.name, .array(rewritten))
  }

  private static func rejectedUpdate(
    _ members: [JSONText.Member], by rewriting: inout some EventRewriting
  ) throws(RewritingFailure) -> [JSONText.Member] {
    let className = members.first { $0.name == "table" }.flatMap { member in
      if case .string(let name) = member.value { name } else { nil }
    }
    var rewritten: [JSONText.Member] = []
    for member in members {
      switch (member.name, member.value) {
      case ("table", .string(let name)):
        rewritten.append(JSONText.Member("table", .string(try rewriting.classText(name))))
      case ("pk", .string(let key)):
        let key = rewriting.rejectedKey(key, of: className ?? "")
        rewritten.append(JSONText.Member("pk", .string(key)))
      case ("reason", .string(let reason)):
        let reason = rewriting.text(reason, .rejectionReason)
        rewritten.append(JSONText.Member("reason", .string(reason)))
      default: rewritten.append(rewriting.unknownMember(member))
      }
    }
    return rewritten
  }
}
