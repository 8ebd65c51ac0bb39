internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was asked, how the reset ended, and why.
extension MarkdownPen {
  private static let hazardsMax = 3
  private static let faultLinesMax = 4

  mutating func draw(_ question: ReportSection.Question) {
    let name = question.sessionName.map { Self.code($0, columns: 50) } ?? "a session"
    page.heading(question.title(of: name), level: 2)
    page.paragraph(question.request.text { Self.code($0, columns: 300) })
  }

  mutating func draw(_ mode: ReportSection.Mode) {
    let replayed = mode.mode.map { [$0.replayedSentence { "**\($0)**" }] } ?? []
    let sentences = replayed + mode.circumstances
    if !sentences.isEmpty { page.paragraph(sentences.joined(separator: " ")) }
  }

  mutating func draw(_ faults: [ReportSection.Fault]) {
    page.items(
      faults.map { fault in
        let story = fault.story.shortened
        let names = fault.modes.map(\.optionName).joined(separator: ", ")
        let title = MarkdownText.code(story.fault) + (fault.modes.isEmpty ? "" : " (\(names))")
        if let never = story.never { return "\(title) \(never.text(quoted: Self.prose))." }
        return "\(title): \(story.effects.map(Self.text).joined(separator: "; "))."
      }, title: "### \(Heading.faults)", noun: "fault")
  }

  /// What a fault did, and in brackets the first things that it was about.
  private static func text(_ effect: FaultStory.Effect) -> String {
    guard !effect.lines.isEmpty else { return prose(effect.sentence) }
    let about = effect.lines.prefix(faultLinesMax).map { code($0, columns: 60) }
    let rest = effect.lineCount - about.count
    let more = rest > 0 ? [Phrase.rest(rest)] : []
    return "\(prose(effect.sentence)) (\((about + more).joined(separator: ", ")))"
  }

  mutating func draw(_ ending: ReportSection.Ending) {
    page.heading(ending.title, level: 3)
    page.paragraph(ending.sentence)
    if let failure = ending.failure {
      let failureClass = failure.failureClass.map { "\($0.rawValue): " } ?? ""
      page.paragraph("> \(failureClass)\(Self.code(failure.message, columns: 400))")
    }
    for hazard in ending.hazards.prefix(Self.hazardsMax) {
      page.paragraph(hazard.text(quoted: Self.prose))
    }
  }

  mutating func draw(_ totals: ReportSection.Totals) {
    var table = MarkdownTable(["writes", "fate", "meaning"])
    for (fate, count) in totals.fates { table.add(["\(count)", fate.markdown, fate.meaning]) }
    page.table(table, title: "", noun: "fate")
  }

  mutating func draw(_ entry: ReportSection.Explanation) {
    page.heading("\(Heading.failure): \(Self.prose(entry.identifier))", level: 3)
    page.paragraph("**Cause:** \(Self.prose(entry.cause)).")
  }

  mutating func draw(_ loop: ReportSection.Loop) {
    page.heading(Heading.resetLoop, level: 3)
    page.paragraph("\(loop.extent): \(Self.prose(loop.sentences))")
  }
}
