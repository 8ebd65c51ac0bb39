/// A way of losing data that is built into Realm Core's client reset (`docs/traps.md`).
public struct Trap: Hashable, Sendable {
  /// Its name, a heading of `docs/traps.md`.
  public var identifier: TrapIdentifier
  /// Other names: `R…` and `RS-…` as in `docs/rules.md` and `docs/scenario-outcomes.md`, `L…` for
  /// those of the lifecycle.
  package var aliases: [String]

  init(_ identifier: TrapIdentifier, _ aliases: [String]) {
    (self.identifier, self.aliases) = (identifier, aliases)
  }
}

extension Trap {
  /// The trap of that name, if there is one.
  public init?(_ identifier: TrapIdentifier) {
    guard let trap = Self.all.first(where: { $0.identifier == identifier }) else { return nil }
    self = trap
  }
}

extension TrapIdentifier {
  // Lists
  package static let wholeListOverwritten = TrapIdentifier("whole-list-overwritten")
  package static let listOverwrittenByDeletion = TrapIdentifier("list-overwritten-by-deletion")
  package static let laterCreatedObjectVanishes =
    TrapIdentifier("link-to-later-created-object-vanishes")
  package static let driftAfterDroppedInsertion =
    TrapIdentifier("index-drift-after-dropped-insertion")
  package static let clampedIndexCollision = TrapIdentifier("clamped-index-collision")
  package static let driftAfterDeletion = TrapIdentifier("index-drift-after-deletion")
  package static let lostListTracker = TrapIdentifier("lost-list-tracker")
  package static let listOfReplacedObject = TrapIdentifier("list-of-replaced-object-stays-empty")
  package static let copiedListIgnoresRefill = TrapIdentifier("copied-list-ignores-refill")
  package static let listBelowDictionary = TrapIdentifier("list-below-dictionary-not-copied")
  package static let mixedListOutOfOrder = TrapIdentifier("mixed-list-copied-out-of-order")
  package static let rawLinkCopied = TrapIdentifier("raw-link-copied")

  // Links and objects
  package static let linkNulledByDeletion = TrapIdentifier("link-nulled-by-deletion")
  package static let linkSilentlyNulled = TrapIdentifier("link-silently-nulled")
  package static let deletionBeatsEdit = TrapIdentifier("deletion-beats-edit")
  package static let editOnRecreatedObject = TrapIdentifier("edit-lands-on-recreated-object")

  // Values and collections
  package static let defaultsOverwrite = TrapIdentifier("defaults-overwrite-server-values")
  package static let dictionaryObjectReplaced = TrapIdentifier("dictionary-object-replaced")
  package static let clearRemovesAdditions = TrapIdentifier("clear-removes-server-additions")
  package static let appliedTwice = TrapIdentifier("applied-twice")

  // Whole attempts
  package static let oneInstructionFailsAll = TrapIdentifier("one-instruction-fails-all")
  package static let droppedNestedInsertion =
    TrapIdentifier("dropped-nested-insertion-fails-reset")
  package static let discardAfterUnfinishedRecovery =
    TrapIdentifier("discard-after-unfinished-recovery")
  package static let crashTakenForFailure = TrapIdentifier("crash-taken-for-failure")
  package static let refusedUntilAcknowledged = TrapIdentifier("reset-refused-until-acknowledged")
  package static let backupDespiteSuccess = TrapIdentifier("backup-scheduled-despite-success")
  package static let afterHandlerFails = TrapIdentifier("after-handler-fails-finished-reset")
  package static let afterHandlerSkipped = TrapIdentifier("after-handler-never-called")
  package static let acknowledgedChangesLost = TrapIdentifier("acknowledged-changes-lost")
  package static let additiveSchemaFailsDiscard = TrapIdentifier("additive-schema-fails-discard")

  // The transfer
  package static let wrongLinkKept = TrapIdentifier("wrong-link-kept")
  package static let numberTypeNotTransferred = TrapIdentifier("number-type-not-transferred")
  package static let danglingLinksHidden = TrapIdentifier("dangling-links-hidden")
  package static let linkClassChange = TrapIdentifier("link-class-change-unnoticed")
}
