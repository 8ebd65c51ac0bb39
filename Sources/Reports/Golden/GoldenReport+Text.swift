internal import Analyzer
public import Campaigns
internal import Phrasebook
internal import TraceFormat

extension GoldenReport {
  /// The report for people: what is wrong first, and one line with the counts last.
  ///
  /// With ``ReportTextOptions/isVerbose`` goldens that are the same are named too, and every write
  /// that a change is about.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(options)
    for verdict in verdicts where options.isVerbose || verdict.status != .same {
      verdict.write(to: &page, options)
    }
    page.paragraph(summary, indent: 0)
    return page.text
  }
}

extension GoldenResult {
  fileprivate func write(to page: inout TextPage, _ options: ReportTextOptions) {
    let word = findings.first?.code.words ?? status.words
    page.path(path, behind: word, findings.isEmpty ? .good : .bad)
    for finding in findings where finding.code != .changed {
      let line = finding.line.map { "line \($0): " } ?? ""
      page.paragraph((line + finding.message).visible)
    }
    for change in difference?.changes ?? [] { change.write(to: &page, options) }
    if status != .failed { for line in totals { page.paragraph(line) } }
    if let pending { page.path(pending, behind: "pending", .faint, indent: 2) }
    page.gap()
  }
}
