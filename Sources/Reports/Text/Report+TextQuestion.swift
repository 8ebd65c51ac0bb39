internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was asked: by the server, of the replay, and for which data.
extension Report {
  /// Which session, and what the server asked of it.
  func writeQuestion(to page: inout TextPage) {
    page.heading(questionTitle)
    page.paragraph(requestSentence { Phrase.foreign($0, columns: 300) })
  }

  /// Such as `Client reset of "field-inspections"`.
  var questionTitle: String {
    let name = session.start.map { Phrase.foreign($0.name, columns: 50) } ?? "session"
    return "Client reset of \(name)"
  }

  /// The mode and the engine of the replay, and what else decided how the reset began.
  func writeMode(to page: inout TextPage) {
    page.paragraph("Replayed in mode \(mode.rawValue): \(mode.meaning).")
    if engine != .realmCore {
      page.paragraph("Engine: \(engine?.rawValue ?? "of its own"), without the known defects.")
    }
    if let configured = session.start?.configuredResetMode, configured != mode {
      page.paragraph("The app itself has configured \(configured.rawValue).")
    }
    if let pending = pendingResetBefore {
      page.paragraph(
        "An earlier reset was still on record: \(pending.mode.rawValue), \(pending.action.rawValue)."
      )
    }
  }

  /// The decisions that led to each attempt, where there were several or all is asked for.
  func writeAttempts(to page: inout TextPage, _ options: ReportTextOptions) {
    guard options.isVerbose || attempts.count > 1 else { return }
    for (index, attempt) in attempts.enumerated() where !attempt.decisions.isEmpty {
      page.paragraph("Attempt \(index + 1):")
      for decision in attempt.decisions {
        let text = Phrase.foreign(decision.text, columns: 300, isQuoted: false)
        page.item("\(decision.gate.rawValue): \(text)", indent: 4)
      }
    }
  }

  /// What asked for the reset.
  ///
  /// - Parameter quoted: How the server's message is shown.
  func requestSentence(quoted: (String) -> String) -> String {
    let when = Phrase.when(session.resetTimeMicroseconds)
    guard error.code != nil || error.action != .noAction else {
      return
        "The trace shows a reset\(when.map { " at \($0)" } ?? ""), but no error that asked for it."
    }
    let code = error.code.map { "error \($0)" } ?? "an error"
    let action =
      error.action == .noAction ? "without an action" : "with the action \(error.action.rawValue)"
    return "\(when.map { "At \($0) the" } ?? "The") server sent \(code), "
      + "\(quoted(error.message)), \(action)."
  }

  /// What the server had not acknowledged.
  func writeUnsynced(to page: inout TextPage) {
    page.heading("Not synced before the reset")
    page.paragraph(unsyncedSentence)
  }

  var unsyncedSentence: String {
    guard let first = transactions.first, let last = transactions.last else {
      return gaps.contains { $0.kind == .wireOnly }
        ? "Nothing that the trace shows; what was never uploaded did not cross the wire."
        : "Nothing: the server had acknowledged every transaction."
    }
    let versions =
      transactions.count == 1
      ? "version \(first.clientVersion)"
      : "versions \(first.clientVersion) to \(last.clientVersion)"
    return
      "\(Phrase.count(writes.count, "write")) in \(Phrase.count(transactions.count, "transaction")) "
      + "(\(versions))\(Self.span(first.timeMicroseconds, last.timeMicroseconds))."
  }

  private static func span(_ first: Int64, _ last: Int64) -> String {
    guard let start = Phrase.when(first), let end = Phrase.when(last) else { return "" }
    return start == end ? ", at \(start)" : ", from \(start) to \(end)"
  }
}

extension ResetMode {
  /// What the mode does with unsynced changes.
  var meaning: String {
    switch self {
    case .manual: "the app has to see to its data itself"
    case .discardLocal: "the device drops what it had not synced and takes the server's data"
    case .recover: "the device takes the server's data and applies what it had not synced"
    case .recoverOrDiscard: "as Recover, but drops what was not synced where that is impossible"
    }
  }
}
