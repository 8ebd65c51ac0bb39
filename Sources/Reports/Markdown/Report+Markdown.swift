internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Report {
  /// The sections in the order of the text report.
  func write(to page: inout MarkdownPage) {
    writeQuestion(to: &page)
    writeMode(to: &page)
    writeUnsynced(to: &page)
    writeFaults(to: &page)
    writeResult(to: &page)
    writeTotals(to: &page)
    writeDefects(to: &page)
    writeTriage(to: &page)
    writeObjects(to: &page)
    writeCollateral(to: &page)
    writeTraps(to: &page)
    writeMergePlan(to: &page)
    writeHorizon(to: &page)
    writeNext(to: &page)
    writeComparison(to: &page)
    writeGaps(to: &page)
  }

  func writeQuestion(to page: inout MarkdownPage) {
    let name = session.start.map { Self.code($0.name, columns: 50) } ?? "a session"
    page.heading("Client reset of \(name)", level: 2)
    page.paragraph(requestSentence { Self.code($0, columns: 300) })
  }

  private func writeMode(to page: inout MarkdownPage) {
    var sentences = ["Replayed in mode **\(mode.rawValue)**: \(mode.meaning)."]
    if engine != .realmCore {
      sentences.append("Engine: \(engine?.rawValue ?? "of its own"), without the known defects.")
    }
    if let configured = session.start?.configuredResetMode, configured != mode {
      sentences.append("The app itself has configured \(configured.rawValue).")
    }
    if let pending = pendingResetBefore {
      sentences.append(
        "An earlier reset was still on record: \(pending.mode.rawValue), \(pending.action.rawValue)."
      )
    }
    page.paragraph(sentences.joined(separator: " "))
  }

  func writeUnsynced(to page: inout MarkdownPage) {
    page.paragraph("**Not synced before the reset:** \(unsyncedSentence)")
  }

  private func writeResult(to page: inout MarkdownPage) {
    page.heading("What the reset did", level: 3)
    page.paragraph(resultSentence)
    if let failure {
      let failureClass = failure.failureClass.map { "\($0.rawValue): " } ?? ""
      page.paragraph("> \(failureClass)\(Self.code(failure.message, columns: 400))")
    }
    for hazard in (attempts.last?.hazards ?? []).prefix(3) {
      page.paragraph("Realm Core may abort here: \(Self.prose(hazard)).")
    }
    if didRecover == true { page.paragraph(toldSentence) }
  }

  private func writeTotals(to page: inout MarkdownPage) {
    var table = MarkdownTable(["writes", "fate", "meaning"])
    for (fate, count) in totals where count > 0 {
      table.add(["\(count)", fate.markdown, fate.meaning])
    }
    page.table(table, title: "", noun: "fate")
  }

  /// Why the reset failed, and whether it is one of many.
  private func writeTriage(to page: inout MarkdownPage) {
    for entry in triage {
      page.heading("Why it failed: \(Self.prose(entry.identifier))", level: 3)
      page.paragraph("**Cause:** \(Self.prose(entry.cause)).")
    }
    guard let resetLoop else { return }
    page.heading("An earlier reset was never completed", level: 3)
    page.paragraph(
      "Of \(resetLoop.unacknowledgedResetCount) in a row: \(Self.prose(resetLoop.sentences))")
  }

  private func writeHorizon(to page: inout MarkdownPage) {
    guard let horizon else { return }
    page.items(
      horizon.losses.map {
        "\(horizon.since($0)): \(Phrase.count($0.writes.count, "write")) **\($0.fate.rawValue)** "
          + "(\(Self.prose($0.reasonWords)))"
      }, title: "### Since when the losses could not be helped", noun: "loss")
  }

  private func writeNext(to page: inout MarkdownPage) {
    page.items(consequences.map(\.sentence), title: "### What happens next", noun: "consequence")
    // What a message names may stand at the beginning of a step, and must not at that of a line.
    page.items(
      stepsToTake.enumerated().map { "**\($0 + 1).** \(Self.prose($1))" },
      title: "### What to do", noun: "step")
  }

  private func writeComparison(to page: inout MarkdownPage) {
    guard let comparison else { return }
    page.heading("Compared with the device", level: 3)
    page.paragraph(comparison.sentence)
    page.items(
      comparison.differences.map { difference in
        let words = difference.words
        return "\(difference.aspect.rawValue): \(Self.code(words.device, columns: 300)) on the "
          + "device, \(Self.code(words.replay, columns: 300)) in this replay"
      }, noun: "difference")
  }

  func writeGaps(to page: inout MarkdownPage) {
    page.items(
      gaps.map { gap in
        (gap.sequence.map { "record \($0): " } ?? "gap: ") + Self.prose(gap.text)
      }, title: "### What the trace does not show", noun: "gap")
  }
}

extension Report {
  /// Text from the trace as code, shortened.
  static func code(_ text: String, columns: Int) -> String {
    MarkdownText.code(Phrase.foreign(text, columns: columns, isQuoted: false))
  }

  /// A sentence with text from the trace in it, shortened.
  static func prose(_ text: String) -> String {
    MarkdownText.prose(text.shortened(to: sentenceColumnsMax))
  }
}

extension Fate {
  /// The word; in bold if it is bad news.
  var markdown: String { isUnhappy ? "**\(rawValue)**" : rawValue }
}
