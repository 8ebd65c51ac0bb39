internal import TraceFormat

/// The names under which the SDKs tell of an error, as their sources spell them.
///
/// They stand for what Realm Core knows: `RLMSyncErrorClientResetError` is every error of which
/// `is_client_reset_requested` is true (Swift: `RLMError.mm`; Kotlin: `SyncExceptions.kt`; .NET: `ErrorCode.cs`; Dart:
/// `configuration.dart`, `session.dart`; JS: `errors.ts`; Java: `ErrorCode.java`; C: `realm.h`).
enum SDKErrorName {
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

  static let protocolNames = ProtocolErrorCode.known.compactMap { ProtocolErrorCode.name($0) }

  static var allSpellings: [String] {
    ExplainedMessage.all.flatMap(\.sdkNames) + flags + [nameOfNET] + protocolNames
      + prefixesOfC.flatMap { prefix in protocolNames.map { prefix + $0 } }
  }

  private static let protocolCodes = Dictionary(
    uniqueKeysWithValues: ProtocolErrorCode.known.map {
      ((ProtocolErrorCode.name($0) ?? "").normalizedName, $0)
    })

  /// No shorter word is one of these names, in any spelling.
  private static let shortestNameSize = protocolCodes.keys.map(\.utf8.count).min() ?? 0

  private static let byName = Dictionary(
    uniqueKeysWithValues: ExplainedMessage.all.flatMap { row in row.sdkNames.map { ($0, row) } })
}

extension String {
  /// A name as all SDKs spell it: `bad_client_file_ident` and `BadClientFileIdent` are one.
  var normalizedName: String { lowercased().replacing(each: "_", with: "") }
}

extension ErrorExplanation {
  /// Whether a name is one that Realm Core or an SDK has for an error, by its bytes: it says nothing of
  /// whoever recorded it.
  package static func knowsErrorName(_ name: String) -> Bool {
    knownErrorNames.contains(TextBytes(name))
  }

  private static let knownErrorNames = Set(
    (ExplainedMessage.all.flatMap(\.sdkNames) + SDKErrorName.protocolNames).map { TextBytes($0) })
}
