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
    case .report(.horizon): break
    case .traps(let traps):
      page.items(
        traps.map { trap in
          let modes = trap.modes.map(\.optionName).joined(separator: ", ")
          return "\(Self.prose(trap.text)) (\(modes)). \(trap.note ?? "")"
        }, title: "### \(Heading.traps)", noun: "trap")
    case .report(let section): draw([section])
    case .modeSource(let sentence): page.paragraph(sentence)
    case .matrix(let matrix): draw(matrix)
    case .failures(let failures):
      page.items(
        failures.map { "\($0.mode.optionName): \(Self.code($0.message, columns: 300))" },
        noun: "failure")
    case .choice(let choice): draw(choice)
    case .next(let next): draw(next)
    case .keptByClass(let kept): draw(kept)
    case .differences(let differences): draw(differences)
    }
  }

  private mutating func draw(_ matrix: ComparisonSection.Matrix) {
    var table = MarkdownTable([" "] + matrix.modes.map(\.optionName))
    table.add(["result"] + matrix.results.map(\.rawValue))
    for (fate, counts) in matrix.fates { table.add([fate.markdown] + counts.map(String.init)) }
    for (name, counts) in matrix.harm { table.add([name] + counts.map(String.init)) }
    page.table(table, title: "### \(Heading.modes)", noun: "row")
  }

  private mutating func draw(_ kept: ComparisonSection.Kept) {
    var table = MarkdownTable(["class", "writes"] + kept.modes.map(\.optionName))
    for line in kept.classes {
      table.add(
        [MarkdownText.code(line.name), "\(line.counted)"] + line.kept.map(String.init))
    }
    page.table(table, title: "### \(Heading.keptByClass)", noun: "class")
  }

  private mutating func draw(_ differences: ComparisonSection.Differences) {
    var table = MarkdownTable(["write"] + differences.modes.map(\.optionName))
    for row in differences.rows.entries {
      table.add(
        ["\(MarkdownText.code(row.place)) \(Self.prose(row.what))"] + row.fates.map(\.markdown))
    }
    page.table(table, title: "### \(Heading.differences)", noun: "write")
  }
}
