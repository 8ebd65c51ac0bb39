/// A way of losing data that is built into Realm Core's client reset (`docs/traps.md`).
public struct Trap: Hashable, Sendable {
  public var identifier: TrapIdentifier
  /// Other names: `R…` and `RS-…` as in `docs/rules.md` and `docs/scenario-outcomes.md`, `L…` for
  /// those of the lifecycle.
  public var aliases: [String]

  init(_ identifier: TrapIdentifier, _ aliases: [String]) {
    self.identifier = identifier
    self.aliases = aliases
  }
}

extension Trap {
  /// All traps that a trace can show, in the order of `docs/traps.md`.
  public static let all: [Trap] = lists + links + values + attempts + transfers

  /// The trap of that name, if there is one.
  public init?(_ identifier: TrapIdentifier) {
    guard let trap = Self.all.first(where: { $0.identifier == identifier }) else { return nil }
    self = trap
  }
}

extension TrapIdentifier {
  // Lists
  public static let wholeListOverwritten = TrapIdentifier("whole-list-overwritten")
  public static let listOverwrittenByDeletion = TrapIdentifier("list-overwritten-by-deletion")
  public static let laterCreatedObjectVanishes =
    TrapIdentifier("link-to-later-created-object-vanishes")
  public static let driftAfterDroppedInsertion =
    TrapIdentifier("index-drift-after-dropped-insertion")
  public static let clampedIndexCollision = TrapIdentifier("clamped-index-collision")
  public static let driftAfterDeletion = TrapIdentifier("index-drift-after-deletion")
  public static let lostListTracker = TrapIdentifier("lost-list-tracker")
  public static let listOfReplacedObject = TrapIdentifier("list-of-replaced-object-stays-empty")
  public static let copiedListIgnoresRefill = TrapIdentifier("copied-list-ignores-refill")
  public static let listBelowDictionary = TrapIdentifier("list-below-dictionary-not-copied")
  public static let mixedListOutOfOrder = TrapIdentifier("mixed-list-copied-out-of-order")
  public static let rawLinkCopied = TrapIdentifier("raw-link-copied")

  // Links and objects
  public static let linkNulledByDeletion = TrapIdentifier("link-nulled-by-deletion")
  public static let linkSilentlyNulled = TrapIdentifier("link-silently-nulled")
  public static let deletionBeatsEdit = TrapIdentifier("deletion-beats-edit")
  public static let editOnRecreatedObject = TrapIdentifier("edit-lands-on-recreated-object")

  // Values and collections
  public static let defaultsOverwrite = TrapIdentifier("defaults-overwrite-server-values")
  public static let dictionaryObjectReplaced = TrapIdentifier("dictionary-object-replaced")
  public static let clearRemovesAdditions = TrapIdentifier("clear-removes-server-additions")
  public static let appliedTwice = TrapIdentifier("applied-twice")

  // Whole attempts
  public static let oneInstructionFailsAll = TrapIdentifier("one-instruction-fails-all")
  public static let droppedNestedInsertion =
    TrapIdentifier("dropped-nested-insertion-fails-reset")
  public static let discardAfterUnfinishedRecovery =
    TrapIdentifier("discard-after-unfinished-recovery")
  public static let crashTakenForFailure = TrapIdentifier("crash-taken-for-failure")
  public static let refusedUntilAcknowledged = TrapIdentifier("reset-refused-until-acknowledged")
  public static let backupDespiteSuccess = TrapIdentifier("backup-scheduled-despite-success")
  public static let afterHandlerFails = TrapIdentifier("after-handler-fails-finished-reset")
  public static let afterHandlerSkipped = TrapIdentifier("after-handler-never-called")
  public static let acknowledgedChangesLost = TrapIdentifier("acknowledged-changes-lost")
  public static let additiveSchemaFailsDiscard = TrapIdentifier("additive-schema-fails-discard")

  // The transfer
  public static let wrongLinkKept = TrapIdentifier("wrong-link-kept")
  public static let numberTypeNotTransferred = TrapIdentifier("number-type-not-transferred")
  public static let danglingLinksHidden = TrapIdentifier("dangling-links-hidden")
  public static let linkClassChange = TrapIdentifier("link-class-change-unnoticed")
}
