internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What the reset did besides: by defects of the engine, to the server's data, and by known traps.
extension TextPen {
  mutating func draw(_ defects: ReportSection.Defects) {
    page.heading(Heading.defects)
    page.paragraph(defects.sentence, .bad)
    for place in defects.places.entries { page.item("\(place.names): \(place.text).") }
    drawRest(defects.places.restCount, "place")
  }

  mutating func draw(_ places: Listed<ReportSection.CollateralPlace>) {
    page.heading("\(Heading.overwritten): \(Phrase.count(places.count, "place"))")
    for place in places.entries {
      page.paragraph("\(place.address.text): \(place.reference ?? place.sentence)")
      if place.reference == nil {
        page.paragraph(values(of: place).joined(separator: ", "), indent: 4)
      }
      if let defect = place.defect { page.paragraph("\(defect).", indent: 4) }
    }
    drawRest(places.restCount, "place")
  }

  private func values(of place: ReportSection.CollateralPlace) -> [String] {
    let sides: [ReportSection.WriteEntry.Side] = [
      (.server, place.server), (.now, place.after), (.lastSync, place.before),
    ]
    return shown(sides).compactMap { side, text in text.map { "\(side.rawValue): \($0)" } }
  }

  mutating func draw(_ traps: ReportSection.Traps) {
    page.heading(Heading.trapsOfReset)
    for (trap, places) in traps.groups {
      page.paragraph("\(trap.rawValue): \(trap.title)")
      for place in places.entries {
        let address = place.address.map { "\($0.text): " } ?? ""
        page.item("\(address)\(place.text ?? Phrase.seeAbove)", indent: 4)
      }
      drawRest(places.restCount, "place", indent: 4)
      page.paragraph(trap.helpSentence, indent: 4)
    }
  }

  // What would carry stranded writes over, and how far the report can be trusted.

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
