internal import Analyzer

extension Report {
  /// So few transactions are told as fast in words.
  private static let chartedTransactionsMin = 4

  /// The transactions in the order in which they were made, up to the reset, by what became of their writes;
  /// nil where there is next to nothing to be drawn.
  var timelineChart: Document.Chart? {
    guard !writes.isEmpty, transactions.count >= Self.chartedTransactionsMin else { return nil }
    var counts = [[Fate: Int]](repeating: [:], count: transactions.count)
    for index in writes.indices {
      counts[writes[index].transactionIndex][writes[index].fate, default: 0] += 1
    }
    let groups = Document.chartGroups(of: transactions.count)
    let versions = transactions.map(\.clientVersion)
    return Document.Chart(
      caption: Phrase.timelineSentence(perColumn: groups[0].count),
      legend: totals.filter { $0.count > 0 }.map { ($0.fate.rawValue, $0.fate.rawValue) },
      columns: groups.map { group in
        var (base, parts, words): (Int, [Document.Chart.Part], [String]) = (0, [], [])
        for fate in Fate.allCases {
          let count = group.reduce(0) { $0 + (counts[$1][fate] ?? 0) }
          guard count > 0 else { continue }
          parts.append(.init(tone: fate.rawValue, value: count, base: base))
          words.append("\(count) \(fate.rawValue)")
          base += count
        }
        let name = Phrase.versions(versions[group.lowerBound], versions[group.upperBound - 1])
        return .init(
          title: "\(name.capitalizedFirst): \(words.joined(separator: ", "))", parts: parts)
      },
      first: Phrase.versions(versions[0], versions[0]), last: "reset", lines: [])
  }
}
