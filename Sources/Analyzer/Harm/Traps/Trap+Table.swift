// The table of traps, in the groups of `docs/traps.md`.
extension Trap {
  static let lists = [
    Trap(.wholeListOverwritten, ["R1", "RS-13"], "an edit of one element replaces the whole list"),
    Trap(
      .listOverwrittenByDeletion, ["R2", "RS-74"], "deleting an object replaces lists that had it"),
    Trap(
      .laterCreatedObjectVanishes, ["R4", "RS-70"],
      "a link to an object that is created later is missing in its list"),
    Trap(
      .driftAfterDroppedInsertion, ["R5", "RS-71"],
      "after a dropped insertion, indexes mean other elements"),
    Trap(
      .clampedIndexCollision, ["R6", "RS-58"],
      "in a shortened list, two insertions get the same place"),
    Trap(
      .driftAfterDeletion, ["R7", "RS-72"], "after a deletion, indexes mean other elements"),
    Trap(.lostListTracker, ["R8", "RS-57"], "elements of the device's own are taken for others'"),
    Trap(
      .listOfReplacedObject, ["R9"], "the list of an object that replaces another stays empty"),
    Trap(
      .copiedListIgnoresRefill, ["R10", "RS-59"],
      "a list that was copied, then emptied, stays empty"),
    Trap(
      .listBelowDictionary, ["R12"], "a list below a dictionary entry is not found, and not copied"),
    Trap(.mixedListOutOfOrder, ["R13"], "a copied list of mixed values has another order"),
    Trap(.rawLinkCopied, ["R14"], "a copied link leads to whatever object has the same number"),
  ]

  static let links = [
    Trap(
      .linkNulledByDeletion, ["R3", "RS-75"],
      "deleting an object nulls links that lead elsewhere by now"),
    Trap(
      .linkSilentlyNulled, ["R15", "RS-23"],
      "a link to an object that is gone writes null over the server's link"),
    Trap(.deletionBeatsEdit, ["R19", "RS-05"], "a deletion takes the server's edits with it"),
    Trap(
      .editOnRecreatedObject, ["RS-06"], "an edit lands on another object with the same key"),
  ]

  static let values = [
    Trap(
      .defaultsOverwrite, ["R16"], "default values of a new object replace the server's values"),
    Trap(
      .dictionaryObjectReplaced, ["R17"],
      "an embedded object under a dictionary key replaces the server's"),
    Trap(
      .clearRemovesAdditions, ["R18", "RS-15"], "emptying a collection removes what was added since"
    ),
    Trap(.appliedTwice, ["R20", "L9", "RS-42"], "what the server had already is done once more"),
  ]

  static let attempts = [
    Trap(.oneInstructionFailsAll, ["R21"], "one instruction that can't be recovered fails all"),
    Trap(
      .droppedNestedInsertion, ["R11", "RS-73"],
      "a dropped insertion into a nested list fails the reset"),
    Trap(
      .discardAfterUnfinishedRecovery, ["L1", "RS-45"],
      "after an unfinished recovery, everything is discarded"),
    Trap(
      .crashTakenForFailure, ["L2"],
      "a process that ends during a reset counts as a reset that failed"),
    Trap(
      .refusedUntilAcknowledged, ["L3", "RS-44", "RS-45"],
      "an earlier reset that is not acknowledged makes the next one fail"),
    Trap(
      .backupDespiteSuccess, ["L4"],
      "the file of a successful reset will be moved away all the same"),
    Trap(
      .afterHandlerFails, ["L6"],
      "a reset that is finished fails because the app's handler does"),
    Trap(
      .afterHandlerSkipped, ["L7"],
      "after a crash the app's handler for a finished reset is never called"),
    Trap(
      .acknowledgedChangesLost, ["L8", "RS-41"],
      "what the server had acknowledged and lost is deleted on the device"),
    Trap(
      .additiveSchemaFailsDiscard, ["L12", "RS-36"],
      "a class or property that only the device has makes discarding fail"),
  ]

  static let transfers = [
    Trap(.wrongLinkKept, ["L13"], "a link in a mixed collection leads to another object"),
    Trap(.numberTypeNotTransferred, ["L14"], "the device keeps another form of an equal number"),
    Trap(.danglingLinksHidden, ["L15"], "links to objects that are not there vanish"),
    Trap(.linkClassChange, ["L16"], "that a property links to another class goes unnoticed"),
  ]
}
