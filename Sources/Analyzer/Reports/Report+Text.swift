internal import Replayer
internal import TraceFormat

extension Report {
  /// The report for people: at most eighty columns wide, foreign text escaped and shortened.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style)
    writeHeader(to: &page, options)
    writeUnsynced(to: &page)
    writeResult(to: &page)
    writeObjects(to: &page, options)
    writeComparison(to: &page)
    writeGaps(to: &page)
    return page.text
  }

  // MARK: What was asked

  /// Which session, and what the server asked of it.
  func writeQuestion(to page: inout TextPage) {
    let name = session.start.map { Self.foreign($0.name, columns: 50) } ?? "session"
    page.heading("Client reset of \(name)")
    page.paragraph(requestSentence)
  }

  private func writeHeader(to page: inout TextPage, _ options: ReportTextOptions) {
    writeQuestion(to: &page)
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
    guard options.isVerbose || attempts.count > 1 else { return }
    for (index, attempt) in attempts.enumerated() where !attempt.decisions.isEmpty {
      page.paragraph("Attempt \(index + 1):")
      for decision in attempt.decisions {
        let text = Self.foreign(decision.text, columns: 300, isQuoted: false)
        page.item("\(decision.gate.rawValue): \(text)", indent: 4)
      }
    }
  }

  /// What asked for the reset.
  private var requestSentence: String {
    let when = Self.when(session.resetTimeMicroseconds)
    guard error.code != nil || error.action != .noAction else {
      return
        "The trace shows a reset\(when.map { " at \($0)" } ?? ""), but no error that asked for it."
    }
    let code = error.code.map { "error \($0)" } ?? "an error"
    let action =
      error.action == .noAction ? "without an action" : "with the action \(error.action.rawValue)"
    return "\(when.map { "At \($0) the" } ?? "The") server sent \(code), "
      + "\(Self.foreign(error.message, columns: 300)), \(action)."
  }

  func writeUnsynced(to page: inout TextPage) {
    page.heading("Not synced before the reset")
    guard let first = transactions.first, let last = transactions.last else {
      let isWireOnly = gaps.contains { $0.kind == .wireOnly }
      page.paragraph(
        isWireOnly
          ? "Nothing that the trace shows; what was never uploaded did not cross the wire."
          : "Nothing: the server had acknowledged every transaction.")
      return
    }
    let versions =
      transactions.count == 1
      ? "version \(first.clientVersion)"
      : "versions \(first.clientVersion) to \(last.clientVersion)"
    page.paragraph(
      "\(Phrase.count(writes.count, "write")) in \(Phrase.count(transactions.count, "transaction")) "
        + "(\(versions))\(Self.span(first.timeMicroseconds, last.timeMicroseconds)).")
  }

  private static func span(_ first: Int64, _ last: Int64) -> String {
    guard let start = when(first), let end = when(last) else { return "" }
    return start == end ? ", at \(start)" : ", from \(start) to \(end)"
  }

  // MARK: What happened

  private func writeResult(to page: inout TextPage) {
    page.heading("What the reset did")
    let isBad = result == .failed || result == .crash
    page.paragraph(resultSentence, isBad ? .bad : nil)
    if let failure {
      let failureClass = failure.failureClass.map { "\($0.rawValue): " } ?? ""
      page.paragraph(failureClass + Self.foreign(failure.message, columns: 400), indent: 4)
    }
    for hazard in attempts.last?.hazards ?? [] {
      page.paragraph(
        "Realm Core may abort here: \(Self.foreign(hazard, columns: 300, isQuoted: false)).", .bad)
    }
    for sentence in consequences { page.item(sentence) }
    guard !writes.isEmpty else { return }
    page.paragraph("Of \(Phrase.count(writes.count, "unsynced write")):")
    for (fate, count) in totals where count > 0 {
      let number = String(count)
      page.row(
        String(repeating: " ", count: max(0, 6 - number.count)) + number, nameColumns: 6,
        fate.rawValue, fate.role, [fate.meaning])
    }
  }

  private var resultSentence: String {
    switch result {
    case .recovered: "The reset went through and recovered what it could."
    case .discarded where writes.isEmpty: "The reset went through."
    case .discarded: "The reset went through. What was not synced was discarded."
    case .failed: "The reset failed."
    case .manual: "No reset was attempted; the app has to see to its data itself."
    case .crash: "Realm Core would not survive this reset."
    }
  }

  private func writeComparison(to page: inout TextPage) {
    guard let comparison else { return }
    page.heading("Compared with the device")
    let observed = comparison.observed
    guard comparison.isSameReset else {
      page.paragraph(
        "The device itself ran another reset (\(observed.mode.rawValue), "
          + "\(observed.action.rawValue)), which ended as \(observed.result.rawValue).")
      return
    }
    guard comparison.differences.isEmpty else {
      page.paragraph("The device itself did something else:", .bad)
      for difference in comparison.differences {
        page.item(
          "\(difference.aspect.rawValue): \(difference.device) on the device, "
            + "\(difference.replay) in this replay")
      }
      return
    }
    let state = observed.stateDigest == nil ? "" : ", and ended with the same data"
    page.paragraph("The device itself did the same (\(observed.result.rawValue))\(state).")
  }

  func writeGaps(to page: inout TextPage) {
    guard !gaps.isEmpty else { return }
    page.heading("What the trace does not show")
    for gap in gaps {
      let record = gap.sequence.map { "record \($0): " } ?? ""
      page.item(record + Self.foreign(gap.text, columns: 300, isQuoted: false))
    }
  }

  // MARK: Foreign text

  /// A time in UTC; nil for sources that have no clock and count from 0.
  static func when(_ microseconds: Int64) -> String? {
    guard microseconds.magnitude >= 86_400_000_000 else { return nil }
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Timestamp(seconds: seconds, nanoseconds: Int32(rest * 1_000)).text
  }

  /// Text from the trace, in quotation marks and escaped.
  static func foreign(_ text: String, columns: Int, isQuoted: Bool = true) -> String {
    let quoted = RealmString(text).quotedText(scalars: columns)
    return (isQuoted ? quoted : String(quoted.dropFirst().dropLast())).shortened(to: columns)
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
