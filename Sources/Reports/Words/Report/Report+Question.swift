internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was asked: by the server, of the replay, and for which data.
extension Report {
  var request: QuotingSentence {
    let when = Phrase.when(session.resetTimeMicroseconds)
    if error.isAbsent {
      return QuotingSentence(
        opening: "The session ends\(when.map { " at \($0)" } ?? "") without an error.")
    }
    guard error.code != nil || error.action != .noAction else {
      return QuotingSentence(
        opening:
          "The trace shows a reset\(when.map { " at \($0)" } ?? ""), but no error that asked for it."
      )
    }
    guard !error.isHiddenFromApp else {
      return QuotingSentence(
        opening:
          "\(when.map { "At \($0) the" } ?? "The") app was reset. The error that asked for it is not known, since an "
          + "SDK shows it to no app; that its action was \(error.action.rawValue) is assumed.")
    }
    guard !gaps.contains(where: { $0.fact == .request }) else {
      return QuotingSentence(
        opening:
          "No server asked for this reset in what was recorded: \(error.code.map { "error \($0)" } ?? "an error") with "
          + "the action \(error.action.rawValue) is assumed at the end of the session.")
    }
    let code = error.code.map { "error \($0)" } ?? "an error"
    let action =
      error.action == .noAction ? "without an action" : "with the action \(error.action.rawValue)"
    let opening = "\(when.map { "At \($0) the" } ?? "The") server sent \(code)"
    guard !error.message.isEmpty else { return QuotingSentence(opening: "\(opening), \(action).") }
    return QuotingSentence(
      opening: "\(opening), ", quotation: error.message, ending: ", \(action).")
  }

  /// What else decided how the reset began, a sentence each.
  var circumstances: [String] {
    var sentences: [String] = []
    if let modeSourceSentence { sentences.append(modeSourceSentence) }
    if engine != .realmCore {
      sentences.append("Engine: \(engineName), without the known defects.")
    }
    if let configured = session.start?.configuredResetMode, configured != mode {
      sentences.append("Your app uses \(name(of: configured)).")
    }
    if let pending = pendingResetBefore {
      sentences.append(
        "An earlier reset was still on record: \(pending.mode.optionName), \(pending.action.rawValue)."
      )
    }
    return sentences
  }

  var unsyncedSentence: String {
    guard let first = transactions.first, let last = transactions.last else {
      return gaps.contains { $0.kind == .wireOnly }
        ? "Nothing that the trace shows; what was never uploaded did not cross the wire."
        : "Nothing: the server had acknowledged every transaction."
          + (result == .noReset ? "" : " So this reset cannot show what a mode would lose.")
    }
    let versions = Phrase.versions(first.clientVersion, last.clientVersion)
    return
      "\(ownWriteCount.counted("write")) in "
      + "\(transactions.count.counted("transaction")) "
      + "(\(versions))\(Phrase.span(first.timeMicroseconds, last.timeMicroseconds))\(impliedWords)."
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
}
