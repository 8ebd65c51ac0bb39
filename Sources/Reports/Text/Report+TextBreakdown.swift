internal import Analyzer
internal import Phrasebook

// The writes in numbers, where that says more than the totals and the lists below.
extension Report {
  private static let shownLinesMax = 12
  /// So few writes can be counted in the lists below.
  private static let countableMax = 12
  private static let nameColumns = 26

  func writeBreakdown(to page: inout TextPage) {
    guard writes.count > Self.countableMax else { return }
    let breakdown = breakdown
    writeClasses(of: breakdown, to: &page)
    guard breakdown.causes.count > 1 else { return }
    page.heading("Why")
    for line in breakdown.causes {
      page.paragraph(
        "\(line.cause.meaning) (\(line.cause.rawValue))", behind: "\(line.writes)",
        wordColumns: 6, nil)
    }
  }

  /// Classes where there are several, and properties that were written to in several objects: those
  /// of one object have a line of their own below.
  private func writeClasses(of breakdown: Breakdown, to page: inout TextPage) {
    let hasSeveral = breakdown.classes.count > 1
    let lines = breakdown.classes.flatMap { line -> [(name: String, counts: Breakdown.Counts)] in
      let isSpread = line.properties.contains { $0.counts.objects > 1 }
      return (hasSeveral ? [(line.name.shortName, line.counts)] : [])
        + (isSpread ? line.properties : []).map { property in
          ((hasSeveral ? "  " : "") + property.title, property.counts)
        }
    }
    guard !lines.isEmpty else { return }
    page.heading(hasSeveral ? "By class and property" : "By property")
    for line in lines.prefix(Self.shownLinesMax) {
      page.paragraph(
        "\(Phrase.count(line.counts.writes, "write")): \(line.counts.words)",
        behind: line.name.visible.shortened(to: Self.nameColumns), wordColumns: Self.nameColumns,
        nil)
    }
    guard lines.count > Self.shownLinesMax else { return }
    page.paragraph("... and \(Phrase.count(lines.count - Self.shownLinesMax, "more line"))")
  }
}
