internal import Analyzer
internal import Campaigns
internal import Phrasebook

extension OutcomeDifference.Change {
  /// The most details that are shown unless all are asked for.
  private static let shownDetailsMax = 5

  /// Writes the sentence, and the details below it.
  func write(to page: inout TextPage, _ options: ReportTextOptions) {
    page.paragraph(sentence.visible, behind: direction.rawValue, wordColumns: 6, direction.role)
    let shown = options.isVerbose ? details.count : Self.shownDetailsMax
    for detail in details.prefix(shown) { page.paragraph(detail.text.visible, indent: 6) }
    let rest = detailCount - min(shown, details.count)
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
