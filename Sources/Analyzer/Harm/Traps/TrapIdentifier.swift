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
  public static let allCases = table.map(\.trap)

  /// Other names: `R…` and `RS-…` as in `docs/rules.md` and `docs/scenario-outcomes.md`, `L…` for
  /// those of the lifecycle.
  package var aliases: [String] { Self.table.first { $0.trap == self }?.aliases ?? [] }

  private static let table: [(trap: TrapIdentifier, aliases: [String])] = [
    (.wholeListOverwritten, ["R1", "RS-13"]),
    (.listOverwrittenByDeletion, ["R2", "RS-74"]),
    (.linkToLaterCreatedObjectVanishes, ["R4", "RS-70"]),
    (.indexDriftAfterDroppedInsertion, ["R5", "RS-71"]),
    (.clampedIndexCollision, ["R6", "RS-58"]),
    (.indexDriftAfterDeletion, ["R7", "RS-72"]),
    (.lostListTracker, ["R8", "RS-57"]),
    (.listOfReplacedObjectStaysEmpty, ["R9"]),
    (.copiedListIgnoresRefill, ["R10", "RS-59"]),
    (.listBelowDictionaryNotCopied, ["R12"]),
    (.mixedListCopiedOutOfOrder, ["R13"]),
    (.rawLinkCopied, ["R14"]),
    (.linkNulledByDeletion, ["R3", "RS-75"]),
    (.linkSilentlyNulled, ["R15", "RS-23"]),
    (.deletionBeatsEdit, ["R19", "RS-05"]),
    (.editLandsOnRecreatedObject, ["RS-06"]),
    (.defaultsOverwriteServerValues, ["R16"]),
    (.dictionaryObjectReplaced, ["R17"]),
    (.clearRemovesServerAdditions, ["R18", "RS-15"]),
    (.appliedTwice, ["R20", "L9", "RS-42"]),
    (.oneInstructionFailsAll, ["R21"]),
    (.droppedNestedInsertionFailsReset, ["R11", "RS-73"]),
    (.discardAfterUnfinishedRecovery, ["L1", "RS-45"]),
    (.crashTakenForFailure, ["L2"]),
    (.resetRefusedUntilAcknowledged, ["L3", "RS-44", "RS-45"]),
    (.backupScheduledDespiteSuccess, ["L4"]),
    (.afterHandlerFailsFinishedReset, ["L6"]),
    (.afterHandlerNeverCalled, ["L7"]),
    (.acknowledgedChangesLost, ["L8", "RS-41"]),
    (.additiveSchemaFailsDiscard, ["L12", "RS-36"]),
    (.wrongLinkKept, ["L13"]),
    (.numberTypeNotTransferred, ["L14"]),
    (.danglingLinksHidden, ["L15"]),
    (.linkClassChangeUnnoticed, ["L16"]),
  ]
}
