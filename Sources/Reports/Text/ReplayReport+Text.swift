public import Analyzer
package import Phrasebook
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for people, a page a reset, with a line across between two of them.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let pages = resets.map { reset in
      reset.reports.count > 1 ? reset.text(options) : reset.reports[0].text(options)
    }
    let line = String(repeating: "-", count: options.columns)
    return (loggedPages.map { $0.text(options) } + pages + unansweredPage(options)).joined(
      separator: "\n\(line)\n\n")
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

extension LoggedPage {
  /// What a log tells, and what to do, in short.
  package var shortText: String {
    var page = TextPage(ReportTextOptions())
    page.paragraph(headline, indent: 0)
    if !file.isEmpty { page.path(file, behind: "File", nil, indent: 2) }
    for sentence in details { page.item(sentence) }
    if let step = steps.first { page.paragraph(step) }
    return page.text
  }

  /// What a log tells, as a page.
  package func text(_ options: ReportTextOptions) -> String {
    var page = TextPage(options)
    page.heading(Heading.logged)
    page.paragraph(headline)
    if !file.isEmpty { page.path(file, behind: "File", nil, indent: 2) }
    for sentence in details { page.item(sentence) }
    page.heading(Heading.steps)
    for step in steps { page.item(step) }
    if !unknowns.isEmpty {
      page.heading(Heading.notInLog)
      for sentence in unknowns { page.item(sentence) }
    }
    return page.text
  }
}
