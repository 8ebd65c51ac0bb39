import RealmModel
public import TraceFormat

extension DueReset {
  /// Carries the reset out in a mode.
  ///
  /// A recovery that fails in mode RecoverOrDiscard is followed by the attempt that discards.
  public func outcome(mode: ResetMode, quirks: Quirks = .realmCore) -> Outcome {
    outcome(mode: mode, quirks: quirks, cache: ReplayCache())
  }

  package func outcome(mode: ResetMode, quirks: Quirks, cache: ReplayCache) -> Outcome {
    var reset = self
    // The device that was recorded did not have these faults.
    if !injected.indexes.isEmpty { reset.forgetRecording() }
    let run = reset.run(mode: mode, quirks: quirks, cache: cache)
    var gaps = gaps
    if situation.action != situation.error.action { gaps.append(Gap(.action, sequence: sequence)) }
    if showsDownload, situation.hidesChangesSinceRestore {
      gaps.append(Gap(.changesSinceRestore, sequence: sequence))
    }
    if run.hangsOnInternalKeys { gaps.append(Gap(.internalKeys)) }
    let states = [situation.base, situation.local, situation.fresh, run.attempted.result.after]
    if states.contains(where: { $0?.hasMovedCollection == true }) {
      gaps.append(Gap(.movedCollection))
    }
    var outcome = Outcome(
      situation: reset.situation, result: run.attempted.result, attempts: run.attempts, gaps: gaps,
      quirks: quirks, observed: reset.observed)
    if let state = outcome.uploaded?.state { outcome.result.after = state }
    outcome.faultPlan = injected.plan
    outcome.faults = injected.firings(in: run, of: reset)
    outcome.unfiredFaults = injected.unfired(in: run, mode)
    return outcome
  }

  private func run(mode: ResetMode, quirks: Quirks, cache: ReplayCache) -> ResetRun {
    var situation = situation
    // Mode Manual never comes as far as the fresh state, which is where vectors begin.
    if mode == .manual { situation.entry = .session }
    let run = { (quirks: Quirks) in
      ResetRun(
        situation, mode: mode, quirks: quirks, faults: injected.stepFaults,
        stopsWhenFailed: isRecordedToStop(mode), cache: cache)
    }
    let asNumbered = run(quirks)
    guard !situation.hasInternalKeys, !quirks.isDisjoint(with: .hangingOnInternalKeys),
      !isConfirmed(asNumbered, mode)
    else { return asNumbered }
    var certain = run(quirks.withoutInternalKeys)
    certain.noteWhatHangsOnInternalKeys(unlike: asNumbered)
    if quirks.contains(.trackersAreLost),
      situation.unsynced.contains(where: \.changeset.leadsThroughLists),
      certain.attempts.contains(where: { $0.actualMode == .recover })
    {
      for number in 1...Self.numberingsTried {
        certain.noteWhatHangsOnInternalKeys(unlike: run(quirks.union(.renumbered(number))))
      }
    }
    return certain
  }

  /// These show all 46 recorded resets that end otherwise by the numbers of a listing to hang on them.
  private static let numberingsTried: UInt32 = 4

  /// Whether the device ended up in the very state that the numbers of a listing lead to.
  private func isConfirmed(_ run: ResetRun, _ mode: ResetMode) -> Bool {
    guard let recorded = observed?.recorded, recorded.mode == mode,
      recorded.result == run.attempted.attempt.ending
    else { return false }
    return recorded.stateDigest.map { $0 == run.attempted.result.after.canonicalJSON.digest }
      ?? true
  }

  /// Whether the trace recorded this very attempt, not carried out, and nothing after it: a file that tracks a reset that
  /// discards has had the next one too. What ends an attempt by the app or the disk is not replayed, and which attempt
  /// that was the trace does not show.
  private func isRecordedToStop(_ mode: ResetMode) -> Bool {
    guard let recorded = observed?.recorded else { return false }
    return recorded.mode == mode && [.failed, .crash].contains(recorded.result)
      && recorded.failure != .handlerThrew && recorded.failure != .outOfDiskSpace
      && recorded.pendingReset?.mode != .discardLocal
  }
}
