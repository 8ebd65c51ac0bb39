internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// Several modes side by side, then the writes whose fate depends on the mode.
extension MarkdownPen {
  mutating func draw(_ sections: [ComparisonSection]) {
    for section in sections { draw(section) }
  }

  private mutating func draw(_ section: ComparisonSection) {
    switch section {
    // An issue has room for what the modes come to, and each mode's own report for the rest.
    case .report(.horizon), .collateral, .traps: break
    case .report(let section): draw([section])
    case .modeSource(let sentence): page.paragraph(sentence)
    case .matrix(let matrix): draw(matrix)
    case .failures(let failures):
      page.items(
        failures.map { "\($0.mode.optionName): \(Self.code($0.message, columns: 300))" },
        noun: "failure")
    case .verdict(let verdict): draw(verdict)
    case .differences(let differences): draw(differences)
    }
  }

  private mutating func draw(_ matrix: ComparisonSection.Matrix) {
    var table = MarkdownTable([" "] + matrix.modes.map(\.optionName))
    table.add(["result"] + matrix.results.map(\.rawValue))
    for (fate, counts) in matrix.fates { table.add([fate.markdown] + counts.map(String.init)) }
    for (harm, counts) in matrix.harm where harm != .defects {
      table.add([harm.rawValue] + counts.map(String.init))
    }
    page.table(table, title: "### \(Heading.modes)", noun: "row")
  }

  private mutating func draw(_ verdict: ComparisonSection.Verdict) {
    var table = MarkdownTable(["class", "writes"] + verdict.modes.map(\.optionName))
    for line in verdict.classes {
      table.add(
        [MarkdownText.code(line.name), "\(line.counted)"] + line.kept.map(String.init))
    }
    page.table(table, title: "### \(Heading.keptByClass)", noun: "class")
    page.paragraph("**\(Heading.recommendation):** \(Self.prose(verdict.recommendation))")
  }

  private mutating func draw(_ differences: ComparisonSection.Differences) {
    var table = MarkdownTable(["write"] + differences.modes.map(\.optionName))
    for write in differences.writes.entries {
      table.add([MarkdownText.code(write.place.text)] + write.fates.map(\.markdown))
    }
    page.table(table, title: "### \(Heading.differences)", noun: "write")
  }
}
