import FaultPlans
import RealmModel
import Replayer
import TraceFormat

extension SimulatedDevice {
  mutating func reset(
    for error: SyncError, _ server: inout SimulatedServer, at time: Int64
  ) throws {
    recording.failed(error)
    let file = freshFile ?? server.register()
    let fresh = try server.bootstrap()
    let situation = ResetSituation(
      session: ResetSession(resetTimeMicroseconds: SimulationOptions.microseconds(time)),
      error: error, pendingReset: pendingReset, local: state,
      fresh: try RealmState(applying: fresh.changesets), unsynced: recoverable,
      localVersion: version)
    var attempted = ClientReset.performToEnd(situation, mode: mode)
    let trouble = attempted.attempt.isCarriedOut ? drawResetTrouble() : nil
    if let failure = trouble?.failure {
      (attempted.attempt.ending, attempted.attempt.failure) = (.failed, failure)
      // What the handler after the reset finds is committed.
      if trouble != .afterHandlerThrows {
        (attempted.result.after, attempted.result.reupload) = (state, [])
      }
    }
    recording.reset(situation, attempted, trouble, file, fresh.message)
    if case .processEnds(let step) = trouble, step.rawValue < ResetStep.stateTransferred.rawValue {
      if step.rawValue >= ResetStep.downloadCompleted.rawValue { freshFile = file }
      if step.rawValue >= ResetStep.attemptRecorded.rawValue {
        (state, pendingReset) = (situation.localWithRecord, attempted.result.pendingReset)
      }
      return try startAgain(&server, at: time)
    }
    if let position { server.forget(position) }
    freshFile = nil
    let ending = attempted.attempt.ending
    counts.endings[ending, default: 0] += 1
    switch ending {
    case .recovered, .discarded:
      state = attempted.result.after
      begin(file, fresh.message)
      takeOver(attempted, situation.unsynced)
      pendingReset = attempted.result.pendingReset
      version += 1
    case .crash: isStuck = true
    case .failed, .manual, .noReset:
      counts[.setAside] += unsynced.count
      position = nil
    }
    if case .processEnds = trouble { return try startAgain(&server, at: time) }
    if !isStuck { try connect(&server, at: time) }
  }

  private mutating func drawResetTrouble() -> ResetTrouble? {
    let percent = workload.interruptedResetPercent
    guard percent > 0, writer.chance(percent) else { return nil }
    counts[.interruptedResets] += 1
    switch writer.number(in: 1...ResetStep.allCases.count + 2) {
    case 1: return .beforeHandlerThrows
    case 2: return .afterHandlerThrows
    case 3: return .diskFull
    // The server's last answer does not belong to the attempt.
    case let drawn: return ResetStep(rawValue: drawn - 3).map(ResetTrouble.processEnds)
    }
  }

  /// The process has ended, and the user opens the app again.
  private mutating func startAgain(_ server: inout SimulatedServer, at time: Int64) throws {
    recording.disconnected()
    if let position { recording.startedAgain(mode: mode, position.file, state, unsynced.isEmpty) }
    try connect(&server, at: time)
  }

  /// What is unsynced, as merges have left it; without what they have emptied.
  private var recoverable: [UnsyncedChangeset] {
    let first = unsynced.first?.version ?? .max
    return history.entries.compactMap { entry in
      guard entry.version >= first, !entry.changeset.instructions.isEmpty else {
        return nil
      }
      return UnsyncedChangeset(
        clientVersion: entry.version,
        originTimestampMilliseconds: entry.originTimestamp, changeset: entry.changeset)
    }
  }

  /// What a recovery has made anew is unsynced, each under the version of what it replaces.
  private mutating func takeOver(_ attempted: AttemptedReset, _ before: [UnsyncedChangeset]) {
    unsynced = []
    for (write, changeset) in zip(before, attempted.result.reupload)
    where !changeset.instructions.isEmpty {
      remember(
        changeset, write.clientVersion, originTimestamp: write.originTimestampMilliseconds ?? 0)
    }
  }
}
