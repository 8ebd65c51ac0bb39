package import Replayer
package import TraceFormat

/// Something that follows from how a reset ended, as Realm's client goes on (`docs/report.md`, "What
/// happens next").
package enum Consequence: Codable, Hashable, Sendable {
  // Sync goes on
  /// The device has the server's data, and no copy of its own is kept.
  case hasServersData
  /// The device has the server's data with what was recovered, which it uploads.
  case uploadsRecovered

  // Sync has stopped
  /// The data is as after the reset.
  case stoppedAfterReset
  /// The data is as before the reset.
  case stoppedBeforeReset
  /// The app gets to know of the failure, and the file is to be set aside.
  case failureReported
  /// The app gets to know of the error, and the file is to be set aside.
  case leftToApp
  /// What was recovered is only in the file that is set aside.
  case recoveredOnlyInCopy
  /// What was not synced is only in the file that is set aside.
  case unsyncedOnlyInCopy
  /// The file is to be deleted, without a backup.
  case fileToBeDeleted
  /// What was not synced goes with the file.
  case unsyncedGoesWithFile

  // The process ended
  /// Realm Core ends it, before anything has changed.
  case processEnds
  /// The next launch receives the same error.
  case errorComesAgain

  // Nothing was reset
  /// For what a gate decided.
  case notReset(GateDecision)
  /// What was not synced is still to be uploaded.
  case unsyncedStays
  /// The file syncs on, and nothing is recorded.
  case syncsOn

  /// The file remembers the attempt in this mode.
  case attemptRemembered(ResetMode)
}

extension Consequence {
  /// All that follows from an outcome, in the order in which it comes about.
  static func all(of outcome: Outcome) -> [Consequence] {
    switch outcome.ending {
    case .discarded where outcome.attempts.last?.isSkipped == true:
      (outcome.attempts.last?.decisions.last.map { [.notReset($0)] } ?? []) + [.syncsOn]
    case .discarded: [.hasServersData]
    case .recovered: [.uploadsRecovered]
    case .failed where outcome.isFailedByHandlerAfter:
      [.stoppedAfterReset, .failureReported, .recoveredOnlyInCopy] + nextAttempt(outcome)
    case .failed:
      [.stoppedBeforeReset, .failureReported, .unsyncedOnlyInCopy] + nextAttempt(outcome)
    case .manual: [.leftToApp, .unsyncedOnlyInCopy]
    case .crash: [.processEnds, .errorComesAgain] + nextAttempt(outcome)
    case .noReset where outcome.situation.error.action == .deleteRealm:
      [.fileToBeDeleted, .unsyncedGoesWithFile]
    case .noReset:
      (outcome.attempts.last?.decisions.last.map { [.notReset($0)] } ?? []) + [.unsyncedStays]
    }
  }

  private static func nextAttempt(_ outcome: Outcome) -> [Consequence] {
    outcome.result.pendingReset.map { [.attemptRemembered($0.mode)] } ?? []
  }
}
