internal import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

// What the app lives through, and what the server has changed.
extension TextPen {
  private static let changeColumns = 60

  mutating func draw(_ story: ReportSection.Story) {
    page.heading(story.heading)
    for attempt in story.attempts {
      if let title = attempt.title { page.paragraph(title) }
      for event in attempt.events {
        page.item(
          event.sentence.text { Phrase.foreign($0, columns: 400) }
            + (event.writes.map { " \($0)" } ?? ""), indent: attempt.title == nil ? 2 : 4)
      }
    }
    if let precedence = story.precedence { page.paragraph(precedence) }
  }

  mutating func draw(_ incoming: ReportSection.Incoming) {
    page.heading(IncomingChanges.title)
    page.paragraph(incoming.sentence)
    for group in incoming.groups {
      if group.isSmall {
        draw(group.rows.entries, indent: 2)
      } else {
        page.paragraph("\(group.address.text): \(group.kind.words(group.rows.count))")
        draw(group.rows.entries, indent: 4)
        drawRest(group.rows.restCount, "change", indent: 4, hint: Phrase.verboseHint)
      }
    }
  }

  private mutating func draw(_ rows: [ReportSection.Incoming.Row], indent: Int) {
    for row in rows {
      page.item("\(row.address.text): \(row.text(columns: Self.changeColumns))", indent: indent)
    }
  }
}
