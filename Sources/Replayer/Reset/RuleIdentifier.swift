/// The name of a rule: a heading of `docs/rules.md`.
public enum RuleIdentifier: Codable, Hashable, Sendable {
  /// The mode discards every unsynced change.
  case discardedByMode
  /// The reset failed, so the change stays on the device and is not uploaded.
  case resetFailed
  /// Mode Manual: no reset is attempted, and the change is in the backup and nowhere else.
  case manualMode
  /// The local file was never written to, so the reset did nothing.
  case nothingToReset
  /// The error asked for no reset.
  case noReset
  /// The error ended the session, and every later one of the file ends with it too.
  case syncStopped
  /// The trace shows no server that would take the change.
  case serverSilent
  /// The server undid what was written to the object, and said so in an error.
  case undoneByServer
  /// The server did not take the upload, because of this object.
  case refusedByServer
  /// The error had the file deleted, without a backup.
  case fileDeleted
  /// The reset was committed, but the app's handler failed it; the file is set aside all the same.
  case handlerFailed

  // The recovery: one for each heading of `docs/rules.md`, "Recovery".

  case addTable, addColumn, createObject, createExistingObject, eraseObject, eraseMissingObject
  case objectGone, embeddedObjectGone, dictionaryKeyGone, collectionGone, update
  case updateLinkTargetGone, embeddedObjectKept, collectionKept, dictionaryEraseMissing
  case addInteger, addIntegerNotAnInteger, listInsert, listTracked, listLinkTargetGone
  case listCopiedWhole, listAlreadyCopied, listElementGone, clear, setInsert, setInsertPresent
  case setLinkTargetGone, setErase, setEraseMissing, erasedWithObject, alreadyIntegrated
  case listCopyNotResolved, unrecoverable, badChangeset, rejectedByStorage, aborts, notReached

  /// A rule that this version does not know.
  case unknown(String)
}

extension RuleIdentifier: RawRepresentable {
  /// A heading of `docs/rules.md`, such as `discarded-by-mode`.
  public var rawValue: String {
    switch self {
    case .discardedByMode: "discarded-by-mode"
    case .resetFailed: "reset-failed"
    case .manualMode: "manual-mode"
    case .nothingToReset: "nothing-to-reset"
    case .noReset: "no-reset"
    case .syncStopped: "sync-stopped"
    case .serverSilent: "server-silent"
    case .undoneByServer: "undone-by-server"
    case .refusedByServer: "refused-by-server"
    case .fileDeleted: "file-deleted"
    case .handlerFailed: "handler-failed"
    case .addTable: "add-table"
    case .addColumn: "add-column"
    case .createObject: "create-object"
    case .createExistingObject: "create-existing-object"
    case .eraseObject: "erase-object"
    case .eraseMissingObject: "erase-missing-object"
    case .objectGone: "object-gone"
    case .embeddedObjectGone: "embedded-object-gone"
    case .dictionaryKeyGone: "dictionary-key-gone"
    case .collectionGone: "collection-gone"
    case .update: "update"
    case .updateLinkTargetGone: "update-link-target-gone"
    case .embeddedObjectKept: "embedded-object-kept"
    case .collectionKept: "collection-kept"
    case .dictionaryEraseMissing: "dictionary-erase-missing"
    case .addInteger: "add-integer"
    case .addIntegerNotAnInteger: "add-integer-not-an-integer"
    case .listInsert: "list-insert"
    case .listTracked: "list-tracked"
    case .listLinkTargetGone: "list-link-target-gone"
    case .listCopiedWhole: "list-copied-whole"
    case .listAlreadyCopied: "list-already-copied"
    case .listElementGone: "list-element-gone"
    case .clear: "clear"
    case .setInsert: "set-insert"
    case .setInsertPresent: "set-insert-present"
    case .setLinkTargetGone: "set-link-target-gone"
    case .setErase: "set-erase"
    case .setEraseMissing: "set-erase-missing"
    case .erasedWithObject: "erased-with-object"
    case .alreadyIntegrated: "already-integrated"
    case .listCopyNotResolved: "list-copy-not-resolved"
    case .unrecoverable: "unrecoverable"
    case .badChangeset: "bad-changeset"
    case .rejectedByStorage: "rejected-by-storage"
    case .aborts: "aborts"
    case .notReached: "not-reached"
    case .unknown(let name): name
    }
  }

  /// The rule of that name, known or not.
  public init(rawValue: String) { self = Self.byName[rawValue] ?? .unknown(rawValue) }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}

extension RuleIdentifier: CaseIterable {
  /// All rules that this version knows.
  public static let allCases: [RuleIdentifier] = [
    .discardedByMode, .resetFailed, .manualMode, .nothingToReset, .noReset, .syncStopped,
    .serverSilent, .undoneByServer, .refusedByServer, .fileDeleted, .handlerFailed, .addTable,
    .addColumn, .createObject, .createExistingObject, .eraseObject, .eraseMissingObject,
    .objectGone, .embeddedObjectGone, .dictionaryKeyGone, .collectionGone, .update,
    .updateLinkTargetGone, .embeddedObjectKept, .collectionKept, .dictionaryEraseMissing,
    .addInteger, .addIntegerNotAnInteger, .listInsert, .listTracked, .listLinkTargetGone,
    .listCopiedWhole, .listAlreadyCopied, .listElementGone, .clear, .setInsert, .setInsertPresent,
    .setLinkTargetGone, .setErase, .setEraseMissing, .erasedWithObject, .alreadyIntegrated,
    .listCopyNotResolved, .unrecoverable, .badChangeset, .rejectedByStorage, .aborts, .notReached,
  ]
}
