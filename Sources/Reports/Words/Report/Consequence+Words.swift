internal import Analyzer
internal import Replayer
internal import TraceFormat

extension Consequence {
  package var sentence: String {
    switch self {
    case .hasServersData: "The device now holds the server's data and syncs again."
    case .hasServersDataButNulls:
      "The device now holds the server's data, but for links that are null on it alone, and syncs "
        + "again."
    case .uploadsRecovered:
      "The device now holds the server's data with what was recovered, and syncs again."
    case .uploads(let transactions, let instructions):
      "It uploads what was recovered: \(transactions.counted("transaction")) with "
        + "\(instructions.counted("instruction"))."
    case .uploadsNothing: "Nothing is uploaded."
    case .keepsNoCopy: "No copy of the old file is kept."
    case .moveStaysScheduled(let attempt):
      "What attempt \(attempt) scheduled still comes: at the next launch this file is copied to the "
        + "recovery folder and deleted; what is written until then and not uploaded is only in that "
        + "copy."
    case .moveMayBeScheduled:
      "If the earlier reset that is on record had failed, the move of the file that it scheduled still "
        + "comes: at the next launch this file is copied to the recovery folder and deleted."
    case .stoppedAfterReset:
      "The device's data is as after the reset, but it no longer syncs: nothing is uploaded."
    case .stoppedBeforeReset:
      "The device's data is as before the reset, and it no longer syncs: nothing is uploaded."
    case .failureReported: "Your app's error handler gets `AutoClientResetFailed`. \(Self.setAside)"
    case .leftToApp:
      "Your app's error handler gets the server's error, and sync stops: nothing is uploaded. "
        + Self.setAside
    case .usableUntilMoved:
      "Until then your app can use the file offline; what it writes goes into that copy."
    case .recoveredOnlyInCopy:
      "What was recovered is then only in that copy, and nothing uploads it."
    case .unsyncedOnlyInCopy:
      "What was not synced is then only in that copy, and nothing uploads it."
    case .fileToBeDeleted:
      "Sync stops, and your app's error handler is called; at the next launch the file is deleted, "
        + "without a backup."
    case .unsyncedGoesWithFile:
      "What was not synced is gone with it, unless your app copies the file before."
    case .processEnds:
      "Realm Core ends the process here; the data stays as it was before the reset."
    case .errorComesAgain: "The next launch receives the same error."
    case .notReset(let decision): "\(decision.words).".capitalizedFirst
    case .unsyncedStays:
      "What was not synced stays in the file, and is uploaded when the file syncs again."
    case .writesUndone:
      "The server puts the objects that the error names back to what it has, with the next download. "
        + "All that the device had written to them until then is undone, also what it may write; your "
        + "app's error handler gets each object and the reason. Check the user's permissions, and "
        + "that a subscription covers the objects that your app writes to."
    case .uploadRefused:
      "The server does not take the upload that these writes are in, and so nothing that was written "
        + "after it."
    case .uploadsAfterLogin:
      "What was not synced stays in the file, and is uploaded when the user has logged in again; "
        + "removing the user deletes the file."
    case .syncEnded:
      "The file is neither reset nor backed up nor deleted; it can be read and written. Each new "
        + "session of it meets the same error until the server or your app, whichever it blames, is fixed, "
        + "and until then nothing of it is uploaded."
    case .serverSilent: Self.serverSilence("by the merge plan")
    case .copiesDropPending:
      "A copy of the file that is to be synced is refused while uploads are pending; a copy as a local "
        + "file has the objects, but no longer what of them was not synced."
    case .syncsOn:
      "The download for the reset is thrown away, no attempt is recorded, and the file syncs on."
    case .askedAgain(let question): question.sentence
    }
  }

  /// - Parameter hasPlan: whether there is a merge plan.
  func sentence(hasPlan: Bool) -> String {
    self == .serverSilent && !hasPlan ? Self.serverSilence("with `tracetool export`") : sentence
  }

  private static func serverSilence(_ means: String) -> String {
    "The file keeps what was not synced, and uploads it when a session reaches the server again. If "
      + "the service is gone, access is never renewed, or your app looks for its file in another place, "
      + "that never happens, and nothing tells your app so: export it from the file, or from this "
      + "trace \(means), which needs neither network nor account."
  }

  private static let setAside =
    "At the next launch, or when your app asks for it, the file is copied to the recovery folder "
    + "(`recovered-realms`, as `recovered_realm-` with date and time) and deleted."
}

extension Report {
  var consequenceSentences: [String] {
    consequences.map { $0.sentence(hasPlan: mergePlan != nil) }
  }
}

extension Consequence.AskedAgain {
  var sentence: String { "\(condition), \(outcome)." }

  private var condition: String {
    switch state {
    case .recovered, .discarded:
      "If the server asks for \(action.rawValue) again before this one is acknowledged"
    case .failed:
      "If the Realm is opened again before that, and the server asks for \(action.rawValue) again"
    case .processEnded: "With that attempt on record"
    }
  }

  private var outcome: String {
    switch next {
    case .refused(let failure):
      failure.refusalWords(of: requestedMode)
        + (state == .recovered ? ", and what was recovered is only in the file" : "")
    case .reset(.recover): "what is unsynced is recovered once more"
    case .reset where state == .recovered: "what was recovered is discarded"
    case .reset: "all that is unsynced is discarded"
    case .leftToApp: "your app gets the error again"
    case .none: "nothing is reset"
    }
  }
}
