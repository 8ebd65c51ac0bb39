internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for CI servers: a suite for the trace, a case for each reset in each mode
  /// (`docs/report.md`, "JUnit XML").
  public var jUnit: JUnitReport {
    let engines = Set(reports.map { $0.engine?.rawValue ?? "of its own" }).sorted()
    return JUnitReport([
      .init(
        name: trace == "-" ? "standard input" : trace,
        properties: engines.map { .init("engine", $0) },
        cases: zip(resets, resetNames).flatMap { reset, name in
          reset.reports.map { $0.testCase(className: name) }
        })
    ])
  }

  /// A name for each reset, with a number where several sessions have the same.
  private var resetNames: [String] {
    let names = resets.map { $0.reports[0].sessionName.replacing(".", with: "_") }
    return names.indices.map { index in
      let number = names[...index].count { $0 == names[index] }
      return number == 1 ? names[index] : "\(names[index]) (\(number))"
    }
  }
}

extension Report {
  /// The most writes that a case lists.
  private static let listedWritesMax = 100

  fileprivate func testCase(className: String) -> JUnitReport.Case {
    JUnitReport.Case(
      className: className, name: mode.optionName, verdict: testVerdict,
      output: [resultSentence, "\(summary)"]
        + gaps.map { "not in the trace: \(Self.foreign($0.text, columns: 300, isQuoted: false))" })
  }

  /// A reset passes if data of neither side is lost, and if the replay agrees with the device.
  private var testVerdict: JUnitReport.Verdict {
    let kind: String
    if comparison?.differences.isEmpty == false {
      kind = "differsFromDevice"
    } else if let failure {
      kind = failure.failureClass?.rawValue ?? result.rawValue
    } else if count(of: .lost) > 0 {
      kind = Fate.lost.rawValue
    } else if count(of: .stranded) > 0 {
      kind = Fate.stranded.rawValue
    } else if !collateral.isEmpty {
      kind = "collateral"
    } else if count(of: .unknown) > 0 {
      return .skipped(summary)
    } else {
      return .passed
    }
    let message = failureText.map { "\($0); \(summary)" } ?? summary
    return .failed(.init(kind: kind, message: message, details: testDetails))
  }

  private var testDetails: [String] {
    let unhappy = writes.filter { $0.fate.isUnhappy }.map { "\($0.fate.rawValue): \($0.sentence)" }
    let listed = unhappy.prefix(Self.listedWritesMax)
    let more =
      unhappy.count == listed.count
      ? [] : ["and \(Phrase.count(unhappy.count - listed.count, "more write"))"]
    let lines =
      (comparison?.differences.map(\.sentence) ?? []) + listed + more
      + collateral.prefix(Self.listedWritesMax).map {
        "collateral: \($0.address.text): \($0.sentence)"
      }
    return lines.map { $0.shortened(to: Self.sentenceColumnsMax) }
  }
}
