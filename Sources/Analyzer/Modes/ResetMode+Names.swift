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

  /// The mode of a name on the command line.
  package init?(optionName: some StringProtocol) {
    guard let mode = Self.allCases.first(where: { $0.optionName == optionName }) else { return nil }
    self = mode
  }

  /// The modes in the order in which they are shown.
  package static let inOrder: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]
}
