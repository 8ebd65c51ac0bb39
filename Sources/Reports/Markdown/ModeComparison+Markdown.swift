internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ModeComparison {
  /// The modes side by side, then the writes whose fate depends on the mode.
  func write(to page: inout MarkdownPage) {
    reports[0].writeQuestion(to: &page)
    reports[0].writeUnsynced(to: &page)
    writeFaults(to: &page)
    writeMatrix(to: &page)
    page.items(
      reports.compactMap { report in
        report.failure.map {
          "\(report.mode.optionName): \(Report.code($0.message, columns: 300))"
        }
      }, noun: "failure")
    writeVerdict(to: &page)
    writeDifferences(to: &page)
    reports[0].writeGaps(to: &page)
  }

  private func writeMatrix(to page: inout MarkdownPage) {
    var table = MarkdownTable([" "] + reports.map(\.mode.optionName))
    table.add(["result"] + reports.map(\.result.rawValue))
    for fate in Fate.allCases where reports.contains(where: { $0.count(of: fate) > 0 }) {
      table.add([fate.markdown] + reports.map { "\($0.count(of: fate))" })
    }
    for (name, counts) in [
      ("collateral", reports.map(\.collateral.count)),
      ("overwritten", matrix.total.map(\.overwritten)),
    ] where counts.contains(where: { $0 > 0 }) {
      table.add([name] + counts.map { "\($0)" })
    }
    page.table(table, title: "### What each mode does with them", noun: "row")
  }

  /// What is kept of each class, and what that comes to.
  private func writeVerdict(to page: inout MarkdownPage) {
    let matrix = matrix
    var table = MarkdownTable(["class", "writes"] + reports.map(\.mode.optionName))
    for row in matrix.classes {
      table.add(
        [MarkdownText.code(row.name.shortName), "\(row.columns[0].counted)"]
          + row.columns.map { "\($0.kept)" })
    }
    page.table(table, title: "### Kept, by class", noun: "class")
    page.paragraph("**Recommendation:** \(Report.prose(recommendation.sentence))")
  }

  private func writeDifferences(to page: inout MarkdownPage) {
    let names = objectNames
    var table = MarkdownTable(["write"] + reports.map(\.mode.optionName))
    for index in differingWrites {
      let place = MarkdownText.code(place(of: reports[0].writes[index], names))
      table.add([place] + reports.map(\.writes[index].fate.markdown))
    }
    page.table(table, title: "### Where the modes differ", noun: "write")
  }
}
