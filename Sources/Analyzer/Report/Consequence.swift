package import Replayer
package import TraceFormat

/// Something that follows from how a reset ended, as Realm's client continues (`docs/report.md`, "What happens next").
package enum Consequence: Codable, Hashable, Sendable {
  // Sync continues
  case hasServersData
  /// All but links that the device alone has as null.
  case hasServersDataButNulls
  /// The device has the server's data with what was recovered.
  case uploadsRecovered
  case uploads(transactions: Int, instructions: Int)
  case uploadsNothing
  /// No copy of the file as it was before is kept.
  case keepsNoCopy
  /// The move of the file that an attempt has scheduled still comes, although a later attempt went
  /// through or ended the process. Attempts are counted from 1.
  case moveStaysScheduled(attempt: Int)

  /// The earlier reset that is on record may have scheduled such a move.
  case moveMayBeScheduled

  // Sync has stopped
  case stoppedAfterReset
  case stoppedBeforeReset
  /// The app gets to know of the failure, and the file is to be set aside.
  case failureReported
  /// The app gets to know of the error, and the file is to be set aside.
  case leftToApp
  /// Until the file is set aside the app can go on with it, offline.
  case usableUntilMoved
  /// What was recovered is only in the file that is set aside.
  case recoveredOnlyInCopy
  case unsyncedOnlyInCopy
  /// The file is to be deleted, without a backup.
  case fileToBeDeleted
  case unsyncedGoesWithFile

  // The process ended
  /// Realm Core ends it, before anything has changed.
  case processEnds
  /// The next launch receives the same error.
  case errorComesAgain

  // Nothing was reset
  case notReset(GateDecision)
  /// What was not synced is still to be uploaded.
  case unsyncedStays
  /// The server puts the objects back that its error names, with all that the device wrote to them.
  case writesUndone
  /// The server does not take the upload that the refused writes are in, and nothing after it.
  case uploadRefused
  case uploadsAfterLogin
  /// Sync of the file has ended, and ends again with every session until its reason is gone.
  case syncEnded
  /// The trace shows no server that answers; the file keeps what is pending as long as it is there.
  case serverSilent
  /// What a copy of the file is worth while uploads are pending.
  case copiesDropPending
  /// The file syncs on, and nothing is recorded.
  case syncsOn

  /// What the client does if the same is asked of it before this reset is completed.
  case askedAgain(AskedAgain)

  /// Another reset for the same action, while the file still tracks this one.
  package struct AskedAgain: Codable, Hashable, Sendable {
    package enum State: String, Codable, Hashable, Sendable {
      /// It recovered, and what it recovered is not acknowledged.
      case recovered
      /// It discarded, or nothing was left to recover.
      case discarded
      case failed
      /// The process ended, and the error comes again.
      case processEnded
    }

    package var state: State
    package var requestedMode: ResetMode
    package var action: ServerAction
    package var next: Outcome.NextAttempt
  }
}
