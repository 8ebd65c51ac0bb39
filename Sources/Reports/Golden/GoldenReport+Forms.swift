public import Campaigns
public import TraceFormat

extension GoldenReport {
  /// The report for people: what is wrong first, and one line with the counts last.
  ///
  /// With ``ReportTextOptions/isVerbose`` goldens that are the same are named too, and every write
  /// that a change is about.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = document(options)
    page.paragraph(summary, indent: 0)
    return page.text(options)
  }

  /// The same in GitHub-flavoured Markdown: the counts, then what is wrong, short enough for a comment.
  public var markdown: String { document().markdownPage }

  private func document(_ options: ReportTextOptions = ReportTextOptions()) -> Document {
    var page = Document(title: summary)
    for verdict in verdicts where options.isVerbose || verdict.status != .same {
      verdict.write(to: &page, options)
    }
    return page
  }

  /// The report for programs (`docs/golden.md`, "JSON").
  public var json: JSONText {
    JSONText(facts: [
      "version": Self.version, "fine": isFine, "traces": traceCount, "goldens": goldenCount,
      "counts": JSONText.object(
        GoldenResult.Status.allCases.map {
          JSONText.Member($0.rawValue, .integer(count(of: $0)))
        }),
      "verdicts": verdicts.map(\.json),
    ])
  }
}

extension GoldenResult {
  /// What is wrong with this golden alone, and what a new outcome would change.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = Document(title: path)
    write(to: &page, options)
    return page.text(options)
  }

  fileprivate func write(to page: inout Document, _ options: ReportTextOptions) {
    page.copied(path, behind: word, findings.isEmpty ? .good : .bad, indent: 0)
    for finding in findings where finding.code != .changed {
      let line = finding.line.map { "line \($0): " } ?? ""
      page.paragraph((line + finding.message).visible)
    }
    for change in difference?.changes ?? [] { change.write(to: &page, options) }
    if status != .failed { for line in totals { page.paragraph(line) } }
    if let pending { page.copied(pending, behind: "pending", .faint, indent: 2) }
    page.gap()
  }

  fileprivate var json: JSONText {
    .members([
      "path": .string(path),
      "trace": cell.map { .string($0.trace) },
      "mode": cell.map { .string($0.mode.rawValue) },
      "faultPlan": cell?.plan.map { .string($0.path) },
      "status": .string(status.rawValue),
      "findings": .array(findings.map(\.json)),
      "changes": difference?.json,
      "totals": .array(totals.map { .string($0) }),
      "pending": pending.map { .string($0) },
    ])
  }
}

extension GoldenFinding {
  fileprivate var json: JSONText {
    JSONText(facts: ["code": code.rawValue, "path": path, "line?": line, "message": message])
  }
}

extension OutcomeDifference {
  package var json: JSONText {
    .array(
      changes.map { change in
        JSONText(facts: [
          "direction": change.direction.rawValue, "sentence": change.sentence,
          "details": change.details.map {
            JSONText(facts: ["text": $0.text, "line?": $0.line])
          },
          "detailCount": change.detailCount,
        ])
      })
  }
}
