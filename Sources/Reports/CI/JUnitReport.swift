internal import TraceFormat

/// Test results in the form that CI servers read, called JUnit XML (`docs/report.md`, "JUnit XML").
///
/// There are several schemas for it; what is written is valid by those of Surefire and of Jenkins.
public struct JUnitReport: Hashable, Sendable {
  package var suites: [Suite]

  package init(_ suites: [Suite]) { self.suites = suites }

  package struct Suite: Hashable, Sendable {
    package var name: String
    package var properties: [XMLText.Attribute] = []
    package var cases: [Case]
  }

  package struct Case: Hashable, Sendable {
    /// What the case is about; CI servers group by it, and take dots for levels.
    package var className: String
    package var name: String
    package var verdict: Verdict
    package var output: [String] = []
  }

  package enum Verdict: Hashable, Sendable {
    case passed
    /// The test ran, and what it tests is not as it should be.
    case failed(Finding)
    /// The test could not be run to its end.
    case broken(Finding)
    case skipped(String)
  }

  package struct Finding: Hashable, Sendable {
    /// A word for programs to group by.
    package var kind: String
    /// One line.
    package var message: String
    package var details: [String] = []
  }
}

extension JUnitReport {
  /// The report as an XML document.
  ///
  /// No time is measured, so every case says that it took none; the schemas ask for a number.
  public var text: String {
    // The schemas know the number of skipped cases for a suite alone.
    let counts = Self.counts(suites.flatMap(\.cases)).dropLast()
    return XMLText.element("testsuites", Array(counts), suites.map(Self.xml)).document
  }

  private static func counts(_ cases: [Case]) -> [XMLText.Attribute] {
    func count(_ isMeant: (Verdict) -> Bool) -> String { "\(cases.count { isMeant($0.verdict) })" }
    return [
      XMLText.Attribute("tests", "\(cases.count)"),
      XMLText.Attribute("failures", count { if case .failed = $0 { true } else { false } }),
      XMLText.Attribute("errors", count { if case .broken = $0 { true } else { false } }),
      XMLText.Attribute("skipped", count { if case .skipped = $0 { true } else { false } }),
    ]
  }

  private static func xml(_ suite: Suite) -> XMLText {
    let cases = suite.cases.map(xml)
    let list = suite.properties.map {
      XMLText.element("property", [.init("name", $0.name), .init("value", $0.value)], [])
    }
    return .element(
      "testsuite", [.init("name", suite.name)] + counts(suite.cases),
      (list.isEmpty ? [] : [.element("properties", [], list)]) + cases)
  }

  private static func xml(_ testCase: Case) -> XMLText {
    var content: [XMLText] = []
    switch testCase.verdict {
    case .passed: break
    case .failed(let finding): content.append(xml("failure", finding))
    case .broken(let finding): content.append(xml("error", finding))
    case .skipped(let reason):
      content.append(.element("skipped", [.init("message", reason)], []))
    }
    if !testCase.output.isEmpty {
      content.append(.element("system-out", [], [.text(lines(testCase.output))]))
    }
    return .element(
      "testcase",
      [.init("classname", testCase.className), .init("name", testCase.name), .init("time", "0")],
      content)
  }

  private static func xml(_ name: String, _ finding: Finding) -> XMLText {
    .element(
      name, [.init("type", finding.kind), .init("message", finding.message)],
      finding.details.isEmpty ? [] : [.text(lines(finding.details))])
  }

  /// Each on a line of its own, which no name with the end of a line in it can forge.
  private static func lines(_ lines: [String]) -> String {
    lines.map { $0.visible { $0 != "\n" }.withoutCommand + "\n" }.joined()
  }
}
