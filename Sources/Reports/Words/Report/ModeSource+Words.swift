package import Analyzer
internal import Replayer
internal import TraceFormat

extension Report {
  /// Where the mode comes from, as a sentence; nil if it was given.
  var modeSourceSentence: String? {
    switch modeSource {
    case nil: return nil
    case .configured: return "No mode was asked for: this is the one that your app has configured."
    case .observed: return "No mode was asked for: this is the one that the device reset in."
    case .sdkDefault:
      guard let release = session.start?.sdk.flatMap(SDKRelease.init(parsing:)) else {
        return "No mode was asked for: this is the default of the SDK."
      }
      let spelling = release.spelling(of: mode).map { " (\($0))" } ?? ""
      return "No mode was asked for, and the trace does not show your app's: this is the default "
        + "of \(release.words)\(spelling)."
    case .untold:
      return "No mode was asked for, and the trace does not show your app's, so all are compared."
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
  /// The mode as `--mode` spells it, short enough for a column.
  var columnName: String {
    self == .recoverOrDiscard ? "rec-or-disc" : optionName
  }
}
