package import TraceFormat

extension TriageEntry {
  static let protocolErrors: [TriageEntry] =
    (ErrorFamily.clientResets + ErrorFamily.refusals + ErrorFamily.protocolFaults).flatMap(
      \.entries)
    + [unknownCode]

  /// A number that this version of the engine does not know.
  static let unknownCode = TriageEntry(
    "unknown-error-code", .wrapper,
    patterns: ["Unknown sync protocol error code <code>: <inner>"], terms: ["UnknownError"],
    isInnerFree: true)

  /// What a flexible sync client is told about its subscriptions.
  static let subscriptions: [TriageEntry] = ErrorFamily(
    "subscription-refused", statusNames: ["InvalidSubscriptionQuery"], statusCodes: [1031],
    codes: [226]
  ).entries

  /// The entry that a text stands for as a whole: a name, in any SDK's spelling, or a number such as `208`,
  /// `error 208` or `ProtocolErrorCode=208`.
  static func standing(for text: String) -> TriageEntry? {
    guard text.utf8.count <= 64 else { return nil }
    if let entry = named(text) ?? spelled(text) { return entry }
    let words = text.split { " =:()".contains($0) }
    guard let last = words.last, let number = Int32(last),
      words.dropLast().allSatisfy({ numberWords.contains($0.lowercased()) })
    else { return nil }
    return named(String(number)) ?? unknownCode
  }

  /// The entry of a name such as `ErrorCode.DivergingHistories`, `.clientResetError` or
  /// `RLM_ERR_SYNC_WRITE_NOT_ALLOWED`.
  private static func spelled(_ text: String) -> TriageEntry? {
    let parts = text.split { ".:".contains($0) }
    guard let last = parts.last,
      parts.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
    else { return nil }
    let name = String(last)
    if let entry = SDKErrorName.entry(of: name) { return entry }
    if let code = SDKErrorName.resetCode(name) { return named(String(code)) }
    guard let before = parts.dropLast().last, enumerations.contains(String(before)) else {
      return nil
    }
    return enumerated(name)
  }

  /// What the SDKs' enumerations of errors are called.
  static let enumerations: Set = [
    "ErrorCode", "SyncErrorCode", "SyncSessionErrorCode", "SyncConnectionErrorCode",
  ]

  /// The entry of a name of such an enumeration, which leaves out what Realm Core's name begins or ends with:
  /// `ErrorCode.ClientReset` is `SyncClientResetRequired`.
  static func enumerated(_ name: String) -> TriageEntry? {
    let name = name.normalizedName
    return ["sync\(name)", "sync\(name)required", name].lazy.compactMap { byNormalizedTerm[$0] }
      .first
  }

  /// Entries by their words without case and underscores.
  private static let byNormalizedTerm = Dictionary(
    all.flatMap { entry in entry.terms.map { ($0.normalizedName, entry) } }
  ) { first, _ in first }

  private static let numberWords: Set<String> = [
    "sync", "error", "code", "protocol", "protocolerrorcode", "websocket", "close", "status",
  ]

  // How a WebSocket ended (Realm Core: `sync/noinst/client_impl_base.cpp`).

  static let connections: [TriageEntry] = [
    ErrorFamily(
      "connection-lost", statusNames: [], statusCodes: [1034, 1035, 1042],
      codes: [
        1000, 1001, 1002, 1003, 1004, 1005, 1007, 1008, 1010, 1011, 1015,
        4400, 4401, 4402, 4403, 4404,
      ]),
    ErrorFamily("connection-refused", statusNames: [], codes: [1006, 4001, 4002, 4003, 4405]),
  ].flatMap(\.entries)

  // What the server asks the client to do (Realm Core: `object-store/sync/sync_session.cpp`).

  static let actions: [TriageEntry] = ServerAction.allCases.map { action in
    TriageEntry(Triage.Topic(action).identifier, terms: [action.rawValue])
  }
}

extension ErrorFamily.Code {
  /// The number, and the protocol's own name for it.
  var terms: [String] { [String(number)] + (ProtocolErrorCode.name(number).map { [$0] } ?? []) }
}

extension Triage.Topic {
  /// The topic of an action that a server asks for.
  package init(_ action: ServerAction) {
    self.init("action-\(action.rawValue.hyphenated)")
  }
}

extension String {
  /// Words in camel case with hyphens between them: `client-reset-no-recovery`.
  fileprivate var hyphenated: String {
    var text = ""
    var wasUppercase = true
    for character in self {
      if character.isUppercase, !wasUppercase { text += "-" }
      wasUppercase = character.isUppercase
      text += character.lowercased()
    }
    return text
  }
}
