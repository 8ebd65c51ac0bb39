internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What to do, and what was destroyed.
extension TextPen {
  mutating func draw(_ answer: ReportSection.Answer) {
    page.heading(Heading.answer)
    page.paragraph(answer.wholeSentence, answer.isBad ? .bad : nil)
    draw(answer.digest, indent: 2)
  }

  mutating func draw(_ choice: ComparisonSection.Choice) {
    page.heading(choice.headline)
    page.paragraph(choice.reason)
    for price in choice.prices {
      let names = price.modes.map(\.optionName).joined(separator: ", ")
      page.gap()
      page.paragraph("\(names): \(price.kept)", price.isRecommended ? .heading : nil)
      draw(price.digest, indent: 4)
    }
  }

  mutating func draw(_ next: [ComparisonSection.Next]) {
    page.heading(Heading.consequences)
    for mode in next {
      let names = mode.modes.map(\.optionName).joined(separator: ", ")
      page.item("\(names): \(mode.sentences.joined(separator: " "))")
    }
  }

  private mutating func draw(_ digest: HarmDigest, indent: Int) {
    for part in digest.parts {
      let count = Phrase.count(part.count, part.harmClass.noun)
      page.paragraph("\(part.harmClass.title): \(count)", indent: indent)
      for row in part.rows.entries {
        page.item(row.text(valueColumns: valueColumns), indent: indent + 2)
      }
      drawRest(part.rows.restCount, "line", indent: indent + 2)
    }
  }
}
