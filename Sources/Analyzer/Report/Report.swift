public import FaultPlans
package import RealmModel
public import Replayer
public import TraceFormat

/// What a client reset did to a session, write by write: one value that all renderers read.
///
/// `docs/report.md` describes it, and the version rule.
public struct Report: Sendable {
  /// The version of the report's JSON form. Additions keep it; anything else raises it, and earlier ones are still read.
  public static let version = 2

  /// Which session, and the event that asked for the reset.
  public var session: ResetSession
  /// What the server sent.
  public var error: SyncError
  /// The engine that was replayed; nil for a choice of defects that has no name.
  public var engine: Engine?
  /// The mode that was replayed.
  public var mode: ResetMode
  /// Where the mode comes from; nil if it was given.
  public var modeSource: ModeSource?
  /// The attempts, in order; the last one decides.
  public var attempts: [ResetAttempt]
  /// How the reset ended.
  public var result: ResetEnding
  /// Why the reset failed, if it did.
  public var failure: ResetFailure?
  /// The reset that the file tracked before this one.
  public var pendingResetBefore: PendingReset?
  /// The reset that the file tracks afterwards.
  public var pendingResetAfter: PendingReset?
  /// The transactions that the server had not acknowledged, oldest first.
  public var transactions: [Transaction]
  package var changesets: [Changeset]
  /// All writes of those transactions, in order.
  public var writes: [JudgedWrite]
  /// What the device had not synced, net, and what became of it.
  package var changes: [Change] = []
  /// What the states show of the properties that writes reach into, as a whole.
  package var observedPropertyValues: [Address: ObservedValues]
  /// Server-side data that the recovery overwrote.
  public var collateral: [Collateral] = []
  /// What the reset destroyed and what it settled, each place once.
  package var harm = HarmAccount()
  /// The known ways of losing data that this reset ran into.
  public var traps: [TrapOccurrence] = []
  /// Where the reset came to something else than without the engine's defects. Empty also where that
  /// was not looked into.
  public var defects: [DefectOccurrence] = []
  /// What the SDK would have reported to the app: whether unsynced changes were recovered. Nil where it
  /// would have reported nothing, because no reset was completed.
  public var didRecover: Bool?
  /// What the messages of failed attempts mean.
  public var explanations: [ErrorExplanation] = []
  /// Present where the file tracks an earlier reset that was never completed.
  public var resetLoop: ResetLoop?
  /// Where the file is set aside: what would carry the stranded writes over. Nil also where that is not known.
  public var mergePlan: MergePlan?
  /// Why the merge plan of a file that is set aside is not known: what the trace does not show of either side.
  public var mergePlanGap: Gap?
  /// Where the file is set aside: what of the server's changes is undone if the app copies all of it back.
  /// Nil also where the trace does not show the last sync, or there is no merge plan.
  public var undoneByCopy: [ChangeUndoneByCopy]?
  package var missingSchema: [MissingSchema] = []
  /// What the server has changed since the last sync; where it was asked for.
  public var incoming: IncomingChanges?
  /// The same reset, had it come earlier; where it was asked for.
  public var horizon: LossTimeline?
  package var consequences: [Consequence]
  /// What the trace does not show.
  public var gaps: [Gap]
  /// How the replay compares with what the device did, where the trace recorded that.
  public var comparison: Comparison?
  /// The faults that were to be injected.
  public var faultPlan = FaultPlan.none
  /// Those that happened, with what each did.
  public var faults: [FaultFiring] = []
  /// Those that never happened, with why.
  public var unfiredFaults: [UnfiredFault] = []

  /// A transaction that the server had not acknowledged.
  public struct Transaction: Codable, Hashable, Sendable {
    /// The version of the client's file that the transaction made.
    public var clientVersion: UInt64
    /// The record in the trace: its sequence number and time.
    public var sequence: UInt64
    /// The time of that record, in microseconds since 1970 (UTC).
    public var timeMicroseconds: Int64
    /// Milliseconds since 2015-01-01 (UTC), the changeset's own time, where known.
    public var originTimestampMilliseconds: UInt64?
    /// How many instructions it has.
    public var writeCount: Int

    private enum CodingKeys: String, CodingKey {
      case clientVersion, sequence, timeMicroseconds, originTimestampMilliseconds
      case writeCount = "writes"
    }
  }
}

extension Report.Transaction {
  init(_ unsynced: UnsyncedChangeset) {
    self.init(
      clientVersion: unsynced.clientVersion, sequence: unsynced.sequence,
      timeMicroseconds: unsynced.timeMicroseconds,
      originTimestampMilliseconds: unsynced.originTimestampMilliseconds,
      writeCount: unsynced.changeset.instructions.count)
  }
}

extension Report {
  /// A report that is still to be read.
  package static var blank: Report {
    Report(
      session: ResetSession(), error: .absent, engine: nil, mode: .recover, attempts: [],
      result: .noReset, transactions: [], changesets: [], writes: [], observedPropertyValues: [:],
      consequences: [], gaps: [])
  }

  /// How many writes had each fate; every fate is there, and the counts add up to all writes.
  public var totals: [(fate: Fate, count: Int)] {
    var counts: [Fate: Int] = [:]
    for index in writes.indices { counts[writes[index].fate, default: 0] += 1 }
    return Fate.allCases.map { ($0, counts[$0] ?? 0) }
  }

  /// How many writes had a fate.
  public func count(of fate: Fate) -> Int { writes.indices.count { writes[$0].fate == fate } }

  /// What a report is about.
  public enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
    /// A reset.
    case reset
    /// The end of a session that no reset takes place in.
    case unsynced
    /// The end of a session whose file the server has deleted.
    case deletion
  }

  package var subject: Subject {
    guard result == .noReset else { return .reset }
    return error.action == .deleteRealm ? .deletion : .unsynced
  }

  package var isReset: Bool { subject == .reset }

  /// How many changes had each outcome that any has, in order; the counts add up to all changes.
  package var outcomeCounts: [(outcome: Change.Outcome, count: Int)] {
    Change.Outcome.allCases.map { (outcome: $0, count: changeCount($0)) }.filter { $0.count > 0 }
  }

  package func changeCount(_ outcome: Change.Outcome) -> Int {
    changes.indices.count { changes[$0].outcome == outcome }
  }

  /// How many changes are lost, also where the server's own stands in their place.
  package var lossCount: Int { changes.indices.count { changes[$0].outcome.isLoss } }

  /// Whether a change is an object that stands without one of its values, which counts as lost for the whole of it.
  package func isLostInPart(_ change: Change) -> Bool {
    guard change.outcome.isLoss, change.kind.makesObject else { return false }
    return change.writes.lazy.map { writes[$0] }.contains { write in
      switch write.fate {
      case .recovered, .conflicted: true
      // Of an object that was recreated, the server may have the values of the old one.
      case .redundant:
        change.kind == .created && write.missingObject == nil && write.address.property != nil
      default: false
      }
    }
  }
}

// The writes as a person counts them.
extension Report {
  /// The app's own writes: without the edits that Realm records for the deletion of an
  /// object, which are part of that one write (`docs/report.md`, "Deletions").
  package var ownWrites: some Collection<JudgedWrite> { writes.lazy.filter { $0.impliedBy == nil } }

  package var ownWriteCount: Int { writes.indices.count { writes[$0].impliedBy == nil } }

  package func ownCount(of fate: Fate) -> Int {
    // Field by field: to take whole writes out would be most of the work.
    writes.indices.count { writes[$0].fate == fate && writes[$0].impliedBy == nil }
  }

  package var ownTotals: [(fate: Fate, count: Int)] {
    var counts: [Fate: Int] = [:]
    for index in writes.indices where writes[index].impliedBy == nil {
      counts[writes[index].fate, default: 0] += 1
    }
    return Fate.allCases.compactMap { fate in counts[fate].map { (fate, $0) } }
  }
}
