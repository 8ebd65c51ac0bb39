package import TraceFormat

extension ResetMode {
  /// The mode as `--mode` spells it, and as it is in the names of golden files.
  package var optionName: String {
    switch self {
    case .manual: "manual"
    case .discardLocal: "discard"
    case .recover: "recover"
    case .recoverOrDiscard: "recover-or-discard"
    }
  }

  package init?(optionName: some StringProtocol) {
    guard let mode = Self.allCases.first(where: { $0.optionName == optionName }) else { return nil }
    self = mode
  }

  package static let inOrder: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]
}
