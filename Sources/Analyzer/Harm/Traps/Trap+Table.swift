// The table of traps, in the groups of `docs/traps.md`.
extension Trap {
  static let lists = [
    Trap(.wholeListOverwritten, ["R1", "RS-13"]),
    Trap(.listOverwrittenByDeletion, ["R2", "RS-74"]),
    Trap(.laterCreatedObjectVanishes, ["R4", "RS-70"]),
    Trap(.driftAfterDroppedInsertion, ["R5", "RS-71"]),
    Trap(.clampedIndexCollision, ["R6", "RS-58"]),
    Trap(.driftAfterDeletion, ["R7", "RS-72"]),
    Trap(.lostListTracker, ["R8", "RS-57"]),
    Trap(.listOfReplacedObject, ["R9"]),
    Trap(.copiedListIgnoresRefill, ["R10", "RS-59"]),
    Trap(.listBelowDictionary, ["R12"]),
    Trap(.mixedListOutOfOrder, ["R13"]),
    Trap(.rawLinkCopied, ["R14"]),
  ]

  static let links = [
    Trap(.linkNulledByDeletion, ["R3", "RS-75"]),
    Trap(.linkSilentlyNulled, ["R15", "RS-23"]),
    Trap(.deletionBeatsEdit, ["R19", "RS-05"]),
    Trap(.editOnRecreatedObject, ["RS-06"]),
  ]

  static let values = [
    Trap(.defaultsOverwrite, ["R16"]),
    Trap(.dictionaryObjectReplaced, ["R17"]),
    Trap(.clearRemovesAdditions, ["R18", "RS-15"]),
    Trap(.appliedTwice, ["R20", "L9", "RS-42"]),
  ]

  static let attempts = [
    Trap(.oneInstructionFailsAll, ["R21"]),
    Trap(.droppedNestedInsertion, ["R11", "RS-73"]),
    Trap(.discardAfterUnfinishedRecovery, ["L1", "RS-45"]),
    Trap(.crashTakenForFailure, ["L2"]),
    Trap(.refusedUntilAcknowledged, ["L3", "RS-44", "RS-45"]),
    Trap(.backupDespiteSuccess, ["L4"]),
    Trap(.afterHandlerFails, ["L6"]),
    Trap(.afterHandlerSkipped, ["L7"]),
    Trap(.acknowledgedChangesLost, ["L8", "RS-41"]),
    Trap(.additiveSchemaFailsDiscard, ["L12", "RS-36"]),
  ]

  static let transfers = [
    Trap(.wrongLinkKept, ["L13"]),
    Trap(.numberTypeNotTransferred, ["L14"]),
    Trap(.danglingLinksHidden, ["L15"]),
    Trap(.linkClassChange, ["L16"]),
  ]
}
