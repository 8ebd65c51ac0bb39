public import Analyzer
internal import Phrasebook

extension ReplayReport {
  /// The report for people, a page a reset, with a line across between two of them.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let pages = resets.map { reset in
      reset.reports.count > 1 ? reset.text(options) : reset.reports[0].text(options)
    }
    let line = String(repeating: "-", count: options.columns)
    return (pages + unansweredPage(options)).joined(separator: "\n\(line)\n\n")
  }

  /// The sessions without an answer, if there are any.
  private func unansweredPage(_ options: ReportTextOptions) -> [String] {
    guard !unanswered.isEmpty else { return [] }
    var page = TextPage(options)
    page.heading(Heading.unanswered)
    for session in unanswered { page.item(session.sentence) }
    return [page.text]
  }
}
