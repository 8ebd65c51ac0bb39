/// Something that is wrong with a golden or with what it belongs to.
public struct GoldenFinding: Error, Sendable {
  /// The kinds of findings, with the names that JSON and SARIF have for them.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The outcome is not the one that was reviewed.
    case changed
    /// The fault plan is not the one that the golden was recorded with.
    case changedPlan
    /// There is no golden.
    case missing
    /// The outcome costs more than its budget allows.
    case overBudget
    /// A golden or a pending outcome that belongs to no trace, plan or mode.
    case orphan
    /// The file cannot be read, or is no golden.
    case unreadableGolden
    /// The file cannot be read, or is no trace.
    case unreadableTrace
    /// A part of the trace is damaged or missing.
    case damagedTrace
    /// The file cannot be read, or is no fault plan.
    case unreadablePlan
    /// The trace does not show enough to be replayed.
    case notReplayed
    /// Two outcomes would have the same file.
    case nameClash
    /// A file could not be written or removed.
    case notWritten
    /// An outcome of another trace, by where its resets stand, has other fates, and nobody has
    /// confirmed them: it is not accepted.
    case unconfirmed
  }

  /// What kind of thing is wrong.
  public var code: Code
  /// The file that it is about.
  public var path: String
  /// The line of the file, from 1.
  public var line: Int?
  /// One sentence without a final period.
  public var message: String

  package init(
    _ code: Code, _ path: String, line: Int? = nil, _ message: String
  ) {
    self.code = code
    self.path = path
    self.line = line
    self.message = message
  }
}
