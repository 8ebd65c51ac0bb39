public import Replayer
public import TraceFormat

/// An unsynced write and what became of it.
///
/// A write is one instruction of an unsynced changeset, those that change the schema included.
public struct WriteVerdict: Hashable, Sendable {
  /// Index of the transaction in ``Report/transactions``.
  public var transactionIndex: Int
  /// Index of the instruction in the changeset.
  public var instructionIndex: Int
  public var kind: InstructionKind
  public var address: WriteAddress
  /// What the write did, in words, such as `set to "urgent"`.
  public var operation: String
  /// The instruction in full (`docs/changesets.md`, "Instructions as JSON").
  public var instruction: JSONText
  public var fate: Fate
  /// The rule by which the reset did what it did; absent where the replay made no ruling.
  public var rule: RuleIdentifier?
  /// Why, in one sentence without a final period.
  public var reason: String
  /// For a write that was lost, or met a change of the server's: why, for totals.
  public var cause: Cause?
  /// Present where a correct recovery would have done otherwise.
  public var defect: EngineDefect?
  /// For a superseded write: index in ``Report/writes`` of the one that replaced it.
  public var supersededBy: Int?
  public var sightings: Sightings
  /// For a write to a set: the element it adds or removes.
  var element: Value?
  /// Where the write's object is missing on the server: whether the last sync still had it.
  var missingObject: MissingObject?
  /// Whether the class is asymmetric: its objects leave the device by upload alone, and no state of
  /// the device ever holds them.
  var isUploadOnly: Bool

  /// Why the server does not have an object.
  enum MissingObject: Hashable {
    /// It was there at the last sync.
    case deleted
    /// It wasn't; or the trace doesn't show the last sync.
    case neverThere
  }
}
