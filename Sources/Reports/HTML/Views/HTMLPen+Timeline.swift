internal import Analyzer
internal import Phrasebook

/// The transactions in the order in which they were made, up to the reset.
extension HTMLPen {
  private static var columnsMax: Int { 80 }

  func draw(_ timeline: ReportSection.Timeline) -> HTMLView {
    let transactions = timeline.transactions
    let chart = columns(transactions)
    return [
      "timelineChart": chart.frame.merging([
        "caption": Phrase.timelineSentence(perColumn: chart.size),
        "legend": timeline.fates.map { ["tone": $0.rawValue, "label": $0.rawValue] },
        "columns": (0..<chart.columnCount).map { column($0, of: chart, transactions) },
        "marks": [HTMLView](), "lanes": [HTMLView](),
        "first": transactions.first.map { Phrase.versions($0.clientVersion, $0.clientVersion) }
          ?? "",
        "last": "reset",
      ]) { $1 }
    ]
  }

  private func columns(_ transactions: [ReportSection.Timeline.Transaction]) -> ChartColumns {
    let count = transactions.count
    // How many share a column does not depend on what the highest stands for.
    let frame = ChartColumns(count: count, columnsMax: Self.columnsMax, most: 1, fill: 84)
    let most = (0..<frame.columnCount).map { column in
      frame.members(of: column).reduce(0) { $0 + transactions[$1].counts.values.reduce(0, +) }
    }.max()
    return ChartColumns(count: count, columnsMax: Self.columnsMax, most: most ?? 1, fill: 84)
  }

  private func column(
    _ column: Int, of chart: ChartColumns, _ transactions: [ReportSection.Timeline.Transaction]
  ) -> HTMLView {
    let members = transactions[chart.members(of: column)]
    var (base, parts, words): (Int, [HTMLView], [String]) = (0, [], [])
    for fate in Fate.allCases {
      let count = members.reduce(0) { $0 + ($1.counts[fate] ?? 0) }
      guard count > 0 else { continue }
      parts.append(chart.part(column, count, tone: fate.rawValue, above: base))
      words.append("\(count) \(fate.rawValue)")
      base += count
    }
    let versions = members.map(\.clientVersion)
    let title = Phrase.versions(versions[0], versions[versions.count - 1]).capitalizedFirst
    return ["title": "\(title): \(words.joined(separator: ", "))", "parts": parts]
  }
}
