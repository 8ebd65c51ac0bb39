internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// How the reset ended, what came of the writes in numbers, and why it failed.
extension TextPen {
  private static let nameColumns = 26

  mutating func draw(_ ending: ReportSection.Ending) {
    page.heading(ending.title)
    page.paragraph(ending.sentence, ending.isBad ? .bad : nil)
    if let failure = ending.failureText { page.paragraph(failure, indent: 4) }
    for hazard in ending.hazards {
      page.paragraph(
        hazard.text { Phrase.foreign($0, columns: 300, isQuoted: false) }, .bad)
    }
  }

  mutating func draw(_ totals: ReportSection.Totals) {
    page.paragraph(Phrase.totalsSentence(of: totals.writeCount))
    for (fate, count) in totals.fates {
      let number = String(count)
      page.row(
        String(repeating: " ", count: max(0, 6 - number.count)) + number, nameColumns: 6,
        fate.rawValue, fate.role, [fate.meaning])
    }
  }

  mutating func draw(_ numbers: ReportSection.Numbers) {
    if !numbers.lines.entries.isEmpty { drawLines(of: numbers) }
    guard !numbers.causes.isEmpty else { return }
    page.heading("Why")
    for line in numbers.causes {
      page.paragraph(
        "\(line.cause.meaning) (\(line.cause.rawValue))", behind: "\(line.writes)",
        wordColumns: 6, nil)
    }
  }

  private mutating func drawLines(of numbers: ReportSection.Numbers) {
    page.heading(numbers.hasSeveralClasses ? Heading.byClassAndProperty : Heading.byProperty)
    for line in numbers.lines.entries {
      let name = (line.isPart ? "  " : "") + line.name
      page.paragraph(
        "\(Phrase.count(line.counts.writes, "write")): \(line.counts.words)",
        behind: name.visible.shortened(to: Self.nameColumns), wordColumns: Self.nameColumns, nil)
    }
    drawRest(numbers.lines.restCount, "line")
  }

  mutating func draw(_ explanations: [ReportSection.Explanation]) {
    page.heading(Heading.failure)
    for entry in explanations {
      let attempt = entry.attempt.map { "Attempt \($0), " } ?? ""
      page.paragraph("\(attempt)\(entry.identifier): \(entry.cause).")
    }
  }

  mutating func draw(_ loop: ReportSection.Loop) {
    page.heading(Heading.resetLoop)
    page.paragraph(loop.sentences, loop.isBad ? .bad : nil)
    if let sentence = loop.loopSentence { page.paragraph(sentence) }
  }

  /// That a list is longer than what is shown of it.
  mutating func drawRest(_ count: Int, _ noun: String, indent: Int = 2, hint: String = "") {
    guard count > 0 else { return }
    page.paragraph("... \(Phrase.rest(count, noun))\(hint)", indent: indent)
  }
}
