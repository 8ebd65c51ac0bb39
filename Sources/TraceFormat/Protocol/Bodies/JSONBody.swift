/// The JSON objects that messages carry, each with the members that Realm Core knows
/// (`sync/noinst/protocol_codec.hpp`).
struct JSONBody: Sendable {
  /// Nil where each member is the query of a class.
  private let members: [String: Member]?

  enum Member: Sendable {
    case text(TextField)
    /// A word of a vocabulary, or another text.
    case word(Set<String>, TextField)
    case number(NumberField)
    case flag
    case sessionReason
    /// A query, under the name of its class.
    case query
    case rejectedUpdates
  }

  func member(_ name: String) -> Member? {
    guard let members else { return .query }
    return members[name]
  }

  static let flexibleBind = JSONBody(members: [
    "migratedPartition": .text(.path), "schemaVersion": .number(.schemaVersion),
    "sessionReason": .sessionReason,
  ])
  /// One query a class.
  static let queries = JSONBody(members: nil)
  static let testCommand = JSONBody(members: ["command": .text(.testCommand)])
  static let logMessage = JSONBody(members: [
    "co_id": .text(.serverConnection), "msg": .text(.logLine),
    "level": .word(
      ["fatal", "error", "warn", "info", "detail", "debug", "trace"], .logLevel),
  ])
  static let error = JSONBody(members: [
    "message": .text(.errorMessage), "tryAgain": .flag, "shouldClientReset": .flag,
    "isRecoveryModeDisabled": .flag, "logURL": .text(.logURL),
    "action": .word(Set(ServerAction.allCases.map(\.rawValue)), .actionName),
    "backoffIntervalSec": .number(.delaySeconds), "backoffMaxDelaySec": .number(.delaySeconds),
    "backoffMultiplier": .number(.delayMultiplier), "partitionQuery": .text(.partitionQuery),
    "previousSchemaVersion": .number(.schemaVersion), "rejectedUpdates": .rejectedUpdates,
    "rejectedClientVersion": .number(.clientVersion),
    "compensatingWriteServerVersion": .number(.serverVersion),
  ])

  fileprivate static let knownNames = Set(
    ([flexibleBind, testCommand, logMessage, error].flatMap {
      $0.members.map { Array($0.keys) } ?? []
    } + ["table", "pk", "reason"]).map { TextBytes($0) })
}

extension JSONText.Member {
  /// Whether Realm has members of that name, in whatever body.
  package var hasKnownName: Bool { JSONBody.knownNames.contains(TextBytes(name)) }
}
