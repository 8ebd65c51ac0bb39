internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What would carry stranded writes over, and how far the report can be trusted.
extension TextPen {
  mutating func draw(_ plan: ReportSection.Plan) {
    page.heading(Heading.mergePlan)
    page.paragraph(plan.sentence + (plan.operations.count == 0 ? "." : ":"))
    for operation in plan.operations.entries {
      page.item("\(operation.address.text): \(operation.text)")
      if let conflict = operation.conflict {
        page.paragraph("decide: \(conflict)", indent: 6, .bad)
      }
    }
    drawRest(plan.operations.restCount, "operation", hint: Phrase.verboseHint)
  }

  mutating func draw(_ device: ReportSection.Device) {
    page.heading(Heading.comparison)
    page.paragraph(device.sentence, device.isOtherwise ? .bad : nil)
    for difference in device.differences { page.item(difference.sentence) }
  }

  mutating func draw(_ gaps: [ReportSection.GapNote]) {
    page.heading(Heading.gaps)
    for gap in gaps { page.item(Phrase.foreign(gap.sentence, columns: 300, isQuoted: false)) }
  }
}
