internal import Campaigns

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
