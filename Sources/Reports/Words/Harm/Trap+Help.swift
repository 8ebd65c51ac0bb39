internal import Analyzer

// What helps against a trap: the words of `docs/traps.md`.
extension TrapIdentifier {
  /// What an app can do not to run into the trap, in one sentence or two; nil where this version does not
  /// know the trap.
  package var help: String? { Self.helps[self] }

  private static let helps: [TrapIdentifier: String] = [
    .wholeListOverwritten:
      "Model what several people edit as objects of their own, or as a dictionary or set.",
    .listOverwrittenByDeletion: "Mark objects as deleted and remove them later, while in sync.",
    .laterCreatedObjectVanishes: "Create an object in the transaction that links to it.",
    .driftAfterDroppedInsertion: "Do not delete objects that lists still hold.",
    .clampedIndexCollision: "Prefer appending to inserting at an index.",
    .driftAfterDeletion: "Delete in a transaction of its own, before editing lists.",
    .lostListTracker: "Edit one list to the end before the next.",
    .listOfReplacedObject: "Change embedded objects instead of replacing them.",
    .copiedListIgnoresRefill: "Clear and fill a list in its first edit.",
    .listBelowDictionary: "Keep lists out of embedded objects in dictionaries.",
    .mixedListOutOfOrder: "Keep links out of lists of Mixed.",
    .rawLinkCopied: "Keep links out of nested dictionaries.",
    .linkNulledByDeletion: "Mark objects as deleted and remove them later, while in sync.",
    .linkSilentlyNulled: "Look for links that are null after a reset, and ask for them again.",
    .deletionBeatsEdit: "Mark objects as deleted instead.",
    .editOnRecreatedObject: "Use primary keys that are never used again.",
    .defaultsOverwrite: "Do not create objects with fixed keys offline; wait for the first sync.",
    .dictionaryObjectReplaced: "Use keys that two devices cannot both choose.",
    .clearRemovesAdditions: "Remove what was there, one by one.",
    .appliedTwice: "Avoid counters and appending where repeats do harm.",
    .oneInstructionFailsAll:
      "See the message with `tracetool explain`; keep schema changes apart from data.",
    .droppedNestedInsertion: "Link to objects that cannot be deleted meanwhile.",
    .discardAfterUnfinishedRecovery: "Use Recover, and handle its failure.",
    .crashTakenForFailure:
      "Let the app finish a reset in the foreground; use Recover, and handle its failure.",
    .refusedUntilAcknowledged: "Let the device finish a sync before the server resets it again.",
    .backupDespiteSuccess:
      "Have the client carry out the scheduled move before your app continues (in Swift "
      + "`SyncSession.immediatelyHandleError`).",
    .afterHandlerFails: "Catch everything in the handler.",
    .afterHandlerSkipped:
      "Note in the handler before the reset that one is under way, and look for the "
      + "note at the next launch.",
    .acknowledgedChangesLost: "Keep the devices' files before a restore, and compare.",
    .additiveSchemaFailsDiscard: "Give the server the new schema before the app.",
    .wrongLinkKept: "Keep links out of Mixed collections.",
    .numberTypeNotTransferred: "Do not rely on the type of a number in Mixed.",
    .danglingLinksHidden: "Let queries cover what their objects link to.",
    .linkClassChange: "Add a new property instead.",
  ]
}
