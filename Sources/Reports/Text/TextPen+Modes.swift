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
    guard !options.isVerbose else { return SectionScope(alikeMax: .max, digestRowsMax: .max) }
    return SectionScope(
      collateralMax: 12, incomingMax: 3, differencesMax: 20, alikeMax: 4, digestRowsMax: 5)
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
    case .choice(let choice): draw(choice)
    case .next(let next): draw(next)
    case .keptByClass(let kept): draw(kept)
    case .differences(let differences): draw(differences)
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
    for (name, counts) in matrix.harm { drawRow(name, counts.map(String.init)) }
    if matrix.defects.contains(where: { $0 > 0 }) {
      drawRow("defects", matrix.defects.map(String.init))
    }
  }

  private mutating func draw(_ kept: ComparisonSection.Kept) {
    page.heading(Heading.keptByClass)
    drawRow("", columns: Self.placeColumns, kept.modes.map(\.columnName))
    for line in kept.classes {
      drawRow(
        "\(line.name) (of \(line.counted))", columns: Self.placeColumns,
        line.kept.map(String.init))
    }
  }

  private mutating func draw(_ differences: ComparisonSection.Differences) {
    page.heading(Heading.differences)
    let columns = max(
      Self.placeColumns, page.columns - 2 - differences.modes.count * Self.cellColumns)
    drawRow("", columns: columns, differences.modes.map(\.columnName))
    for row in differences.rows.entries {
      let (name, cells) = ("\(row.place) \(row.what)", row.fates.map(\.rawValue))
      // What does not fit beside the fates stands above them, whole.
      let isWide = name.columnCount > columns - 2
      if isWide { page.paragraph(name) }
      drawRow(isWide ? "" : name, columns: columns, cells)
    }
    guard differences.rows.restCount > 0 else { return }
    page.paragraph(Phrase.rest(differences.rows.restCount) + Phrase.verboseHint)
  }

  private mutating func draw(_ findings: [ComparisonSection.Finding]) {
    for finding in findings {
      let modes = finding.modes.map(\.columnName).joined(separator: ", ")
      page.item("\(finding.text) (\(modes))")
      if let note = finding.note { page.paragraph(note, indent: 4) }
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
