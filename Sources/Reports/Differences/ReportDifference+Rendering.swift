public import Campaigns
public import TraceFormat

extension ReportDifference {
  /// The difference for people: what became worse first, mode by mode.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style)
    for mode in onlyInFirst { page.paragraph("mode \(mode): \(Difference.onlyInFirst)", indent: 0) }
    for mode in onlyInSecond {
      page.paragraph("mode \(mode): \(Difference.onlyInSecond)", indent: 0)
    }
    for (mode, difference) in modes {
      page.paragraph("mode \(mode)\(difference.isEmpty ? ": \(Difference.same)" : "")", indent: 0)
      for change in difference.changes { change.write(to: &page, options) }
    }
    return page.text
  }

  /// The difference for programs (`docs/diff.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(ContentDifference.version),
      "subject": .string("reports"),
      "same": .bool(isEmpty),
      "onlyInFirst": .array(onlyInFirst.map { .string($0) }),
      "onlyInSecond": .array(onlyInSecond.map { .string($0) }),
      "modes": .array(
        modes.map { .members(["mode": .string($0.mode), "changes": $0.difference.json]) }),
    ])
  }
}
