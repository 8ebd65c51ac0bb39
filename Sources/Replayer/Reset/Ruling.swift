package import TraceFormat

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

extension Ruling {
  /// Something about an instruction that its rule does not say.
  package enum Note: Hashable, Sendable {
    /// It is one of the edits by which the deletion of an object cut the links to it. Known only
    /// where the trace shows the last sync.
    case cutsLinkToDeleted
    /// The server has integrated the changeset, its acknowledgement lost: it was repeated.
    case isRepeated
    case landedElsewhere(Landing)
    /// It is about a list element that was there at the last sync, whose position on the server is
    /// not known: reason enough for a copy of the list.
    case touchesSyncedElement
    /// It made its list be copied whole although the recovery itself had inserted the element, or
    /// would have: its trackers were wrong for these reasons.
    case missedOwnElement([Drift])
    /// It was applied on top of a copy of the list that has its effect already, because the tracker
    /// that knew of the copy was not found.
    case appliedOnTopOfCopy
    /// It was left to the copy of its list, which had been made, and the list was emptied since.
    case clearedSinceCopy
    /// It was left to the copy of its list, which had been made, and what holds the list was replaced since.
    case replacedSinceCopy
    /// It failed in a list inside an element, after an insertion into that list had been dropped.
    case followsDroppedInsertion
    /// What comes of it depends on internal keys of objects, which are not known: with one numbering it
    /// is something else than with another.
    case hangsOnInternalKeys
    case refused(reason: RealmString)
    /// The list to be copied is below a dictionary entry whose two embedded objects have different internal keys.
    case internalKeysDiffer
  }

  package struct Landing: Hashable, Sendable {
    /// The element that it was made for; nil if it isn't in the server's list.
    package var meant: Value?
    /// The element that it acted on; nil if there is none at that position.
    package var hit: Value?
    /// Whether the element that it acted on is the server's, and not one that the recovery inserted.
    package var isServers: Bool
    package var drifts: [Drift]
  }

  /// What put the positions wrong that a recovery knows of the elements it inserted (`docs/rules.md`, "Defects").
  package enum Drift: String, Hashable, Sendable, CaseIterable {
    /// R5: an insertion before them was dropped and not counted.
    case droppedInsertion
    /// R6: an insertion index was cut to the size of the server's list.
    case cutIndex
    /// R7: the deletion of an object took elements out of the list.
    case deletion
    /// R8: the tracker that knew them was not found again.
    case lostTracker
  }
}
