internal import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension Consequence {
  /// What follows, in one sentence.
  package var sentence: String {
    switch self {
    case .hasServersData:
      "The device now holds the server's data and syncs again; no copy of the old file is kept."
    case .uploadsRecovered:
      "The device holds the server's data with what was recovered, and uploads that."
    case .stoppedAfterReset:
      "The device's data is as after the reset, but it no longer syncs."
    case .stoppedBeforeReset:
      "The device's data is as before the reset, and it no longer syncs."
    case .failureReported: "The app's error handler gets `AutoClientResetFailed`; \(Self.setAside)"
    case .leftToApp: "The app's error handler is told; \(Self.setAside)"
    case .recoveredOnlyInCopy:
      "What was recovered is then only in that copy, and nothing uploads it."
    case .unsyncedOnlyInCopy:
      "What was not synced is then only in that copy, and nothing uploads it."
    case .fileToBeDeleted:
      "Sync stops, and the app's error handler is called; at the next launch the file is deleted, "
        + "without a backup."
    case .unsyncedGoesWithFile:
      "What was not synced is gone with it, unless the app copies the file before."
    case .processEnds:
      "Realm Core ends the process here; the data stays as it was before the reset."
    case .errorComesAgain: "The next launch receives the same error."
    case .notReset(let decision): "\(decision.words).".capitalizedFirst
    case .unsyncedStays:
      "What was not synced stays in the file, and is uploaded when the file syncs again."
    case .syncsOn:
      "The download for the reset is thrown away, no attempt is recorded, and the file syncs on."
    case .attemptRemembered(let mode):
      "The file remembers the attempt (\(mode.rawValue)), which decides what another reset may do "
        + "before this one is completed."
    }
  }

  private static let setAside =
    "at the next launch, or when the app asks for it, the file is copied to the recovery folder and "
    + "deleted."
}
