internal import Replayer

/// A way of losing data that is built into Realm Core's client reset: a heading of `docs/traps.md`.
public enum TrapIdentifier: Hashable, Sendable {
  // Lists
  case wholeListOverwritten, listOverwrittenByDeletion, linkToLaterCreatedObjectVanishes
  case indexDriftAfterDroppedInsertion, clampedIndexCollision, indexDriftAfterDeletion
  case lostListTracker, listOfReplacedObjectStaysEmpty, copiedListIgnoresRefill
  case listBelowDictionaryNotCopied, mixedListCopiedOutOfOrder, rawLinkCopied

  // Links and objects
  case linkNulledByDeletion, linkSilentlyNulled, deletionBeatsEdit, editLandsOnRecreatedObject

  // Values and collections
  case defaultsOverwriteServerValues, dictionaryObjectReplaced, clearRemovesServerAdditions
  case appliedTwice

  // Whole attempts
  case oneInstructionFailsAll, droppedNestedInsertionFailsReset, discardAfterUnfinishedRecovery
  case crashTakenForFailure, resetRefusedUntilAcknowledged, backupScheduledDespiteSuccess
  case afterHandlerFailsFinishedReset, afterHandlerNeverCalled, acknowledgedChangesLost
  case additiveSchemaFailsDiscard

  // The transfer
  case wrongLinkKept, numberTypeNotTransferred, danglingLinksHidden, linkClassChangeUnnoticed

  /// A trap that this version does not know.
  case unknown(String)
}

// It is not RawRepresentable, by which the compiler would compare and hash it as text.
extension TrapIdentifier: Codable {
  /// A heading of `docs/traps.md`, such as `whole-list-overwritten`: the name of the case, with hyphens.
  public var rawValue: String {
    if case .unknown(let name) = self { name } else { Self.names[self] ?? "" }
  }

  /// The trap of that name, known or not.
  public init(_ rawValue: String) { self = Self.byName[rawValue] ?? .unknown(rawValue) }

  private static let names = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, "\($0)".hyphenated) })
  private static let byName = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })

  /// Reads a name, known or not.
  public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }
  /// Writes the name.
  public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension TrapIdentifier: CaseIterable {
  /// All traps that a trace can show, in the order of `docs/traps.md`.
  public static let allCases: [TrapIdentifier] = [
    .wholeListOverwritten, .listOverwrittenByDeletion, .linkToLaterCreatedObjectVanishes,
    .indexDriftAfterDroppedInsertion, .clampedIndexCollision, .indexDriftAfterDeletion,
    .lostListTracker, .listOfReplacedObjectStaysEmpty, .copiedListIgnoresRefill,
    .listBelowDictionaryNotCopied, .mixedListCopiedOutOfOrder, .rawLinkCopied,
    .linkNulledByDeletion, .linkSilentlyNulled, .deletionBeatsEdit, .editLandsOnRecreatedObject,
    .defaultsOverwriteServerValues, .dictionaryObjectReplaced, .clearRemovesServerAdditions,
    .appliedTwice, .oneInstructionFailsAll, .droppedNestedInsertionFailsReset,
    .discardAfterUnfinishedRecovery, .crashTakenForFailure, .resetRefusedUntilAcknowledged,
    .backupScheduledDespiteSuccess, .afterHandlerFailsFinishedReset, .afterHandlerNeverCalled,
    .acknowledgedChangesLost, .additiveSchemaFailsDiscard, .wrongLinkKept,
    .numberTypeNotTransferred, .danglingLinksHidden, .linkClassChangeUnnoticed,
  ]
}
