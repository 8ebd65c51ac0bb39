/// The JSON objects that messages carry, each with the members that Realm Core knows
/// (`sync/noinst/protocol_codec.hpp`).
enum JSONBody {
  /// What a BIND of flexible sync says.
  case flexibleBind
  /// One query a class.
  case queries
  /// What went wrong on the client.
  case clientError
  /// A testing command.
  case testCommand
  /// A line for the client's log.
  case logMessage
  /// An error of the server.
  case serverError

  /// What a member says.
  enum Member {
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

  /// What the member of this name says; nil where the body has none of the name.
  func member(_ name: String) -> Member? {
    switch self {
    case .flexibleBind: Self.flexibleBindMembers[name]
    case .queries: .query
    case .clientError: name == "message" ? .text(.errorMessage) : nil
    case .testCommand: name == "command" ? .text(.testCommand) : nil
    case .logMessage: Self.logMessageMembers[name]
    case .serverError: Self.serverErrorMembers[name]
    }
  }

  private static let flexibleBindMembers: [String: Member] = [
    "migratedPartition": .text(.path), "schemaVersion": .number(.schemaVersion),
    "sessionReason": .sessionReason,
  ]

  private static let logMessageMembers: [String: Member] = [
    "co_id": .text(.serverConnection), "msg": .text(.logLine),
    "level": .word(
      ["fatal", "error", "warn", "info", "detail", "debug", "trace"], .logLevel),
  ]

  private static let serverErrorMembers: [String: Member] = [
    "message": .text(.errorMessage), "tryAgain": .flag, "shouldClientReset": .flag,
    "isRecoveryModeDisabled": .flag, "logURL": .text(.logURL),
    "action": .word(Set(ServerAction.allCases.map(\.rawValue)), .actionName),
    "backoffIntervalSec": .number(.delaySeconds), "backoffMaxDelaySec": .number(.delaySeconds),
    "backoffMultiplier": .number(.delayMultiplier), "partitionQuery": .text(.partitionQuery),
    "previousSchemaVersion": .number(.schemaVersion), "rejectedUpdates": .rejectedUpdates,
    "rejectedClientVersion": .number(.clientVersion),
    "compensatingWriteServerVersion": .number(.serverVersion),
  ]
}
