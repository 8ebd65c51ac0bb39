/// The name of a rule: a heading of `docs/rules.md`.
public enum RuleIdentifier: Hashable, Sendable {
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

// It is not RawRepresentable, by which the compiler would compare and hash it as text.
extension RuleIdentifier: Codable {
  /// A heading of `docs/rules.md`, such as `discarded-by-mode`: the name of the case, with hyphens.
  public var rawValue: String {
    if case .unknown(let name) = self { name } else { Self.names[self] ?? "" }
  }

  /// The rule of that name, known or not.
  public init(rawValue: String) { self = Self.byName[rawValue] ?? .unknown(rawValue) }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, "\($0)".hyphenated) })
  private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

  /// Reads a name, known or not.
  public init(from decoder: any Decoder) throws { self.init(rawValue: try String(from: decoder)) }
  /// Writes the name.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension String {
  /// `discardedByMode` as `discarded-by-mode`.
  package var hyphenated: String {
    reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }
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
