import RealmModel
import TraceFormat

// What each mishap does to the attempt at hand, and what follows (`docs/faults.md`, "The steps of a
// reset"; Realm Core: `object-store/sync/sync_session.cpp`, `sync/noinst/client_reset_operation.cpp`).
extension ResetRun {
  /// The process ends. What was committed stays; the app is started again, and unless the new state
  /// was committed it meets the same error.
  mutating func crash(at mishap: Mishap) -> ResetRequest? {
    let place = "the process ended \(mishap.phrase): \(mishap.step.meaning)"
    if mishap.isAfterTransfer {
      let isAcknowledged = mishap.step == .acknowledged && mishap.relation == .after
      replaceResponse {
        if isAcknowledged { $0.pendingReset = nil }
        $0.attempt.skipsAfterHandler = !mishap.isAfterHandler
      }
      note(mishap, "\(place); \(mishap.aftermath)")
      return nil
    }
    let isRecorded = mishap.isAfterRecord && response.lastStep != .attemptRecorded
    note(
      mishap,
      isRecorded
        ? "\(place); the attempt is on record and the data untouched, and the next attempt finds it"
        : "\(place); nothing is on record, and the next attempt starts over")
    let attempt = cutShort(at: mishap, .crash, ResetFailure(nil, message: place))
    let earlier = request.pendingReset
    replaceResponse {
      $0.attempt = attempt
      if !isRecorded { $0.pendingReset = earlier }
    }
    return retry()
  }

  /// The app's handler throws: before the reset nothing is changed, after it everything is, and the
  /// reset counts as failed either way.
  mutating func throwFromHandler(_ message: String, _ mishap: Mishap) -> ResetRequest? {
    let failure = ResetFailure(.handlerThrew, message: message)
    guard mishap.step == .afterHandler else {
      note(mishap, "the handler before the reset threw, so nothing was changed or recorded")
      fail(at: mishap, failure, isRecorded: false)
      return nil
    }
    note(
      mishap, "the handler after the reset threw: the reset is committed, and counts as failed")
    let attempt = cutShort(at: mishap, .failed, failure)
    replaceResponse {
      $0.attempt = attempt
      // What was recovered is in the file, which is set aside.
      $0.rulings = $0.rulings.map { $0.strandedByHandler() }
    }
    return nil
  }

  /// A commit finds no space, and is taken back.
  mutating func fillDisk(at mishap: Mishap) -> ResetRequest? {
    let isRecorded = mishap.step.rawValue > ResetStep.attemptRecorded.rawValue
    note(
      mishap,
      isRecorded
        ? "the new state could not be committed; the attempt stays on record"
        : "nothing could be written, so nothing was changed or recorded")
    fail(
      at: mishap, ResetFailure(.outOfDiskSpace, message: "No space left on device"),
      isRecorded: isRecorded)
    return nil
  }

  /// The session that downloads the fresh state ends with an error.
  mutating func failDownload(with error: SyncError, _ mishap: Mishap) -> ResetRequest? {
    let message = "\(error.name): \(error.message)"
    note(mishap, "the download for the reset failed (\(message)), which leaves no record")
    fail(at: mishap, ResetFailure(.downloadFailed, message: message), isRecorded: false)
    return nil
  }

  /// Another reset is ordered. During the download it meets the fresh file, whose session may not be
  /// reset; later it waits until the first one is done.
  mutating func resetAgain(for error: SyncError, _ mishap: Mishap) -> ResetRequest? {
    guard mishap.step.rawValue > ResetStep.downloadCompleted.rawValue else {
      return failDownload(with: error, mishap)
    }
    var next = retry()
    next.error = error
    next.local = response.after
    next.base = request.fresh
    next.integrated = []
    let isAcknowledged = mishap.step == .acknowledged && mishap.relation == .after
    if let earlier { replaceResponse { $0.follow(earlier) } }
    earlier = Earlier(response: response, isAcknowledged: isAcknowledged)
    if isAcknowledged {
      note(mishap, "another reset was ordered after everything was uploaded and acknowledged")
      (next.pendingReset, next.unsynced, next.fresh) = (nil, [], response.after)
    } else {
      note(mishap, "another reset was ordered before the first one was acknowledged")
      let isRecovered = response.attempt.result == .recovered
      next.unsynced = isRecovered ? response.reupload : request.unsynced.map { _ in Changeset() }
    }
    return next
  }

  private mutating func fail(at mishap: Mishap, _ failure: ResetFailure, isRecorded: Bool) {
    let attempt = cutShort(at: mishap, .failed, failure)
    let request = request
    replaceResponse {
      $0.attempt = attempt
      $0.after = request.local
      ($0.reupload, $0.listCopies, $0.deviations) = ([], [], [])
      $0.rulings = ClientReset.rulings(request.unsynced, .resetFailed, .failed)
      $0.lastStep = mishap.step
      if !isRecorded { $0.pendingReset = request.pendingReset }
    }
  }

  /// The attempt as far as it came.
  private func cutShort(at mishap: Mishap, _ result: ResetResult, _ failure: ResetFailure)
    -> ResetAttempt
  {
    var attempt = response.attempt
    attempt.decisions = attempt.decisions.filter(mishap.isAfter)
    if failure.failureClass != nil, !mishap.isAfterDownload {
      attempt.decisions.removeAll { $0.gate == .download }
      attempt.decisions.append(
        GateDecision(gate: .download, isPassed: false, text: failure.message))
    }
    if !mishap.isAfterRecord { attempt.actualMode = nil }
    attempt.result = result
    attempt.failure = failure
    return attempt
  }
}

extension Mishap {
  fileprivate var isAfterDownload: Bool { step.rawValue > ResetStep.downloadCompleted.rawValue }

  /// Where it happened, such as `after step 11`.
  fileprivate var phrase: String { "\(relation.rawValue) step \(step.rawValue)" }

  /// What a crash means once the new state is committed.
  fileprivate var aftermath: String {
    if !isAfterHandler { return "the reset is complete, and the handler after it is never called" }
    return step == .acknowledged && relation == .after
      ? "the reset is complete and acknowledged"
      : "the reset is complete, and sync goes on when the app is started again"
  }
}

// Rulings over several resets
extension ResetResponse {
  /// Speaks of what the run began with: what an earlier reset recovered is unsynced again until it is
  /// acknowledged, what it dropped is gone.
  ///
  /// To recover a re-upload on the state that it was made for gives the same re-upload.
  mutating func follow(_ earlier: ResetRun.Earlier) {
    rulings = earlier.response.rulings
    (reupload, listCopies) = (earlier.response.reupload, earlier.response.listCopies)
    guard !earlier.isAcknowledged else { return }
    switch attempt.result {
    case .recovered, .noReset, .manual: break
    case .discarded: takeBack(.discardedByMode, .discarded)
    case .failed, .crash: takeBack(.resetFailed, .failed)
    }
  }

  /// All that was recovered shares one fate, and nothing is uploaded.
  fileprivate mutating func takeBack(_ rule: RuleIdentifier, _ effect: Ruling.Effect) {
    (reupload, listCopies) = ([], [])
    rulings = rulings.map { $0.followed(by: rule, effect) }
  }
}

extension Ruling {
  /// What becomes of the instruction if the app's handler fails the reset.
  fileprivate func strandedByHandler() -> Ruling {
    guard effect == .applied || effect == .copiedWhole else { return self }
    var ruling = self
    (ruling.rule, ruling.effect) = (.handlerFailed, .stranded)
    return ruling
  }

  /// What becomes of the instruction if all that had been recovered shares one fate.
  fileprivate func followed(by rule: RuleIdentifier, _ effect: Effect) -> Ruling {
    guard self.effect == .applied || self.effect == .copiedWhole else { return self }
    var ruling = self
    (ruling.rule, ruling.effect, ruling.emitted) = (rule, effect, 0..<0)
    return ruling
  }
}
