internal import TraceFormat

extension Triage {
  /// Whether a name is one that Realm Core or an SDK has for an error, by its bytes: it says nothing of
  /// whoever recorded it.
  package static func knowsErrorName(_ name: String) -> Bool {
    knownErrorNames.contains(TextBytes(name))
  }

  private static let knownErrorNames: Set<TextBytes> = {
    let ofSDKs = SDKErrorName.byIdentifier.flatMap(\.names)
    let ofProtocol = ProtocolErrorCode.known.compactMap { ProtocolErrorCode.name($0) }
    return Set((ofSDKs + ofProtocol).map { TextBytes($0) })
  }()
}
