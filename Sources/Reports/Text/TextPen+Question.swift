internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was asked: by the server, of the replay, and for which data.
extension TextPen {
  mutating func draw(_ question: ReportSection.Question) {
    page.heading(question.title)
    page.paragraph(question.requestSentence)
  }

  mutating func draw(_ mode: ReportSection.Mode) {
    if let replayed = mode.mode?.replayedSentence() { page.paragraph(replayed) }
    for sentence in mode.circumstances { page.paragraph(sentence) }
  }

  /// The decisions that led to each attempt, where all is asked for: its story says what came of them.
  mutating func draw(_ attempts: [ReportSection.Attempt]) {
    guard isVerbose else { return }
    for attempt in attempts where !attempt.decisions.isEmpty {
      page.paragraph("Attempt \(attempt.number):")
      for decision in attempt.decisions {
        let text = Phrase.foreign(decision.text, columns: 300, isQuoted: false)
        page.item("\(decision.gate): \(text)", indent: 4)
      }
    }
  }

  mutating func draw(_ unsynced: ReportSection.Unsynced) {
    page.heading(unsynced.title)
    page.paragraph(unsynced.sentence)
  }

  mutating func draw(_ faults: [ReportSection.Fault]) {
    page.heading(Heading.faults)
    for fault in faults {
      let story = fault.story.shortened
      let names = fault.modes.map(\.columnName).joined(separator: ", ")
      let title = "`\(story.fault)`" + (fault.modes.isEmpty ? "" : " (\(names))")
      page.item(story.never.map { "\(title) \($0.text { $0 })." } ?? title)
      for effect in story.effects {
        page.paragraph(effect.sentence + ".", indent: 4)
        for line in effect.lines { page.line(line, indent: 6) }
      }
    }
  }
}
