package import Analyzer
internal import RealmModel
internal import Replayer
package import TraceFormat

// How the reset ended, and what the app gets to know of it beside the truth.
extension Report {
  var resultSentence: String {
    switch result {
    case .recovered: "The reset went through and recovered what it could."
    case .discarded where isSkipped: "The reset was skipped: there was nothing to reset."
    case .discarded where writes.isEmpty: "The reset went through."
    case .discarded: "The reset went through. What was not synced was discarded."
    case .failed: "The reset failed."
    case .manual: "No reset was attempted; your app must handle its data itself."
    case .crash: "Realm Core would not survive this reset."
    case .noReset where gaps.contains(where: \.isOfUnaskedReset):
      "A reset took place, and the trace does not show what it did."
    case .noReset where error.isAbsent: "Nothing asked for a reset, and none took place."
    case .noReset where error.action == .deleteRealm:
      "No reset takes place: the server orders the file's deletion."
    case .noReset: "The error asked for no reset, and none took place."
    }
  }

  /// Whether the reset was skipped, because the file was never written to.
  var isSkipped: Bool { attempts.last?.isSkipped ?? false }
}

extension ResetEnding {
  package var title: String {
    switch self {
    case .recovered: "Recovered"
    case .discarded: "Discarded"
    case .failed: "Failed"
    case .manual: "Left to your app"
    case .crash: "Crash"
    case .noReset: "No reset"
    }
  }
}

extension ResetSession {
  package var title: String { SessionStart.title(session, start?.name) }
}

// The report in a line, for places that have room for no more.
extension Report {
  static let sentenceColumnsMax = 400

  /// Properties of the reset by their names, which say less than the sentences and are looked up.
  package var facts: [(name: String, text: String)] {
    let facts = [
      ("Engine", engine?.rawValue ?? "\(engineName), without some of the known defects"),
      ("Configured in your app", session.start?.configuredResetMode.map(name(of:))),
      ("didRecover", didRecover.map(String.init)),
      ("On record before", pendingResetBefore.map(Self.words)),
      ("On record afterwards", pendingResetAfter.map(Self.words)),
    ]
    return facts.compactMap { name, text in text.map { (name, $0) } }
  }

  private static func words(_ pending: PendingReset) -> String {
    "a reset in mode \(pending.mode.optionName) for the action \(pending.action.rawValue)"
  }
}

extension JudgedWrite {
  /// The operation, behind the path below the property if there is one.
  var operationAtPath: String { operationAtPath(valueColumns: Phrase.valueColumns) }

  func operationAtPath(valueColumns: Int) -> String {
    let words = operation.words(valueColumns: valueColumns)
    return address.path.isEmpty ? words : "\(address.pathText) \(words)"
  }
}

extension HiddenPart {
  package var words: String {
    switch self {
    case .neverUploaded: "what was never uploaded"
    case .lastSync: "the state of the last sync"
    case .acknowledged: "what the server had acknowledged"
    case .client: "what the device had before"
    case .download: "what the reset downloaded"
    case .session: "which session was reset"
    case .merging: "how concurrent changes were merged"
    case .someEvents: "some of what happened"
    }
  }
}
