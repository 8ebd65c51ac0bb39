public import Replayer

/// Server-side data that a recovery overwrote, and that nobody on the device meant to touch
/// (`docs/report.md`, "Collateral").
///
/// Realm Core itself only logs this, at debug level.
public struct Collateral: Hashable, Sendable {
  /// What was done to the server's data.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A list was replaced whole by the device's.
    case listCopiedWhole
    /// A value that the server had changed since the last sync was replaced.
    case valueOverwritten
    /// A link that the server had set became null.
    case linkNulled
    /// What the server had added to a list, set or dictionary was cleared away.
    case additionsCleared
    /// An object that the server had deleted was created again.
    case objectRecreated
    /// An object that the server had changed was deleted.
    case changedObjectDeleted
    /// An embedded object of the server's was replaced by the device's.
    case embeddedObjectReplaced
    /// Something that the server already had was applied once more.
    case appliedTwice
    /// An edit of one element or object landed on another.
    case misapplied
  }

  public var kind: Kind
  public var address: WriteAddress
  /// What the server had there, as the reset downloaded it.
  public var server: Sighting
  /// What is there after the reset, and on the server after the re-upload.
  public var after: Sighting
  /// As last synced; nil where the trace doesn't show that state.
  public var before: Sighting?
  /// The writes that did it, as indexes in ``Report/writes``.
  public var writes: [Int]
  /// The rule by which it was done.
  public var rule: RuleIdentifier?
  /// What happened, in one sentence without a final period.
  public var reason: String
  /// Present where a correct recovery would have left the server's data alone.
  public var defect: EngineDefect?
}
