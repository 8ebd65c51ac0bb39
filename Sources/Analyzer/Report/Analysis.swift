public import Replayer
public import TraceFormat

/// Turns what a replay results in into a report.
public enum Analysis {
  /// The report on an outcome.
  ///
  /// Reads the rulings of the replay and the states around the reset; no rule is worked out again.
  ///
  /// - Complexity: Linear in the number of unsynced writes, but for the values they show.
  public static func report(of outcome: Outcome) -> Report {
    let judged = JudgedOutcome(outcome, isReported: true)
    var report = report(of: outcome, judged)
    report.addNextSteps(of: outcome, judged)
    return report
  }

  /// The report on an outcome of a reset in a mode that tells harm by the engine's defects from the conflict's.
  ///
  /// - Complexity: That of the reset once more; where the outcome differs without the defects,
  ///   several times more, up to a bound (`docs/report.md`, "Defects").
  public static func report(on outcome: Outcome, of reset: DueReset, mode: ResetMode) -> Report {
    var analysis = ResetAnalysis(reset, hasSeveral: false)
    return analysis.report(on: outcome, mode: mode)
  }

  /// The report on an outcome that was judged, or another one by the same data.
  static func report(of outcome: Outcome, _ judged: JudgedOutcome) -> Report {
    let (writes, collateral) = (judged.writes, judged.collateral)
    return Report(
      session: outcome.situation.session, error: outcome.situation.error,
      engine: Engine(outcome.quirks),
      mode: outcome.attempts.last?.requestedMode ?? .manual, attempts: outcome.attempts,
      result: outcome.ending, failure: outcome.failure,
      pendingResetBefore: outcome.situation.pendingReset,
      pendingResetAfter: outcome.result.pendingReset,
      transactions: outcome.situation.unsynced.map(Report.Transaction.init),
      changesets: outcome.situation.unsynced.map(\.changeset), writes: writes,
      changes: judged.account?.changes ?? [],
      observedPropertyValues: judged.account?.observedPropertyValues ?? [:], collateral: collateral,
      harm: judged.account?.harm ?? HarmAccount(),
      traps: TrapSearch.find(
        in: outcome, writes: writes, collateral: collateral, judged.server),
      didRecover: outcome.didRecover, consequences: [], gaps: outcome.gaps,
      comparison: outcome.observed.map { Comparison($0, with: outcome) },
      faultPlan: outcome.faultPlan, faults: outcome.faults, unfiredFaults: outcome.unfiredFaults)
  }
}

extension Report {
  /// Adds what the people who have the file can do, and what they will meet.
  mutating func addNextSteps(of outcome: Outcome, _ judged: JudgedOutcome) {
    explanations = attempts.compactMap(\.failure).map(ErrorExplanation.init(explaining:))
    resetLoop = ResetLoop(outcome)
    missingSchema = MissingSchema.all(in: outcome)
    consequences = Consequence.all(of: outcome, traps)
    let synced = judged.account?.syncedInFile.map(\.address) ?? []
    guard outcome.leavesStranded || !synced.isEmpty else { return }
    mergePlanGap = gaps.first { $0.hidesDevice || $0.hidesServer || $0.fact == .download }
    guard mergePlanGap == nil else { return }
    // What the server took unheard is no change of others'.
    var stranded = outcome
    stranded.situation.base = judged.baseWithTaken ?? outcome.situation.base
    mergePlan = MergePlanner.plan(for: stranded, judged, synced)
    guard outcome.ending != .crash else { return }
    undoneByCopy = ChangeUndoneByCopy.all(in: stranded, except: Set(synced))
  }
}

extension Outcome {
  /// Whether unsynced changes are left in a file that no server takes.
  fileprivate var leavesStranded: Bool {
    switch ending {
    // What was discarded is in no file.
    case .manual, .failed, .crash: !situation.unsynced.isEmpty && committedReset != .discarded
    case .noReset: result.rulings.contains { $0.effect == .stranded }
    case .recovered, .discarded: false
    }
  }
}
