internal import TraceFormat

/// Test results in the form that CI servers read, called JUnit XML (`docs/report.md`, "JUnit XML").
///
/// There are several schemas for it; what is written is valid by those of Surefire and of Jenkins.
public struct JUnitReport: Hashable, Sendable {
  package var suites: [Suite]

  package init(_ suites: [Suite]) { self.suites = suites }

  package struct Suite: Hashable, Sendable {
    package var name: String
    package var properties: [Attribute] = []
    package var cases: [Case]
  }

  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
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
    var xml = XMLWriter()
    xml.element("testsuites", Array(counts)) { xml in
      for suite in suites { Self.write(suite, to: &xml) }
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml.text
  }

  private static func counts(_ cases: [Case]) -> [Attribute] {
    func count(_ isMeant: (Verdict) -> Bool) -> String { "\(cases.count { isMeant($0.verdict) })" }
    return [
      Attribute("tests", "\(cases.count)"),
      Attribute("failures", count { if case .failed = $0 { true } else { false } }),
      Attribute("errors", count { if case .broken = $0 { true } else { false } }),
      Attribute("skipped", count { if case .skipped = $0 { true } else { false } }),
    ]
  }

  private static func write(_ suite: Suite, to xml: inout XMLWriter) {
    xml.element("testsuite", [.init("name", suite.name)] + counts(suite.cases)) { xml in
      if !suite.properties.isEmpty {
        xml.element("properties", []) { xml in
          for property in suite.properties {
            xml.element("property", [.init("name", property.name), .init("value", property.value)])
          }
        }
      }
      for testCase in suite.cases { write(testCase, to: &xml) }
    }
  }

  private static func write(_ testCase: Case, to xml: inout XMLWriter) {
    let (className, name) = (testCase.className, testCase.name)
    xml.element(
      "testcase", [.init("classname", className), .init("name", name), .init("time", "0")]
    ) { xml in
      switch testCase.verdict {
      case .passed: break
      case .failed(let finding): write("failure", finding, to: &xml)
      case .broken(let finding): write("error", finding, to: &xml)
      case .skipped(let reason): xml.element("skipped", [.init("message", reason)])
      }
      if !testCase.output.isEmpty { xml.element("system-out", [], text: lines(testCase.output)) }
    }
  }

  private static func write(_ name: String, _ finding: Finding, to xml: inout XMLWriter) {
    xml.element(
      name, [.init("type", finding.kind), .init("message", finding.message)],
      text: lines(finding.details))
  }

  /// Each on a line of its own, which no name with the end of a line in it can forge.
  private static func lines(_ lines: [String]) -> String {
    lines.map { $0.visible { $0 != "\n" }.withoutCommand + "\n" }.joined()
  }
}

/// XML with everything escaped. Elements that hold only elements are indented; text is never added to.
private struct XMLWriter {
  var text = ""
  var depth = 0

  /// Writes an element; names are the writer's own, values and contents may be anybody's.
  mutating func element(
    _ name: String, _ attributes: [JUnitReport.Attribute], text content: String = "",
    _ write: (inout XMLWriter) -> Void = { _ in }
  ) {
    let indent = String(repeating: "  ", count: depth)
    text += indent + "<" + name
    for attribute in attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value, isAttribute: true))\""
    }
    var inner = XMLWriter(depth: depth + 1)
    write(&inner)
    guard !content.isEmpty || !inner.text.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">" + Self.escaped(content)
    if !inner.text.isEmpty { text += "\n" + inner.text + indent }
    text += "</\(name)>\n"
  }

  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    text.visible(keeping: isAllowed).escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      // Needed in `]]>` alone, and harmless elsewhere.
      case ">": "&gt;"
      case "\"" where isAttribute: "&quot;"
      // A reader makes spaces of them in an attribute, and drops carriage returns everywhere.
      case "\n" where isAttribute, "\t" where isAttribute, "\r": "&#\(scalar.value);"
      default: nil
      }
    }.withoutNumberSigns("&#35;")
  }

  /// Whether XML allows a scalar that controls (XML 1.0, production 2). What it does not allow, or what
  /// would make a report say what it doesn't, is written by its number.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t" || scalar == "\r"
  }
}
