internal import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

// What the app lives through, and what the server has changed.
extension MarkdownPen {
  mutating func draw(_ story: ReportSection.Story) {
    page.heading(story.heading, level: 3)
    for attempt in story.attempts {
      page.items(
        attempt.events.map { event in
          event.sentence.text { Self.code($0, columns: 400) }
            + (event.writes.map { " \(Self.prose($0))" } ?? "")
        }, title: attempt.title.map { "**\($0)**" } ?? "", noun: "event")
    }
    if let precedence = story.precedence { page.paragraph(precedence) }
  }

  mutating func draw(_ incoming: ReportSection.Incoming) {
    page.heading(IncomingChanges.title, level: 3)
    page.paragraph(incoming.sentence)
    let small = incoming.groups.filter(\.isSmall)
    page.items(small.flatMap { $0.rows.entries.map(Self.text) }, noun: "change")
    for group in incoming.groups where !group.isSmall {
      page.items(
        group.rows.entries.map(Self.text),
        title:
          "\(MarkdownText.code(group.address.text)): \(group.kind.words(group.rows.count))",
        noun: "change")
    }
  }

  // The phrasebook has escaped what comes from the trace.
  private static func text(_ row: ReportSection.Incoming.Row) -> String {
    "\(MarkdownText.code(row.address.text)): \(MarkdownText.code(row.text(columns: 120)))"
  }
}
