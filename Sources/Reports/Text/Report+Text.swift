public import Analyzer

extension Report {
  /// The report for people: at most eighty columns wide, foreign text escaped and shortened.
  ///
  /// The order is that of a reader in a hurry: what was asked and what came of it, what was lost,
  /// what was overwritten on the server, what to do about it, and last how far all this can be trusted.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var pen = TextPen(options)
    pen.draw(sections(TextPen.scope(options)))
    return pen.page.text
  }
}

extension ModeComparison {
  /// The comparison for people: what was asked, then the modes side by side, then where they differ.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var pen = TextPen(options)
    pen.draw(sections(TextPen.comparisonScope(options)))
    return pen.page.text
  }
}
