internal import Analyzer
internal import Phrasebook

/// The transactions in the order in which they were made, up to the reset.
extension HTMLPen {
  private static var columnsMax: Int { 80 }

  var timeline: HTMLView {
    guard !report.writes.isEmpty else { return ["timelineChart": false] }
    var counts = [[Fate: Int]](repeating: [:], count: report.transactions.count)
    for write in report.writes { counts[write.transactionIndex][write.fate, default: 0] += 1 }
    let chart = columns(counts)
    return [
      "timelineChart": chart.frame.merging([
        "caption": caption(chart.size),
        "legend": report.totals.filter { $0.count > 0 }.map {
          ["tone": $0.fate.rawValue, "label": $0.fate.rawValue]
        },
        "columns": (0..<chart.columnCount).map { column($0, of: chart, counts) },
        "marks": [HTMLView](), "lanes": [HTMLView](),
        "first": report.transactions.first.map { "version \($0.clientVersion)" } ?? "",
        "last": "reset",
      ]) { $1 }
    ]
  }

  private func columns(_ counts: [[Fate: Int]]) -> ChartColumns {
    // How many share a column does not depend on what the highest stands for.
    let frame = ChartColumns(count: counts.count, columnsMax: Self.columnsMax, most: 1, fill: 84)
    let most = (0..<frame.columnCount).map { column in
      frame.members(of: column).reduce(0) { $0 + counts[$1].values.reduce(0, +) }
    }.max()
    return ChartColumns(
      count: counts.count, columnsMax: Self.columnsMax, most: most ?? 1, fill: 84)
  }

  private func caption(_ size: Int) -> String {
    size == 1
      ? "Unsynced writes of each transaction, by what became of them."
      : "Unsynced writes, \(size) transactions in a column, by what became of them."
  }

  private func column(_ column: Int, of chart: ChartColumns, _ counts: [[Fate: Int]]) -> HTMLView {
    let members = chart.members(of: column)
    var (base, parts, words): (Int, [HTMLView], [String]) = (0, [], [])
    for fate in Fate.allCases {
      let count = members.reduce(0) { $0 + (counts[$1][fate] ?? 0) }
      guard count > 0 else { continue }
      parts.append(chart.part(column, count, tone: fate.rawValue, above: base))
      words.append("\(count) \(fate.rawValue)")
      base += count
    }
    return ["title": "\(versions(members)): \(words.joined(separator: ", "))", "parts": parts]
  }

  private func versions(_ transactions: Range<Int>) -> String {
    let versions = report.transactions[transactions].map(\.clientVersion)
    return versions.count == 1
      ? "Version \(versions[0])" : "Versions \(versions[0]) to \(versions[versions.count - 1])"
  }
}
