internal import Campaigns

/// Test results in the form that CI servers read, called JUnit XML (`docs/report.md`, "JUnit").
///
/// There are several schemas for it; what is written is valid by those of Surefire and of Jenkins.
public struct JUnitReport: Hashable, Sendable {
  public var suites: [Suite]

  public init(_ suites: [Suite]) { self.suites = suites }

  /// Test cases that belong together, such as those of one trace.
  public struct Suite: Hashable, Sendable {
    public var name: String
    /// What holds for all the cases, by name.
    public var properties: [Property]
    public var cases: [Case]

    public init(name: String, properties: [Property] = [], cases: [Case]) {
      self.name = name
      self.properties = properties
      self.cases = cases
    }
  }

  public struct Property: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// One test and how it ended.
  public struct Case: Hashable, Sendable {
    /// What the case is about; CI servers group by it, and take dots for levels.
    public var className: String
    public var name: String
    public var verdict: Verdict
    /// What else there is to read, line by line.
    public var output: [String]

    public init(className: String, name: String, verdict: Verdict, output: [String] = []) {
      self.className = className
      self.name = name
      self.verdict = verdict
      self.output = output
    }
  }

  public enum Verdict: Hashable, Sendable {
    case passed
    /// The test ran, and what it tests is not as it should be.
    case failed(Finding)
    /// The test could not be run to its end.
    case broken(Finding)
    /// Nothing can be said, and why.
    case skipped(String)
  }

  public struct Finding: Hashable, Sendable {
    /// A word for programs to group by.
    public var kind: String
    /// One line.
    public var message: String
    /// The particulars, line by line.
    public var details: [String]

    public init(kind: String, message: String, details: [String] = []) {
      self.kind = kind
      self.message = message
      self.details = details
    }
  }
}
