internal import RealmModel
public import Replayer
internal import TraceFormat

/// Turns what a replay results in into a report.
public enum Analysis {
  /// The report on an outcome.
  ///
  /// Reads the rulings of the replay and the states around the reset; no rule is worked out again.
  ///
  /// - Complexity: Linear in the number of unsynced writes, but for the values they show.
  public static func report(of outcome: Outcome) -> Report {
    var judge = Judge(outcome)
    let writes = judge.verdicts()
    let collateral = CollateralSearch.find(in: outcome, writes: writes, judge.server)
    return Report(
      session: outcome.situation.session, error: outcome.situation.error,
      engine: Engine(outcome.quirks),
      mode: outcome.attempts.last?.requestedMode ?? .manual, attempts: outcome.attempts,
      result: outcome.ending, failure: outcome.failure,
      pendingResetBefore: outcome.situation.pendingReset,
      pendingResetAfter: outcome.result.pendingReset,
      transactions: outcome.situation.unsynced.map(transaction),
      changesets: outcome.situation.unsynced.map(\.changeset), writes: writes,
      propertySightings: judge.propertySightings(of: writes),
      collateral: collateral,
      traps: TrapSearch.find(
        in: outcome, writes: writes, collateral: collateral, judge.server),
      didRecover: outcome.didRecover,
      triage: outcome.attempts.compactMap(\.failure).map(Triage.init(explaining:)),
      resetLoop: ResetLoop(outcome),
      mergePlan: outcome.leavesStranded ? MergePlanner.plan(for: outcome, writes) : nil,
      consequences: consequences(of: outcome), gaps: outcome.gaps,
      comparison: outcome.observed.map { Comparison($0, with: outcome) },
      faultPlan: outcome.faultPlan, faults: outcome.faults, unfiredFaults: outcome.unfiredFaults)
  }

  /// The report on an outcome in which harm that the engine's defects did is told from the conflict.
  ///
  /// - Complexity: That of the reset once more; where it comes to something else without the defects,
  ///   several times more, up to a bound (`docs/report.md`, "Defects").
  public static func report(of compared: ComparedOutcome) -> Report {
    var report = report(of: compared.outcome)
    report.noteDefects(compared)
    return report
  }

  private static func transaction(_ unsynced: UnsyncedChangeset) -> Report.Transaction {
    Report.Transaction(
      clientVersion: unsynced.clientVersion, sequence: unsynced.sequence,
      timeMicroseconds: unsynced.timeMicroseconds,
      originTimestampMilliseconds: unsynced.originTimestampMilliseconds,
      writeCount: unsynced.changeset.instructions.count)
  }

  /// What follows, as Realm's client goes on (`docs/report.md`, "What happens next").
  private static func consequences(of outcome: Outcome) -> [String] {
    switch outcome.ending {
    case .discarded:
      return [
        "The device now holds the server's data and syncs again; no copy of the old file is kept."
      ]
    case .recovered:
      return ["The device holds the server's data with what was recovered, and uploads that."]
    case .failed where outcome.isFailedByHandlerAfter:
      return [
        "The device's data is as after the reset, but it no longer syncs.",
        "The app's error handler gets `AutoClientResetFailed`; at the next launch, or when the app "
          + "asks for it, the file is copied to the recovery folder and deleted.",
        "What was recovered is then only in that copy, and nothing uploads it.",
      ] + nextAttempt(outcome)
    case .failed:
      return [
        "The device's data is as before the reset, and it no longer syncs.",
        "The app's error handler gets `AutoClientResetFailed`; at the next launch, or when the app "
          + "asks for it, the file is copied to the recovery folder and deleted.",
        "What was not synced is then only in that copy, and nothing uploads it.",
      ] + nextAttempt(outcome)
    case .manual:
      return [
        "The app's error handler is told; at the next launch, or when the app asks for it, the "
          + "file is copied to the recovery folder and deleted.",
        "What was not synced is then only in that copy, and nothing uploads it.",
      ]
    case .crash:
      return [
        "Realm Core ends the process here; the data stays as it was before the reset.",
        "The next launch receives the same error.",
      ] + nextAttempt(outcome)
    case .noReset:
      return noReset(outcome)
    }
  }

  private static func noReset(_ outcome: Outcome) -> [String] {
    guard outcome.situation.error.action != .deleteRealm else {
      return [
        "Sync stops, and the app's error handler is called; at the next launch the file is deleted, "
          + "without a backup.",
        "What was not synced is gone with it, unless the app copies the file before.",
      ]
    }
    let decision = outcome.attempts.last?.decisions.last.map { ["\($0.text)."] } ?? []
    return decision.map { $0.prefix(1).uppercased() + $0.dropFirst() } + [
      "What was not synced stays in the file, and is uploaded when the file syncs again."
    ]
  }

  private static func nextAttempt(_ outcome: Outcome) -> [String] {
    guard let pending = outcome.result.pendingReset else { return [] }
    return [
      "The file remembers the attempt (\(pending.mode.rawValue)), which decides what another reset "
        + "may do before this one is completed."
    ]
  }
}

extension Outcome {
  /// Whether unsynced changes are left in a file that no server takes.
  fileprivate var leavesStranded: Bool {
    switch ending {
    case .manual, .failed, .crash: !situation.unsynced.isEmpty
    case .recovered, .discarded, .noReset: false
    }
  }
}
