extension ExplainedMessage {
  static var unknownCode: ExplainedMessage? {
    named(ErrorExplanation.Topic.unknownErrorCode.rawValue)
  }

  /// The entry that a text means as a whole: a name, in any SDK's spelling, or a number such as `208`,
  /// `error 208` or `ProtocolErrorCode=208`.
  static func standing(for text: String) -> ExplainedMessage? {
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
  private static func spelled(_ text: String) -> ExplainedMessage? {
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

  static let enumerations: Set = [
    "ErrorCode", "SyncErrorCode", "SyncSessionErrorCode", "SyncConnectionErrorCode",
  ]

  /// The entry of a name of such an enumeration, which leaves out what Realm Core's name begins or ends with:
  /// `ErrorCode.ClientReset` is `SyncClientResetRequired`.
  static func enumerated(_ name: String) -> ExplainedMessage? {
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
}
