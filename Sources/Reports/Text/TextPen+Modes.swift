internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// Several modes side by side.
extension TextPen {
  private static let placeColumns = 30
  private static let nameColumns = 14
  private static let cellColumns = 12

  /// How much of a comparison is shown, unless all is asked for.
  static func comparisonScope(_ options: ReportTextOptions) -> SectionScope {
    options.isVerbose ? SectionScope() : SectionScope(collateralMax: 12, differencesMax: 20)
  }

  mutating func draw(_ sections: [ComparisonSection]) {
    for section in sections { draw(section) }
  }

  private mutating func draw(_ section: ComparisonSection) {
    switch section {
    case .report(let section): draw([section])
    case .modeSource(let sentence): page.paragraph(sentence)
    case .matrix(let matrix): draw(matrix)
    case .failures(let failures):
      for failure in failures {
        let message = Phrase.foreign(failure.message, columns: 300, isQuoted: false)
        page.item("\(failure.mode.columnName): \(message)")
      }
    case .verdict(let verdict): draw(verdict)
    case .differences(let differences): draw(differences)
    case .collateral(let places):
      page.heading("\(Heading.overwritten): \(Phrase.count(places.count, "place"))")
      draw(places.entries)
      drawRest(places.restCount, "place", hint: Phrase.verboseHint)
    case .traps(let traps):
      page.heading(Heading.trapsOfReset)
      draw(traps)
    }
  }

  private mutating func draw(_ matrix: ComparisonSection.Matrix) {
    page.heading(Heading.modes)
    drawRow("", matrix.modes.map(\.columnName))
    drawRow("result", matrix.results.map(\.rawValue))
    if matrix.didRecover.contains(where: { $0 != nil }) {
      drawRow("didRecover", matrix.didRecover.map { $0.map { $0 ? "yes" : "no" } ?? "-" })
    }
    for (fate, counts) in matrix.fates { drawRow(fate.rawValue, counts.map(String.init)) }
    for (harm, counts) in matrix.harm { drawRow(harm.rawValue, counts.map(String.init)) }
  }

  private mutating func draw(_ verdict: ComparisonSection.Verdict) {
    if verdict.classes.count > 1 {
      page.heading(Heading.keptByClass)
      drawRow("", columns: Self.placeColumns, verdict.modes.map(\.columnName))
      for line in verdict.classes {
        drawRow(
          "\(line.name) (of \(line.counted))", columns: Self.placeColumns,
          line.kept.map(String.init))
      }
    }
    page.heading(Heading.recommendation)
    if let sentence = verdict.keepsMost { page.paragraph(sentence) }
    page.paragraph(verdict.recommendation)
  }

  private mutating func draw(_ differences: ComparisonSection.Differences) {
    let writes = differences.writes
    page.heading(Heading.differences)
    drawRow("", columns: Self.placeColumns, differences.modes.map(\.columnName))
    for write in writes.entries {
      drawRow(write.place.text, columns: Self.placeColumns, write.fates.map(\.rawValue))
    }
    guard writes.restCount > 0 else { return }
    page.paragraph(Phrase.rest(writes.restCount, of: "writes") + Phrase.verboseHint)
  }

  private mutating func draw(_ findings: [ComparisonSection.Finding]) {
    for finding in findings {
      let modes = finding.modes.map(\.columnName).joined(separator: ", ")
      page.item("\(finding.text) (\(modes))")
    }
  }

  /// A row of a table: a name, and a cell for each mode.
  private mutating func drawRow(
    _ name: String, columns: Int = nameColumns, _ cells: [String]
  ) {
    let name = name.shortened(to: columns - 2).padded(to: columns)
    page.line(name + cells.map { $0.padded(to: Self.cellColumns) }.joined())
  }
}
