internal import TraceFormat

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
    "subscription-refused", statusNames: ["InvalidSubscriptionQuery"], codes: [226]
  ).entries
}

extension ErrorFamily.Code {
  /// The number, and the protocol's own name for it.
  var terms: [String] { [String(number)] + (ProtocolErrorCode.name(number).map { [$0] } ?? []) }
}

extension TriageEntry {
  /// The entry that a text stands for as a whole: a name, or a number such as `208`, `error 208` or
  /// `ProtocolErrorCode=208`.
  static func standing(for text: String) -> TriageEntry? {
    if let entry = named(text) { return entry }
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { " =:()".contains($0) }
    guard let last = words.last, let number = Int32(last),
      words.dropLast().allSatisfy({ numberWords.contains($0.lowercased()) })
    else { return nil }
    return named(String(number)) ?? unknownCode
  }

  private static let numberWords: Set<String> = [
    "sync", "error", "code", "protocol", "protocolerrorcode", "websocket", "close", "status",
  ]
}
