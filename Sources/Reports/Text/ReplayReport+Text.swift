public import Analyzer

extension ReplayReport {
  /// The report for people, a page a reset, with a line across between two of them.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let pages = resets.map { reset in
      reset.reports.count > 1 ? reset.text(options) : reset.reports[0].text(options)
    }
    let line = String(repeating: "-", count: TextPage.columns)
    return pages.joined(separator: "\n\(line)\n\n")
  }
}
