import RealmModel

/// The name of a rule: a heading of `docs/rules.md`.
public struct RuleIdentifier: RawRepresentable, Hashable, Sendable {
  /// A heading of `docs/rules.md`, such as `discarded-by-mode`.
  public var rawValue: String
  /// The rule of that name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The rule of that name, known or not.
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

extension RuleIdentifier {
  /// The mode discards every unsynced change.
  public static let discardedByMode = RuleIdentifier("discarded-by-mode")
  /// The reset failed, so the change stays on the device and is not uploaded.
  public static let resetFailed = RuleIdentifier("reset-failed")
  /// Mode Manual: no reset is attempted, and the change is in the backup and nowhere else.
  public static let manualMode = RuleIdentifier("manual-mode")
  /// The local file was never written to, so the reset did nothing.
  public static let nothingToReset = RuleIdentifier("nothing-to-reset")
  /// The error asked for no reset.
  public static let noReset = RuleIdentifier("no-reset")
  /// The error ended the session, and every later one of the file ends with it too.
  public static let syncStopped = RuleIdentifier("sync-stopped")
  /// The trace shows no server that would take the change.
  public static let serverSilent = RuleIdentifier("server-silent")
  /// The server undid what was written to the object, and said so in an error.
  public static let undoneByServer = RuleIdentifier("undone-by-server")
  /// The server did not take the upload, because of this object.
  public static let refusedByServer = RuleIdentifier("refused-by-server")
  /// The error had the file deleted, without a backup.
  public static let fileDeleted = RuleIdentifier("file-deleted")
  /// The reset was committed, but the app's handler failed it; the file is set aside all the same.
  public static let handlerFailed = RuleIdentifier("handler-failed")
}

/// What the reset did with one instruction of an unsynced changeset, and by which rule.
package struct Ruling: Hashable, Sendable {
  /// What was done.
  package enum Effect: String, Hashable, Sendable, CaseIterable {
    /// Applied to the server's state, and part of the re-upload if it changed something.
    case applied
    /// Not applied.
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
  /// Index in the changeset's `instructions`.
  package var instructionIndex: Int
  package var rule: RuleIdentifier
  package var effect: Effect
  /// What it added to the re-upload: indexes of instructions in the changeset that replaces its own
  /// (``ResetResult/reupload``). Empty where nothing changed, and for what the copy of a list does.
  package var emitted: Range<Int>
  /// What else is to be said of it.
  package var notes: [Note]

  package init(
    changesetIndex: Int, instructionIndex: Int, rule: RuleIdentifier, effect: Effect,
    notes: [Note] = [], emitted: Range<Int> = 0..<0
  ) {
    self.notes = notes
    self.emitted = emitted
    self.changesetIndex = changesetIndex
    self.instructionIndex = instructionIndex
    self.rule = rule
    self.effect = effect
  }
}
