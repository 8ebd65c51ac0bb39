internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What to do, and what was destroyed.
extension MarkdownPen {
  /// So much of a value that a row stays one.
  private static let valueColumns = 60

  mutating func draw(_ answer: ReportSection.Answer) {
    page.paragraph("**\(MarkdownText.sentence(answer.wholeSentence))**")
    draw(answer.digest)
  }

  mutating func draw(_ choice: ComparisonSection.Choice) {
    page.paragraph("**\(choice.headline).** \(Self.prose(choice.reason))")
    for price in choice.prices {
      let names = Phrase.list(price.modes.map { "**\($0.optionName)**" })
      page.paragraph("\(names): \(price.kept)")
      draw(price.digest)
    }
  }

  mutating func draw(_ next: [ComparisonSection.Next]) {
    page.items(
      next.map { mode in
        let names = Phrase.list(mode.modes.map { "**\($0.optionName)**" })
        return "\(names): \(MarkdownText.sentence(mode.sentences.joined(separator: " ")))"
      }, title: "### \(Heading.consequences)", noun: "mode")
  }

  private mutating func draw(_ digest: HarmDigest) {
    for part in digest.parts {
      let count = Phrase.count(part.count, part.harmClass.noun)
      page.items(
        part.rows.entries.map { Self.prose($0.text(valueColumns: Self.valueColumns)) }
          + (part.rows.restCount > 0 ? [Phrase.rest(part.rows.restCount, "line")] : []),
        title: "\(part.harmClass.title): \(count)", noun: "line")
    }
  }
}
