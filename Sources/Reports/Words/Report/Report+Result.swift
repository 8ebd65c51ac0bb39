internal import Analyzer
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

  /// The kind of failure and the engine's message; nil where the reset did not fail.
  var failureText: String? { failure?.text }
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
