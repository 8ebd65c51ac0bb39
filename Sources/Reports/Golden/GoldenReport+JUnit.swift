public import Campaigns
internal import Phrasebook
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
}

extension GoldenResult {
  fileprivate func testCase(in suite: String) -> JUnitReport.Case {
    // Servers take the dots of a class name for levels, and a path has some of its own.
    JUnitReport.Case(
      className: suite.replacing(".", with: "_"), name: caseName, verdict: testVerdict,
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
}
