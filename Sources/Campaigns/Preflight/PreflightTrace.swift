public import Analyzer
package import FaultPlans
public import Replayer
public import TraceFormat

/// What a schema does to the sessions of one trace.
public struct PreflightTrace: Sendable {
  /// The verdicts on a trace, the worst first.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The trace cannot be read.
    case unreadable
    /// A reset fails because of the schema.
    case fails
    /// Resets go through, but writes are lost because of the schema.
    case loses
    /// Resets go through, but the trace does not show what becomes of some writes.
    case notKnown
    /// A session does not show both sides, so it could not be tried.
    case notTried
    /// No class of the sessions is like one of the schema, so nothing was tried.
    case otherApp
    /// The schema changes nothing for these sessions.
    case fine
  }

  /// The file, as it was given or found.
  public var path: String
  /// Why the trace cannot be read, if it can't.
  public var problem: String?
  /// What is damaged, if the trace could not be read whole.
  public var damage: String?
  /// Whether no class of its sessions is like one of the schema: then it is of another app.
  public var isOfAnotherApp = false
  /// What the schema does to each session, in the order of the trace.
  public var sessions: [PreflightSession] = []

  /// The worst of what it does to the sessions.
  public var verdict: Verdict {
    guard problem == nil else { return .unreadable }
    guard !isOfAnotherApp else { return .otherApp }
    let verdicts = Set(sessions.flatMap(\.resets).flatMap(\.findings).map(\.verdict))
    if verdicts.contains(.fails) { return .fails }
    if verdicts.contains(.loses) { return .loses }
    if verdicts.contains(.notKnown) { return .notKnown }
    let isTried = !verdicts.isEmpty && sessions.allSatisfy { $0.problem == nil }
    return isTried ? .fine : .notTried
  }

  /// Whether it does not show what becomes of some writes.
  package var hasUnknownFates: Bool {
    sessions.flatMap(\.resets).flatMap(\.findings).contains { $0.unknownCount > 0 }
  }

  /// How many writes are at stake: of each session, at the reset and in the mode with the most.
  package var writesAtStake: Int {
    sessions.reduce(0) { sum, session in
      let problems = session.resets.flatMap(\.findings).filter(\.isProblem)
      return sum + (problems.map(\.writes.count).max() ?? 0)
    }
  }
}

/// What a schema does to the resets of one session, or of one file on the wire.
public struct PreflightSession: Sendable {
  /// The session's number in the trace.
  public var session: UInt32
  /// The name of the session; empty where the trace does not show one.
  public var name: String
  /// Why nothing could be tried, if nothing could.
  public var problem: String?
  /// In the order of the trace.
  public var resets: [PreflightReset]
}

/// A reset under the schema: one that the session went through, or one at a point of it.
///
/// Neighbouring points at which the schema does the same are told of once, by the one of them with most at stake.
public struct PreflightReset: Sendable {
  package var kind: DueReset.Kind
  /// The record at which it is due.
  public var sequence: UInt64
  /// The first and the last record of neighbouring points at which the same happens.
  public var sequences: ClosedRange<UInt64>
  /// How many points those are.
  public var pointCount: Int
  /// The moment in the words of fault plans, where these have words for it.
  package var trigger: FaultTrigger?
  /// How many transactions the server had not acknowledged.
  public var unsyncedCount: Int
  package var changes: [SchemaChange]
  /// One for each mode, in the order of the modes.
  public var findings: [PreflightFinding]
}

/// The outcome of a reset in one mode.
public struct PreflightFinding: Sendable {
  /// What the schema does to a reset in a mode.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// As it would be without the new schema.
    case fine
    /// It goes through, but writes are lost that would not be without the new schema.
    case loses
    /// It goes through, and whether writes are lost because of the schema the trace does not show.
    case notKnown
    /// It fails, and would not without the new schema.
    case fails
    /// It fails with the new schema and without it.
    case failsAnyway
    /// Mode Manual: no reset is attempted.
    case leftToApp
  }

  /// The mode that was tried.
  public var mode: ResetMode
  /// What the schema does in it.
  public var verdict: Verdict
  /// Why it fails, in the engine's own words.
  public var failure: ResetFailure?
  /// What that means, and what to do.
  public var explanation: ErrorExplanation?
  /// Which changes do it: those of the failure first, then those that would fail the reset once these were taken back.
  package var diagnoses: [PreflightDiagnosis] = []
  /// The faults that make the changes of the first of these; nil where none do.
  package var faults: [SchemaFault]?
  /// The writes at stake: all unsynced ones where the reset fails, else those that are lost because of the schema.
  public var writes: [PreflightWrite] = []
  /// How many writes are lost with the new schema and without it.
  public var lostAnywayCount = 0
  /// How many writes have a fate that the trace does not show, where the reset goes through.
  public var unknownCount = 0

  package var isProblem: Bool { verdict == .fails || verdict == .loses }
  package var isNotable: Bool { isProblem || verdict == .notKnown }
}

package struct PreflightDiagnosis: Hashable, Sendable {
  /// The failure; nil where writes are lost.
  package var failure: ResetFailure?
  /// The smallest set of changes that does it; indexes in ``PreflightReset/changes``.
  package var changes: [Int]
}
