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
  ///
  /// - Parameters:
  ///   - toolVersion: The version of the program that makes it.
  ///   - documentation: Where the project's `docs` are published, with a slash at the end, for links to what explains a
  ///     finding.
  public func sarif(toolVersion: String, documentation: String? = nil) -> SARIFReport {
    SARIFReport(
      toolVersion: toolVersion, documentation: documentation,
      rules: GoldenFinding.Code.allCases.map(\.rule),
      results: verdicts.flatMap { verdict in
        verdict.findings.map { finding in
          SARIFReport.Result(
            rule: finding.code.rule.identifier, level: .error,
            message: verdict.planPrefix + verdict.explanation(of: finding, separator: "; "),
            artifact: finding.path, line: finding.line, identity: finding.path)
        }
      })
  }

  /// The findings as workflow commands of GitHub Actions, which shows them next to the files of a pull
  /// request; empty where there are none.
  public var gitHubAnnotations: String {
    verdicts.flatMap { verdict in
      verdict.findings.map { Self.annotation($0, verdict) }
    }.map { $0 + "\n" }.joined()
  }

  private static func annotation(_ finding: GoldenFinding, _ verdict: GoldenResult) -> String {
    let properties = [
      "file=\(property(finding.path))", finding.line.map { "line=\($0)" },
      "title=\(property("Golden \(finding.code.words)\(verdict.planSuffix)"))",
    ]
    let message = escaped(verdict.explanation(of: finding))
    return "::error \(properties.compactMap { $0 }.joined(separator: ","))::\(message)"
  }

  /// The runner undoes these escapes alone, and obeys a `##[` wherever it stands.
  private static func escaped(_ text: String) -> String {
    let inert = text.visible(keeping: { $0 == "\n" }).withoutNumberSigns(#"\u{23}"#)
    return inert.replacing(each: "%", with: "%25").replacing(each: "\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    escaped(text.visible).replacing(each: ":", with: "%3A").replacing(each: ",", with: "%2C")
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

  func explanation(of finding: GoldenFinding, separator: String = "\n") -> String {
    guard finding.code == .changed, let difference else { return finding.message }
    return difference.changes.map { "\($0.direction.rawValue): \($0.sentence)" }
      .joined(separator: separator)
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
