/// What the reset did with one instruction of an unsynced changeset, and by which rule.
package struct Ruling: Hashable, Sendable {
  package enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Applied to the server's state, and part of the re-upload if it changed something.
    case applied
    case discarded
    /// Not applied, but the list it belongs to is copied whole from the client's state.
    case copiedWhole
    /// Nothing was reset; the change stays on the device as it is.
    case kept
    /// No reset is attempted: the change is in the file that is set aside, and is not synced.
    case stranded
    /// The reset failed before or at this instruction.
    case failed
  }

  /// Index in ``ResetSituation/unsynced``.
  package var changesetIndex: Int
  package var instructionIndex: Int
  package var rule: RuleIdentifier
  package var effect: Effect
  package var notes: [Note] = []
  /// What it added to the re-upload: indexes of instructions in the changeset that replaces its own
  /// (``ResetResult/reupload``). Empty where nothing changed, and for what the copy of a list does.
  package var emitted = 0..<0
}
