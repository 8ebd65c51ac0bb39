internal import TraceFormat

/// The names under which the SDKs tell of an error, as their sources spell them.
///
/// They stand for what Realm Core knows: `RLMSyncErrorClientResetError` is every error of which
/// `is_client_reset_requested` is true (Swift: `RLMError.mm`; Kotlin: `SyncExceptions.kt`; .NET: `ErrorCode.cs`; Dart:
/// `configuration.dart`, `session.dart`; JS: `errors.ts`; Java: `ErrorCode.java`; C: `realm.h`).
enum SDKErrorName {
  /// Names by the explanation that they lead to.
  static let byTopic: [ErrorExplanation.Topic: [String]] = [
    .clientResetLeftToApp: [
      "is_client_reset_requested", "isClientResetRequested", "RLMSyncErrorClientResetError",
      "clientResetError", "ClientResetError", "ClientResetException",
      "ClientResetRequiredException", "ClientResetRequiredError",
      "kRLMSyncPathOfRealmBackupCopyKey", "rlmSync_clientResetBackedUpRealmPath",
      "recovered_realm_location_path", "RECOVERY_FILE_PATH", "ORIGINAL_FILE_PATH",
    ],
    .automaticResetFailed: [
      "AutoClientResetFailed", "AutoClientResetFailure", "autoClientResetFailed",
      "autoClientResetFailure", "AUTO_CLIENT_RESET_FAILURE", "AUTOMATIC_CLIENT_RESET_FAILED",
      "RLM_ERR_AUTO_CLIENT_RESET_FAILED", "RLM_SYNC_ERR_CLIENT_AUTO_CLIENT_RESET_FAILURE",
    ],
    .clientResetRequired: [
      "SyncClientResetRequired", "SYNC_CLIENT_RESET_REQUIRED", "RLM_ERR_SYNC_CLIENT_RESET_REQUIRED",
    ],
    .subscriptionRefused: [
      "RLMSyncErrorInvalidFlexibleSyncSubscriptions", "invalidFlexibleSyncSubscriptions",
      "RLMErrorSubscriptionFailed", "BadFlexibleSyncQueryException", "InvalidSubscriptionQuery",
      "RLM_ERR_INVALID_SUBSCRIPTION_QUERY",
    ],
    .compensatingWrite: [
      "RLMSyncErrorWriteRejected", "CompensatingWriteException", "CompensatingWriteError",
      "SyncCompensatingWrite", "RLM_ERR_SYNC_COMPENSATING_WRITE", "RLMCompensatingWriteInfo",
    ],
    .noAccess: [
      "RLMSyncErrorPermissionDeniedError", "SyncPermissionDenied", "SyncUserMismatch",
      "BadSyncPartitionValue", "RLM_ERR_SYNC_PERMISSION_DENIED", "RLM_ERR_SYNC_USER_MISMATCH",
      "RLM_ERR_BAD_SYNC_PARTITION_VALUE",
    ],
    .permissionsChanged: [
      "SyncServerPermissionsChanged", "RLM_ERR_SYNC_SERVER_PERMISSIONS_CHANGED",
    ],
    .writeNotAllowed: ["SyncWriteNotAllowed", "RLM_ERR_SYNC_WRITE_NOT_ALLOWED"],
    .schemaChangeRefused: ["SyncInvalidSchemaChange", "RLM_ERR_SYNC_INVALID_SCHEMA_CHANGE"],
    .schemaVersion: ["SyncSchemaMigrationError", "RLM_ERR_SYNC_SCHEMA_MIGRATION_ERROR"],
    .wrongSyncType: ["WrongSyncTypeException", "WrongSyncType", "RLM_ERR_WRONG_SYNC_TYPE"],
    .protocolViolation: ["SyncProtocolInvariantFailed", "RLM_ERR_SYNC_PROTOCOL_INVARIANT_FAILED"],
    .connectionLost: [
      "RLMSyncErrorConnectionFailed", "RLMSyncErrorTLSHandshakeFailed", "SyncConnectFailed",
    ],
    .connectionRefused: ["RLMSyncErrorClientUserError", "RLMSyncErrorUnderlyingAuthError"],
    .actionWarning: ["RLMSyncErrorServerWarning"],
    .errorWithoutItsName: [
      "RLMSyncErrorClientSessionError", "RLMSyncErrorClientInternalError",
      "UnrecoverableSyncException",
    ],
  ]

  /// The explanation that a name leads to.
  static func entry(of name: String) -> ExplainedMessage? { byName[name] }

  /// Names that are a flag too, which can be false.
  static let flags: Set = ["is_client_reset_requested", "isClientResetRequested"]

  /// What stands before the number of an `NSError`; `io.realm.sync` does too.
  static let domains: Set = ["RLMSyncErrorDomain", "RLMSyncError", "SyncError"]

  /// The numbers of `RLMSyncError` (Swift: `RLMError.h`).
  static let swiftNumbers: [Int: String] = [
    4: "RLMSyncErrorClientSessionError", 5: "RLMSyncErrorClientUserError",
    6: "RLMSyncErrorClientInternalError", 7: "RLMSyncErrorClientResetError",
    8: "RLMSyncErrorUnderlyingAuthError", 9: "RLMSyncErrorPermissionDeniedError",
    10: "RLMSyncErrorInvalidFlexibleSyncSubscriptions", 11: "RLMSyncErrorWriteRejected",
    12: "RLMSyncErrorConnectionFailed", 13: "RLMSyncErrorTLSHandshakeFailed",
    14: "RLMSyncErrorServerWarning",
  ]

  /// The number that a name of the protocol stands for, in any SDK's spelling, if it means that a file can't go
  /// on as it is; of C's constants any number.
  static func resetCode(_ word: String) -> Int32? {
    guard word.utf8.count >= shortestNameSize else { return nil }
    var name = word.normalizedName
    for prefix in prefixesOfC where name.hasPrefix(prefix) {
      return protocolCodes[String(name.dropFirst(prefix.count))]
    }
    if name == nameOfNET { name = "badclientfileident" }
    return protocolCodes[name].flatMap { ProtocolErrorCode.requiresClientReset($0) ? $0 : nil }
  }

  private static let prefixesOfC = ["rlmsyncerrsession", "rlmsyncerrconnection"]
  /// .NET writes it out.
  private static let nameOfNET = "badclientfileidentifier"

  /// Every name of an SDK, and those of the protocol as the SDKs spell them.
  static func allSpellings(of protocolNames: [String]) -> [String] {
    byTopic.values.flatMap(\.self) + flags + [nameOfNET] + protocolNames
      + prefixesOfC.flatMap { prefix in protocolNames.map { prefix + $0 } }
  }

  private static let protocolCodes = Dictionary(
    uniqueKeysWithValues: ProtocolErrorCode.known.map {
      ((ProtocolErrorCode.name($0) ?? "").normalizedName, $0)
    })

  /// No shorter word is one of these names, in any spelling.
  private static let shortestNameSize = protocolCodes.keys.map(\.utf8.count).min() ?? 0

  private static let byName = Dictionary(
    uniqueKeysWithValues: byTopic.flatMap { topic, names in
      names.map { ($0, ExplainedMessage.first(of: topic)) }
    })
}

extension String {
  /// A name as all SDKs spell it: `bad_client_file_ident` and `BadClientFileIdent` are one.
  var normalizedName: String { lowercased().replacing("_", with: "") }
}

extension ErrorExplanation {
  /// Whether a name is one that Realm Core or an SDK has for an error, by its bytes: it says nothing of
  /// whoever recorded it.
  package static func knowsErrorName(_ name: String) -> Bool {
    knownErrorNames.contains(TextBytes(name))
  }

  private static let knownErrorNames: Set<TextBytes> = {
    let ofSDKs = SDKErrorName.byTopic.values.flatMap(\.self)
    let ofProtocol = ProtocolErrorCode.known.compactMap { ProtocolErrorCode.name($0) }
    return Set((ofSDKs + ofProtocol).map { TextBytes($0) })
  }()
}
