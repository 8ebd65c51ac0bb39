package import Analyzer
internal import Replayer
internal import TraceFormat

// What was asked: by the server, of the replay, and for which data.
extension Report {
  var request: String {
    let when = Phrase.when(session.resetTimeMicroseconds)
    if error.isAbsent {
      return "The session ends\(when.map { " at \($0)" } ?? "") without an error."
    }
    guard error.code != nil || error.action != .noAction else {
      return
        "The trace shows a reset\(when.map { " at \($0)" } ?? ""), but no error that asked for it."
    }
    guard !error.isHiddenFromApp else {
      return
        "\(when.map { "At \($0) the" } ?? "The") app was reset. The error that asked for it is not known, since an "
        + "SDK shows it to no app; that its action was \(error.action.rawValue) is assumed."
    }
    guard !error.isRefused else {
      return "\(when.map { "At \($0) the" } ?? "The") client refused an error of the server's, "
        + "and so closed the connection."
    }
    let code = error.code.map { "error \($0)" } ?? "an error"
    guard !gaps.contains(where: { $0.fact == .request }) else {
      return "No server asked for this reset in what was recorded: \(code) with "
        + "the action \(error.action.rawValue) is assumed at the end of the session."
    }
    let action =
      error.action == .noAction ? "without an action" : "with the action \(error.action.rawValue)"
    let message = error.message.isEmpty ? "" : ", \(error.message.quoted(columns: 300))"
    let sender = error.isOfClient ? "client reported" : "server sent"
    return "\(when.map { "At \($0) the" } ?? "The") \(sender) \(code)\(message), \(action)."
  }

  var unsyncedSentence: String {
    let count = ownWriteCount.counted("write")
    if let extent = Phrase.extent(count, in: transactions, gaps, behind: impliedWords) {
      return extent
    }
    return gaps.contains { $0.kind == .wireOnly }
      ? Phrase.nothingOnWire
      : (session.unknownFileSentence ?? "Nothing: the server had acknowledged every transaction.")
        + (result == .noReset ? "" : " So this reset cannot show what a mode would lose.")
  }

  /// What Realm recorded besides what somebody wrote.
  private var impliedWords: String {
    let count = writes.count - ownWriteCount
    guard count > 0 else { return "" }
    let deletions = Set(writes.compactMap(\.impliedBy)).count
    return ", with \(count.counted("edit")) that Realm recorded for the "
      + (deletions == 1 ? "deletion" : "deletions")
  }

  /// The engine's name, or what replaces it for a choice of defects of its own.
  var engineName: String { engine?.rawValue ?? "of its own" }

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
