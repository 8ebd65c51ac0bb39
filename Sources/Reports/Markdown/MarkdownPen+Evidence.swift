internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// Since when losses could not be helped, what to do, and how far the report can be trusted.
extension MarkdownPen {
  mutating func draw(_ horizon: Horizon) {
    page.items(
      horizon.losses.map {
        "\(horizon.since($0)): \(Phrase.count($0.writes.count, "write")) **\($0.fate.rawValue)** "
          + "(\(Self.prose($0.reasonWords)))"
      }, title: "### \(Heading.horizonLossesInFull)", noun: "loss")
  }

  mutating func drawSteps(_ sentences: [String]) {
    // What a message names may stand at the beginning of a step, and must not at that of a line.
    page.items(
      sentences.enumerated().map {
        "**\($0 + 1).** \(MarkdownText.sentence($1.shortened(to: Report.sentenceColumnsMax)))"
      },
      title: "### \(Heading.steps)", noun: "step")
  }

  mutating func draw(_ device: ReportSection.Device) {
    page.heading(Heading.comparison, level: 3)
    page.paragraph(device.sentence)
    page.items(
      device.differences.map { $0.sentence { Self.code($0, columns: 300) } }, noun: "difference")
  }

  mutating func draw(_ gaps: [ReportSection.GapNote]) {
    page.items(
      gaps.map { gap in
        (gap.record.map { "record \($0): " } ?? "gap: ") + Self.prose(gap.text)
      }, title: "### \(Heading.gaps)", noun: "gap")
  }
}
