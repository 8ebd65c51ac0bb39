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
    var page = TextPage(style: options.style)
    for verdict in verdicts where options.isVerbose || verdict.status != .same {
      verdict.write(to: &page, options)
    }
    page.paragraph(summary, indent: 0)
    return page.text
  }

  /// Such as `2 traces, 8 goldens: 6 the same, 1 changed, 1 missing`.
  public var summary: String {
    let head = "\(Phrase.count(traceCount, "trace")), \(Phrase.count(goldenCount, "golden"))"
    let statuses = GoldenResult.Status.allCases.filter { $0 != .failed }.map {
      ($0.words, count(of: $0))
    }
    let found = findings.map(\.code.words)
    let words = GoldenFinding.Code.allCases.map(\.words)
    let codes = words.indices.filter { !words[..<$0].contains(words[$0]) }.map { index in
      (words[index], found.count { $0 == words[index] })
    }
    let parts = (statuses + codes).filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return parts.isEmpty ? head : "\(head): \(parts.joined(separator: ", "))"
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

extension GoldenResult.Status {
  var words: String {
    switch self {
    case .same: "the same"
    case .failed, .recorded, .replaced: rawValue
    }
  }
}

extension GoldenFinding.Code {
  var words: String {
    switch self {
    case .changed, .missing: rawValue
    case .changedPlan: "of another plan"
    case .overBudget: "over budget"
    case .orphan: "of no trace"
    case .unreadableGolden, .unreadableTrace, .unreadablePlan: "unreadable"
    case .damagedTrace: "damaged"
    case .notReplayed: "not replayed"
    case .nameClash: "of two outcomes"
    case .notWritten: "not written"
    }
  }
}
