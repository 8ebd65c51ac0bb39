internal import Analyzer

extension TrapIdentifier {
  /// What the trap is, in one line; its name where this version does not know it.
  package var title: String { Self.titles[self] ?? rawValue.replacing("-", with: " ") }

  /// What helps against it, as a sentence of its own; empty where that is not known.
  var helpSentence: String { help.map(Phrase.whatHelps) ?? "" }

  private static let titles: [TrapIdentifier: String] = [
    .wholeListOverwritten: "an edit of one element replaces the whole list",
    .listOverwrittenByDeletion: "deleting an object replaces lists that had it",
    .laterCreatedObjectVanishes: "a link to an object that is created later is missing in its list",
    .driftAfterDroppedInsertion: "after a dropped insertion, indexes mean other elements",
    .clampedIndexCollision: "in a shortened list, two insertions get the same place",
    .driftAfterDeletion: "after a deletion, indexes mean other elements",
    .lostListTracker: "elements of the device's own are taken for others'",
    .listOfReplacedObject: "the list of an object that replaces another stays empty",
    .copiedListIgnoresRefill: "a list that was copied, then emptied, stays empty",
    .listBelowDictionary: "a list below a dictionary entry is not found, and not copied",
    .mixedListOutOfOrder: "a copied list of mixed values has another order",
    .rawLinkCopied: "a copied link leads to whatever object has the same number",
    .linkNulledByDeletion: "deleting an object nulls links that lead elsewhere by now",
    .linkSilentlyNulled: "a link to an object that is gone writes null over the server's link",
    .deletionBeatsEdit: "a deletion takes the server's edits with it",
    .editOnRecreatedObject: "an edit lands on another object with the same key",
    .defaultsOverwrite: "default values of a new object replace the server's values",
    .dictionaryObjectReplaced: "an embedded object under a dictionary key replaces the server's",
    .clearRemovesAdditions: "emptying a collection removes what was added since",
    .appliedTwice: "what the server had already is done once more",
    .oneInstructionFailsAll: "one instruction that can't be recovered fails all",
    .droppedNestedInsertion: "a dropped insertion into a nested list fails the reset",
    .discardAfterUnfinishedRecovery: "after an unfinished recovery, everything is discarded",
    .crashTakenForFailure: "a process that ends during a reset counts as a reset that failed",
    .refusedUntilAcknowledged: "an earlier reset that is not acknowledged makes the next one fail",
    .backupDespiteSuccess: "the file of a successful reset will be moved away anyway",
    .afterHandlerFails: "a reset that is finished fails because the app's handler does",
    .afterHandlerSkipped: "after a crash the app's handler for a finished reset is never called",
    .acknowledgedChangesLost: "what the server had acknowledged and lost is deleted on the device",
    .additiveSchemaFailsDiscard:
      "a class or property that only the device has makes discarding fail",
    .wrongLinkKept: "a link in a mixed collection leads to another object",
    .numberTypeNotTransferred: "the device keeps another form of an equal number",
    .danglingLinksHidden: "links to objects that are not there vanish",
    .linkClassChange: "that a property links to another class goes unnoticed",
  ]
}

extension Trap {
  /// What it is, in one line.
  package var title: String { identifier.title }
}
