package import Analyzer
internal import Replayer
package import TraceFormat

extension Report {
  /// Where the mode comes from, as a sentence; nil where somebody chose it.
  package var modeSourceSentence: String? {
    switch modeSource {
    case nil: return nil
    case .configured: return "No mode was asked for: this is the one that the app has configured."
    case .observed: return "No mode was asked for: this is the one that the device reset in."
    case .sdkDefault:
      guard let release = session.start?.sdk.flatMap(SDKRelease.init(parsing:)) else {
        return "No mode was asked for: this is the default of the SDK."
      }
      let spelling = release.spelling(of: mode).map { " (\($0))" } ?? ""
      return "No mode was asked for, and the trace does not tell the app's: this is the default of "
        + "\(release.words)\(spelling)."
    case .untold:
      return "No mode was asked for, and the trace does not tell the app's, so all are compared."
    }
  }
}

extension SDKRelease {
  /// Such as `Realm Swift 10.54.6`.
  package var words: String {
    "Realm \(sdk.words) \(version.map(String.init).joined(separator: "."))"
  }
}

extension SDK {
  /// The SDK as its documentation calls it.
  package var words: String {
    switch self {
    case .swift: "Swift"
    case .objectiveC: "Objective-C"
    case .kotlin: "Kotlin"
    case .java: "Java"
    case .javaScript: "JavaScript"
    case .dotNet: ".NET"
    case .dart: "Flutter"
    }
  }
}

extension ResetMode {
  /// The mode as `--mode` spells it, and as it stands in the names of golden files.
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

  /// The mode as `--mode` spells it, short enough for a column.
  package var columnName: String {
    switch self {
    case .manual: "manual"
    case .discardLocal: "discard"
    case .recover: "recover"
    case .recoverOrDiscard: "rec-or-disc"
    }
  }
}
