/// Why a write lost its effect, met a change of the server's, or is not settled: what totals are
/// made over (`docs/report.md`, "Causes").
///
/// Exactly the writes that are `lost`, `conflicted`, `stranded` or `unknown` have a cause.
public enum Cause: Hashable, Sendable {
  // MARK: The whole mode lost it

  /// The mode discards every unsynced change.
  case discardedByMode
  /// RecoverOrDiscard discarded, because the server does not permit recovery.
  case recoveryForbidden
  /// RecoverOrDiscard discarded, because an earlier recovery failed or was never completed.
  case recoveryGivenUp
  /// The server had the file deleted.
  case fileDeleted
  /// The server undid what was written to the object.
  case undoneByServer

  // MARK: The server no longer has what the write needs

  /// The server has deleted the object.
  case objectDeleted
  /// The server was restored from a backup, which does not have the object.
  case restoredBackup
  /// The object went out of the device's view, by an injected change of the user's role.
  case objectHidden
  /// The server does not have the object, and the trace does not show why.
  case objectMissing
  /// The target of the link is gone.
  case linkTargetGone
  /// The embedded object that the path leads through is gone.
  case embeddedObjectGone
  /// The dictionary entry that the path leads through is gone.
  case dictionaryEntryGone
  /// The Mixed value that the path leads through is no longer such a collection.
  case collectionGone
  /// A number was to be added to a value that is not an integer on the server.
  case notAnInteger

  // MARK: The recovery of lists lost it

  /// The list was copied whole, and the effect of the write is not in the copy.
  case notInCopy
  /// The list should have been copied whole, but could not be found on both sides.
  case listNotCopied
  /// The write hit another element of its list than the one that it was made for.
  case wrongElement
  /// Another write hit the element that this one had made or changed.
  case undoneByWrongElement
  /// The effect is not in the final state, by nothing that the rulings name.
  case overwritten

  // MARK: The server had changed the same thing

  /// The server's value was overwritten by the device's.
  case serverValueOverwritten
  /// What the server had changed was deleted, removed or cleared.
  case serverChangeRemoved
  /// What the server had deleted or removed is back.
  case serverRemovalUndone
  /// Both sides had changed the same number, and both changes count.
  case numberChangedOnBothSides
  /// Both sides had created an object with the same key, which is one object now.
  case createdOnBothSides
  /// The server had deleted the object and created another one with the same key.
  case objectReplaced

  // MARK: The write stays in the device's file

  /// Mode Manual.
  case manualMode
  /// This write is what the reset failed at.
  case madeResetFail
  /// The reset failed, but not at this write.
  case resetFailed
  /// Realm Core would have ended the process.
  case processEnded
  /// The reset was committed, and then the app's own handler failed it.
  case handlerFailed
  /// No reset: the server does not take the upload.
  case refusedByServer
  /// No reset: the error ended the session, as it will end every later one.
  case syncStopped
  /// No reset: the trace shows no server that would take the upload.
  case serverSilent

  // MARK: Not known

  /// Records are missing or not to be trusted, or a changeset could not be read.
  case missingRecords
  /// One of the states that are compared is an approximation.
  case approximateState
  /// An addition that the server may have had already, which the trace does not tell.
  case sameNumber
  /// The replay made no ruling on the write.
  case noRuling

  /// A cause that this version does not know.
  case unknown(String)
}

// It is not RawRepresentable, by which the compiler would compare and hash it as text.
extension Cause: Codable {
  /// The name that reports and goldens have for it: that of the case.
  public var rawValue: String {
    if case .unknown(let name) = self { name } else { Self.names[self] ?? "" }
  }

  /// The cause of that name, known or not.
  public init(rawValue: String) { self = Self.byName[rawValue] ?? .unknown(rawValue) }

  private static let names = Dictionary(uniqueKeysWithValues: allCases.map { ($0, "\($0)") })
  private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

  /// Reads a name, known or not.
  public init(from decoder: any Decoder) throws { self.init(rawValue: try String(from: decoder)) }
  /// Writes the name.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
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
