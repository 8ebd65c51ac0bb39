internal import Analyzer
public import Campaigns
internal import TraceFormat

extension GoldenReport {
  /// The report for code hosts and editors: a result for each finding, at its line of the golden.
  public func sarif(toolVersion: String) -> SARIFReport {
    SARIFReport(
      toolVersion: toolVersion, rules: GoldenFinding.Code.allCases.map(\.rule),
      results: verdicts.flatMap { verdict in
        verdict.findings.map { finding in
          SARIFReport.Result(
            rule: finding.code.rule.identifier, level: .error,
            message: verdict.planPrefix + verdict.explanation(of: finding, separator: "; "),
            artifact: finding.path, line: finding.line, identity: finding.path)
        }
      })
  }
}

extension GoldenFinding.Code {
  fileprivate var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "golden/\(rawValue)", summary: meaning, documentation: "golden.md#findings",
      level: .error)
  }
}
