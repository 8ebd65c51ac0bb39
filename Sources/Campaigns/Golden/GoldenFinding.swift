package import Replayer

/// Something that is wrong with a golden or with what it belongs to.
///
/// `Reports` words it (`GoldenFinding.message`).
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
    /// The file cannot be read, or is not a golden.
    case unreadableGolden
    /// The file cannot be read, or is not a trace.
    case unreadableTrace
    /// A part of the trace is damaged or missing.
    case damagedTrace
    /// The file cannot be read, or is not a fault plan.
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

  /// The file that it is about.
  public var path: String
  /// The line of the file, from 1.
  public var line: Int?
  package var reason: Reason

  /// What kind of thing is wrong.
  public var code: Code { reason.code }

  package init(_ reason: Reason, _ path: String, line: Int? = nil) {
    (self.reason, self.path, self.line) = (reason, path, line)
  }

  package enum Reason: Sendable {
    /// The first change, and how many there are besides.
    case changed(OutcomeDifference.Change, others: Int)
    case changedPlan([Golden.PlanChange])
    case missing
    case overBudget(Budget.Excess)
    case unconfirmed

    case ofNoTrace
    case planOfNoTrace
    case ofMissingPlan(String)
    /// A golden whose name says something else than a fault plan and a mode of the trace.
    case ofNoPlanAndMode(trace: String, name: String)
    /// A fault plan whose goldens would have the names of those of another trace.
    case clash(with: String)
    /// Another fault plan of the name.
    case planInTheWay

    case unreadableGolden(String)
    /// What the file's name says, plan and mode, and what the file says.
    case misnamed([String], is: [String])
    case unreadableTrace(String)
    case damagedTrace(String)
    case unreadablePlan(String)
    /// Why not; and the trace, where the finding is about a fault plan.
    case notReplayed(ReplayFailure, withPlan: String?)
    case notWritten(String)
    /// What would be written to leads to a file that is read.
    case pendingIsInput

    fileprivate var code: Code {
      switch self {
      case .changed: .changed
      case .changedPlan: .changedPlan
      case .missing: .missing
      case .overBudget: .overBudget
      case .unconfirmed: .unconfirmed
      case .ofNoTrace, .planOfNoTrace, .ofMissingPlan, .ofNoPlanAndMode: .orphan
      case .clash, .planInTheWay: .nameClash
      case .unreadableGolden, .misnamed: .unreadableGolden
      case .unreadableTrace: .unreadableTrace
      case .damagedTrace: .damagedTrace
      case .unreadablePlan: .unreadablePlan
      case .notReplayed: .notReplayed
      case .notWritten, .pendingIsInput: .notWritten
      }
    }
  }
}
