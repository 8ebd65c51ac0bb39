public import RealmModel
public import Replayer
public import TraceFormat

/// A change of the server's that a recovery undid, or data of the server's that it damaged
/// (`docs/report.md`, "Collateral").
///
/// That a write of the device's replaced a value that the server had not changed is not collateral.
///
/// Realm Core itself only logs this, at debug level.
public struct Collateral: Codable, Hashable, Sendable {
  /// What was done to the server's data.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A list was replaced whole by the device's.
    case listCopiedWhole
    /// A value that the server had changed since the last sync was replaced or removed.
    case valueOverwritten
    /// A link of the server's became null, or went from its collection, and no write asked for that; or
    /// a dictionary of links got an entry that is null.
    case linkNulled
    /// What the server had added to a list, set or dictionary was cleared away.
    case additionsCleared
    /// An object that the server had deleted was created again.
    case objectRecreated
    /// An object that the server had changed was deleted.
    case changedObjectDeleted
    /// What the server had removed from a dictionary or set is back.
    case removalUndone
    /// An embedded object of the server's was replaced by the device's.
    case embeddedObjectReplaced
    /// Something that the server already had was applied once more.
    case appliedTwice
    /// An edit of one element or object landed on another.
    case misapplied
  }

  /// What kind of harm it is.
  public var kind: Kind
  /// Where the data is, or was.
  public var address: Address
  /// What the server had there, as the reset downloaded it.
  public var server: ObservedValue
  /// What is there after the reset, and on the server after the re-upload.
  public var after: ObservedValue
  /// As last synced; nil where the trace doesn't show that state.
  public var before: ObservedValue?
  /// What is gone of what the server had added: elements, or entries as dictionaries of one.
  public var gone: [Value] = []
  /// What is back though the server had removed it, or is there twice.
  public var surplus: [Value] = []
  /// Whether it is sure to have happened: not where records are missing from the trace, or a state is an approximation.
  public var isCertain = true
  /// The writes that did it, as indexes in ``Report/writes``.
  public var writes: [Int]
  /// The rule by which it was done.
  public var rule: RuleIdentifier?
  package var reason: Reason
  /// Present where a correct recovery would have left the server's data alone.
  public var defect: EngineDefect?

  private enum CodingKeys: String, CodingKey {
    case kind, address
    case before = "values.before"
    case server = "values.server"
    case after = "values.after"
    case gone = "gone?"
    case surplus = "surplus?"
    case isCertain = "certain"
    case writes, rule
    case reason = "fact"
    case defect
  }
}
