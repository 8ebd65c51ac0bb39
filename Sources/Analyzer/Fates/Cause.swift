/// Why a write lost its effect, met a change of the server's, or is not settled: what totals are
/// made over (`docs/report.md`, "Causes").
///
/// Exactly the writes that are `lost`, `conflicted`, `stranded` or `unknown` have a cause.
public struct Cause: RawRepresentable, Codable, Hashable, Sendable {
  /// The name that reports and goldens have for it.
  public var rawValue: String
  /// The cause of that name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The cause of that name, known or not.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

// The whole mode lost it
extension Cause {
  /// The mode discards every unsynced change.
  public static let discardedByMode = Cause("discardedByMode")
  /// RecoverOrDiscard discarded, because the server does not permit recovery.
  public static let recoveryForbidden = Cause("recoveryForbidden")
  /// RecoverOrDiscard discarded, because an earlier recovery failed or was never completed.
  public static let recoveryGivenUp = Cause("recoveryGivenUp")
  /// The server had the file deleted.
  public static let fileDeleted = Cause("fileDeleted")
  /// The server undid what was written to the object.
  public static let undoneByServer = Cause("undoneByServer")

  // MARK: The server no longer has what the write needs

  /// The server has deleted the object.
  public static let objectDeleted = Cause("objectDeleted")
  /// The server was restored from a backup, which does not have the object.
  public static let restoredBackup = Cause("restoredBackup")
  /// The object went out of the device's view, by an injected change of the user's role.
  public static let objectHidden = Cause("objectHidden")
  /// The server does not have the object, and the trace does not show why.
  public static let objectMissing = Cause("objectMissing")
  /// The target of the link is gone.
  public static let linkTargetGone = Cause("linkTargetGone")
  /// The embedded object that the path leads through is gone.
  public static let embeddedObjectGone = Cause("embeddedObjectGone")
  /// The dictionary entry that the path leads through is gone.
  public static let dictionaryEntryGone = Cause("dictionaryEntryGone")
  /// The Mixed value that the path leads through is no longer such a collection.
  public static let collectionGone = Cause("collectionGone")
  /// A number was to be added to what is no integer on the server.
  public static let notAnInteger = Cause("notAnInteger")

  // MARK: The recovery of lists lost it

  /// The list was copied whole, and the effect of the write is not in the copy.
  public static let notInCopy = Cause("notInCopy")
  /// The list should have been copied whole, but could not be found on both sides.
  public static let listNotCopied = Cause("listNotCopied")
  /// The write hit another element of its list than the one that it was made for.
  public static let wrongElement = Cause("wrongElement")
  /// Another write hit the element that this one had made or changed.
  public static let undoneByWrongElement = Cause("undoneByWrongElement")
  /// The effect is not in the final state, by nothing that the rulings name.
  public static let overwritten = Cause("overwritten")

  // MARK: The server had changed the same thing

  /// The server's value was overwritten by the device's.
  public static let serverValueOverwritten = Cause("serverValueOverwritten")
  /// What the server had changed was deleted, removed or cleared.
  public static let serverChangeRemoved = Cause("serverChangeRemoved")
  /// What the server had deleted or removed is there again.
  public static let serverRemovalUndone = Cause("serverRemovalUndone")
  /// Both sides had changed the same number, and both changes count.
  public static let numberChangedOnBothSides = Cause("numberChangedOnBothSides")
  /// Both sides had created an object with the same key, which is one object now.
  public static let createdOnBothSides = Cause("createdOnBothSides")
  /// The server had deleted the object and created another one with the same key.
  public static let objectReplaced = Cause("objectReplaced")

  // MARK: The write stays in the device's file

  /// Mode Manual.
  public static let manualMode = Cause("manualMode")
  /// This write is what the reset failed at.
  public static let madeResetFail = Cause("madeResetFail")
  /// The reset failed, but not at this write.
  public static let resetFailed = Cause("resetFailed")
  /// Realm Core would have ended the process.
  public static let processEnded = Cause("processEnded")
  /// The reset was committed, and then the app's own handler failed it.
  public static let handlerFailed = Cause("handlerFailed")
  /// No reset: the server does not take the upload.
  public static let refusedByServer = Cause("refusedByServer")
  /// No reset: the error ended the session, as it will end every later one.
  public static let syncStopped = Cause("syncStopped")
  /// No reset: the trace shows no server that would take the upload.
  public static let serverSilent = Cause("serverSilent")

  // MARK: Not known

  /// Records are missing or not to be trusted, or a changeset could not be read.
  public static let missingRecords = Cause("missingRecords")
  /// One of the states that are compared is an approximation.
  public static let approximateState = Cause("approximateState")
  /// Both sides have the same number, and the trace does not tell whether by the same addition.
  public static let sameNumber = Cause("sameNumber")
  /// The replay made no ruling on the write.
  public static let noRuling = Cause("noRuling")
}

extension Cause: CaseIterable {
  /// All causes, in the order of `docs/report.md`.
  public static let allCases: [Cause] = [
    .discardedByMode, .recoveryForbidden, .recoveryGivenUp, .fileDeleted, .undoneByServer,
    .objectDeleted, .restoredBackup, .objectHidden, .objectMissing, .linkTargetGone,
    .embeddedObjectGone, .dictionaryEntryGone, .collectionGone, .notAnInteger,
    .notInCopy, .listNotCopied, .wrongElement, .undoneByWrongElement, .overwritten,
    .serverValueOverwritten, .serverChangeRemoved, .serverRemovalUndone,
    .numberChangedOnBothSides, .createdOnBothSides, .objectReplaced,
    .manualMode, .madeResetFail, .resetFailed, .processEnded, .handlerFailed,
    .refusedByServer, .syncStopped, .serverSilent,
    .missingRecords, .approximateState, .sameNumber, .noRuling,
  ]
}
