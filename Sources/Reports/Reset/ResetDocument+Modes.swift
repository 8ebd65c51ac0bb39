internal import Analyzer
internal import Replayer
internal import TraceFormat

// What each mode does: a row each, with numbers that add up.
extension ResetDocument {
  mutating func writeModes() {
    document.gap()
    let count = first.changes.count
    let apps = first.session.start?.configuredResetMode
    var table = Document.Table(
      columns: [
        "", Heading.changesOfDevice(count), Heading.whatOthersWroteColumn, "then",
      ], noun: "mode")
    for (index, report) in comparison.reports.enumerated() {
      let isApps = report.mode == apps && comparison.comparesModes
      let twin = comparison.reports[..<index].first { $0.comesToTheSame(as: report) }
      let name = report.mode.optionName + (isApps ? Heading.yourApp : "")
      let counts = report.outcomeCounts
      table.rows.append([
        .init(name, nil, link: report.mode.optionName),
        .init(report.outcomeWords, counts.count == 1 ? counts[0].outcome.role : nil),
        .init(report.whatOthersLostWords),
        .init(twin.map { Heading.same(as: $0.mode.optionName) } ?? report.sequelWords),
      ])
    }
    table.rows += comparison.unanswered.map { mode in
      [
        .init(mode.optionName + (mode == apps ? Heading.yourApp : "")),
        .init(Heading.notKnown, Change.Outcome.notKnown.role), .init(""), .init(Heading.needsFresh),
      ]
    }
    document.table(table)
  }
}

extension Report {
  fileprivate func comesToTheSame(as other: Report) -> Bool {
    result == other.result && outcomeWords == other.outcomeWords
      && whatOthersLostWords == other.whatOthersLostWords && sequelWords == other.sequelWords
  }
}
