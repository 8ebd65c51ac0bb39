internal import Analyzer
internal import Campaigns
internal import TraceFormat

extension OutcomeDifference.Change {
  private static let shownDetailsMax = 5

  /// Writes the sentence, and the details below it; those that are alike in one line, where there are
  /// many and not all are asked for.
  func write(to page: inout Document, _ options: ReportTextOptions) {
    page.entry(sentence.visible, behind: direction.rawValue, columns: 6, direction.role)
    let isWhole = options.isVerbose || detailCount <= Self.shownDetailsMax
    let shown = options.isVerbose ? details.count : Self.shownDetailsMax
    let lines =
      isWhole
      ? details.prefix(shown).map { ($0.text, 1) }
      : groups.prefix(shown).map { ($0.line, $0.count) }
    for (text, _) in lines { page.paragraph(text.visible, indent: 6) }
    let rest = detailCount - lines.reduce(0) { $0 + $1.1 }
    if rest > 0 { page.paragraph("... \(Phrase.rest(rest))", indent: 6) }
  }
}

extension OutcomeDifference.Direction {
  var role: TextStyle.Role {
    switch self {
    case .worse: .bad
    case .better: .good
    case .other: .faint
    }
  }
}
