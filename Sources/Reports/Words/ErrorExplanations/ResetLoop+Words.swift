internal import Analyzer
internal import Replayer
internal import TraceFormat

extension ResetLoop {
  package var sentences: String { "\(recordSentence) \(nextSentence)" }

  /// That they are several, and so a loop; nil for one.
  package var loopSentence: String? {
    guard unacknowledgedResetCount > 1 else { return nil }
    return
      "It is the last of \(unacknowledgedResetCount) in a row: the device resets again and again."
  }

  private var recordSentence: String {
    let when = pendingReset.timeMicroseconds.flatMap(Phrase.when).map { " of \($0)" } ?? ""
    let record =
      "The file tracked a reset\(when) in mode \(pendingReset.mode.optionName) for "
      + "\(pendingReset.action.rawValue) that was never completed"
    return switch kind {
    case .refused: "\(record), so this one was refused."
    case .discardedInstead: "\(record), so this one discarded where it would have recovered."
    case .wentOn: "\(record); it did not block this one."
    case .noReset: "\(record)."
    }
  }

  private var nextSentence: String {
    let condition =
      "If the server asks for \(action.rawValue) again before a session has uploaded and downloaded "
      + "everything, "
    return switch nextAttempt {
    case .reset(.recover): condition + "the device recovers once more."
    case .reset: condition + "the device discards what is unsynced."
    case .refused(let failure): condition + failure.refusalWords(of: requestedMode) + "."
    case .leftToApp: condition + "your app gets the error again."
    case .none: condition + "nothing is reset."
    }
  }
}

extension ResetFailure {
  /// What a client does that is asked for a reset which the file's record, the server or the engine rules out.
  func refusalWords(of mode: ResetMode) -> String {
    switch failureClass {
    case .resetCycle: "\(mode.optionName) is refused as a cycle"
    case .recoveryNotAllowed:
      "\(mode.optionName) fails, because the server does not permit recovery"
    case nil: "Realm Core ends the process"
    default: "\(mode.optionName) fails"
    }
  }
}
