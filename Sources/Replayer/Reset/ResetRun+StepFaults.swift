import FaultPlans
import TraceFormat

// What each fault does to the attempt at hand, and what follows (`docs/faults.md`, "The steps of a
// reset"; Realm Core: `object-store/sync/sync_session.cpp`, `sync/noinst/client_reset_operation.cpp`).
extension ResetRun {
  /// The process ends. What was committed stays; the app is started again, and unless the new state
  /// was committed it meets the same error.
  mutating func crash(at fault: StepFault) -> ResetSituation? {
    let end = ProcessEnd(fault.relation, fault.step)
    if fault.isAfterTransfer {
      let isAcknowledged = fault.step == .acknowledged && fault.relation == .after
      if isAcknowledged { attempted.result.pendingReset = nil }
      attempted.attempt.skipsAfterHandler = !fault.isAfterHandler
      note(fault, .processEnded(end: end, aftermath: fault.aftermath))
      return nil
    }
    let isRecorded = fault.isAfterRecord && attempted.lastStep != .attemptRecorded
    note(fault, .processEnded(end: end, aftermath: isRecorded ? .recordIsFound : .startsOver))
    attempted.attempt = cutShort(at: fault, .crash, ResetFailure(end))
    if !isRecorded { attempted.result.pendingReset = situation.pendingReset }
    return retry()
  }

  /// The app's handler throws: before the reset nothing is changed, after it everything is, and the
  /// reset counts as failed either way.
  mutating func throwFromHandler(_ message: String, _ fault: StepFault) -> ResetSituation? {
    let failure = ResetFailure(.handlerThrew, message: message)
    guard fault.step == .afterHandler else {
      note(fault, .beforeHandlerThrew)
      fail(at: fault, failure, isRecorded: false)
      return nil
    }
    note(fault, .afterHandlerThrew)
    attempted.attempt = cutShort(at: fault, .failed, failure)
    // What was recovered is in the file, which is set aside.
    attempted.result.rulings = attempted.result.rulings.map { $0.strandedByHandler() }
    return nil
  }

  /// A commit finds no space, and is taken back.
  mutating func fillDisk(at fault: StepFault) -> ResetSituation? {
    let isRecorded = fault.step.rawValue > ResetStep.attemptRecorded.rawValue
    note(fault, .diskFull(isRecorded: isRecorded))
    fail(
      at: fault, ResetFailure(.outOfDiskSpace, message: "No space left on device"),
      isRecorded: isRecorded)
    return nil
  }

  mutating func failDownload(with error: SyncError, _ fault: StepFault) -> ResetSituation? {
    note(fault, .downloadFailed(error))
    fail(
      at: fault, ResetFailure(.downloadFailed, message: "\(error.name): \(error.message)"),
      isRecorded: false)
    return nil
  }

  /// Another reset is ordered. During the download it meets the fresh file, whose session may not be
  /// reset; later it waits until the first one is done.
  mutating func resetAgain(for error: SyncError, _ fault: StepFault) -> ResetSituation? {
    guard fault.step.rawValue > ResetStep.downloadCompleted.rawValue else {
      return failDownload(with: error, fault)
    }
    var next = retry()
    next.replaceError(error)
    next.local = attempted.result.after
    next.base = situation.fresh
    let isAcknowledged = fault.step == .acknowledged && fault.relation == .after
    if let earlier { attempted.follow(earlier) }
    earlier = Earlier(result: attempted.result, isAcknowledged: isAcknowledged)
    note(fault, .resetAgain(isAcknowledged: isAcknowledged))
    if isAcknowledged {
      (next.pendingReset, next.fresh) = (nil, attempted.result.after)
      next.replaceUnsynced([])
    } else {
      let isRecovered = attempted.attempt.ending == .recovered
      next.replaceUnsynced(
        isRecovered
          ? zip(unsynced, attempted.result.reupload).map { $0.replaced(by: $1) }
          : situation.unsynced.map { $0.replaced(by: Changeset()) })
    }
    return next
  }

  private mutating func fail(at fault: StepFault, _ failure: ResetFailure, isRecorded: Bool) {
    attempted.attempt = cutShort(at: fault, .failed, failure)
    attempted.result.after = situation.local
    attempted.result.reupload = []
    (attempted.result.listCopies, attempted.result.deviations) = ([], [])
    attempted.result.rulings = cache.rulings(situation, .resetFailed, .failed)
    attempted.lastStep = fault.step
    if !isRecorded { attempted.result.pendingReset = situation.pendingReset }
  }

  private func cutShort(at fault: StepFault, _ ending: ResetEnding, _ failure: ResetFailure)
    -> ResetAttempt
  {
    var attempt = attempted.attempt
    attempt.decisions = attempt.decisions.filter(fault.isAfter)
    if failure.failureClass != nil, !fault.isAfterDownload {
      attempt.decisions.removeAll { $0.gate == .download }
      attempt.decisions.append(
        GateDecision(gate: .download, isPassed: false, reason: .failure(failure)))
    }
    if !fault.isAfterRecord { attempt.actualMode = nil }
    attempt.ending = ending
    attempt.failure = failure
    return attempt
  }
}

extension StepFault {
  fileprivate var isAfterDownload: Bool { step.rawValue > ResetStep.downloadCompleted.rawValue }

  fileprivate var aftermath: StepEffect.Aftermath {
    if !isAfterHandler { return .skipsAfterHandler }
    return step == .acknowledged && relation == .after ? .isAcknowledged : .goesOn
  }
}

// Rulings over several resets
extension AttemptedReset {
  /// Speaks of what the run began with: what an earlier reset recovered is unsynced again until it is
  /// acknowledged, what it dropped is gone.
  ///
  /// To recover a re-upload on the state that it was made for gives the same re-upload.
  mutating func follow(_ earlier: ResetRun.Earlier) {
    result.rulings = earlier.result.rulings
    (result.reupload, result.listCopies) = (earlier.result.reupload, earlier.result.listCopies)
    guard !earlier.isAcknowledged else { return }
    switch attempt.ending {
    case .recovered, .noReset, .manual: break
    case .discarded: takeBack(.discardedByMode, .discarded)
    case .failed, .crash: takeBack(.resetFailed, .failed)
    }
  }

  /// All that was recovered shares one fate, and nothing is uploaded.
  fileprivate mutating func takeBack(_ rule: RuleIdentifier, _ effect: Ruling.Effect) {
    (result.reupload, result.listCopies) = ([], [])
    result.rulings = result.rulings.map { $0.followed(by: rule, effect) }
  }
}

extension Ruling {
  fileprivate func strandedByHandler() -> Ruling {
    guard effect == .applied || effect == .copiedWhole else { return self }
    var ruling = self
    (ruling.rule, ruling.effect) = (.handlerFailed, .stranded)
    return ruling
  }

  fileprivate func followed(by rule: RuleIdentifier, _ effect: Effect) -> Ruling {
    guard self.effect == .applied || self.effect == .copiedWhole else { return self }
    var ruling = self
    (ruling.rule, ruling.effect, ruling.emitted) = (rule, effect, 0..<0)
    return ruling
  }
}
