public import Analyzer
internal import Replayer
internal import TraceFormat

extension ReplayReport {
  /// The report for CI servers: a suite for the trace, a case for each reset in each mode
  /// (`docs/report.md`, "JUnit XML").
  public var jUnit: JUnitReport {
    let engines = Set(reports.map { $0.engineName }).sorted()
    return JUnitReport([
      .init(
        name: Phrase.source(trace),
        properties: engines.map { .init("engine", $0) },
        cases: zip(resets, resetNames).flatMap { reset, name in
          reset.reports.map { $0.testCase(className: name) }
            + reset.unanswered.map { mode in
              JUnitReport.Case(
                className: name, name: mode.optionName,
                verdict: .skipped(reset.unansweredSentence([mode])), output: [])
            }
        }
          + loggedPages.map { page in
            JUnitReport.Case(
              className: "log", name: page.headline, verdict: .skipped(page.headline), output: [])
          }
          + unanswered.map { session in
            JUnitReport.Case(
              className: session.title, name: ResetEnding.noReset.rawValue,
              verdict: .skipped(session.sentence), output: [])
          })
    ])
  }

  /// A name for each reset, with a number where several sessions have the same.
  private var resetNames: [String] {
    let names = resets.map { $0.reports[0].session.title.replacing(each: ".", with: "_") }
    return names.indices.map { index in
      let number = names[...index].count { $0 == names[index] }
      return number == 1 ? names[index] : "\(names[index]) (\(number))"
    }
  }
}

extension Report {
  private static let listedMax = 100

  fileprivate func testCase(className: String) -> JUnitReport.Case {
    let head = ModeComparison([self]).headLines.joined(separator: " ")
    return JUnitReport.Case(
      className: className, name: isReset ? mode.optionName : result.rawValue, verdict: testVerdict,
      output: [head, summary]
        + faultStories.flatMap { [$0.sentence] + $0.effects.flatMap(\.lines).map { "  \($0)" } }
        + gaps.map {
          Phrase.notInTrace($0.sentence.escaped(columns: 300))
        })
  }

  /// What fails a case, the gravest first.
  private static let failingOutcomes: [Change.Outcome] = [.lost, .serversKept, .inBackupOnly]

  /// A reset passes if no change is lost or left behind, if nothing of others' is gone that the device had not
  /// edited, and if the replay agrees with the device.
  private var testVerdict: JUnitReport.Verdict {
    let kind: String
    if comparison?.differences.isEmpty == false {
      kind = "differsFromDevice"
    } else if let failure {
      kind = failure.failureClass?.rawValue ?? result.rawValue
    } else if let outcome = Self.failingOutcomes.first(where: { changeCount($0) > 0 }) {
      kind = outcome.rawValue
    } else if let place = overwrittenPlaceCounts.first(where: { $0.kind != .editedOnBothSides }) {
      kind = place.kind.rawValue
    } else if !defects.isEmpty {
      kind = "defect"
    } else if changeCount(.notKnown) > 0 || !hiddenWrites.isEmpty {
      return .skipped(summary)
    } else {
      return .passed
    }
    let message = failure.map { "\($0.text); \(summary)" } ?? summary
    return .failed(.init(kind: kind, message: message, details: testDetails))
  }

  private var testDetails: [String] {
    let lines =
      (comparison?.differences.map(\.sentence) ?? [])
      + Phrase.first(
        Self.listedMax, of: changes.filter { $0.outcome.level != nil }, noun: "change", finding)
      + Phrase.first(Self.listedMax, of: overwrittenPlaces, noun: "place", finding)
      + Phrase.first(Self.listedMax, of: defects, noun: "defect", \.finding)
    return lines.map { $0.shortened(to: Self.sentenceColumnsMax) }
  }
}
