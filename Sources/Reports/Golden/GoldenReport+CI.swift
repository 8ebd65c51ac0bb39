internal import Analyzer
public import Campaigns
internal import TraceFormat

extension GoldenReport {
  /// The report for CI servers: a suite for each trace, a case for each golden.
  public var jUnit: JUnitReport {
    var suites: [JUnitReport.Suite] = []
    for verdict in verdicts {
      let name = verdict.cell?.trace ?? verdict.path
      if suites.last?.name.hasSameBytes(as: name) != true {
        suites.append(JUnitReport.Suite(name: name, cases: []))
      }
      suites[suites.count - 1].cases.append(verdict.testCase(in: name))
    }
    return JUnitReport(suites)
  }

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

extension GoldenResult {
  fileprivate func testCase(in suite: String) -> JUnitReport.Case {
    // Servers take the dots of a class name for levels, and a path has some of its own.
    JUnitReport.Case(
      className: suite.replacing(each: ".", with: "_"), name: caseName, verdict: testVerdict,
      output: totals)
  }

  /// Such as `recover`, or `offline-week recover` with a fault plan.
  private var caseName: String {
    guard let cell else { return findings.first?.code.words ?? status.words }
    return [cell.plan?.name, cell.mode.optionName].compactMap { $0 }.joined(separator: " ")
  }

  private var testVerdict: JUnitReport.Verdict {
    guard let first = findings.first else { return .passed }
    let finding = JUnitReport.Finding(
      kind: first.code.rawValue, message: first.message,
      details: findings.flatMap { explanation(of: $0).split(separator: "\n").map(String.init) }
        + (difference?.changes ?? []).flatMap { $0.details.map(\.text) })
    return first.code.isBroken ? .broken(finding) : .failed(finding)
  }
}

extension GoldenFinding.Code {
  /// Whether nothing could be compared.
  fileprivate var isBroken: Bool {
    switch self {
    case .changed, .changedPlan, .missing, .overBudget, .orphan, .nameClash, .unconfirmed:
      false
    case .unreadableGolden, .unreadableTrace, .damagedTrace, .unreadablePlan, .notReplayed,
      .notWritten:
      true
    }
  }

  fileprivate var rule: SARIFReport.Rule {
    SARIFReport.Rule(
      identifier: "golden/\(rawValue)", summary: meaning, documentation: "golden.md#findings",
      level: .error)
  }
}
