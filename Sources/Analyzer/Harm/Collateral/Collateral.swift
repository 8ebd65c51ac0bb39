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

extension Collateral {
  package enum Reason: Codable, Hashable, Sendable {
    // Objects
    case objectCreatedAgain
    /// The server had created the object, and the device's deletion was carried out on it.
    case newObjectDeleted
    /// The server had changed these properties of the object, which was deleted all the same.
    case changedObjectDeleted([RealmString])
    /// The server had changed it, and the device had deleted the object and created it anew.
    case objectMadeAnew(ServerEdit)
    /// The server had put another object instead of the one that the change was made for.
    case hitAnotherObject

    // Links
    /// The device had linked to an object that is gone: null was written over this link.
    case nullWrittenOverLink(Value.Link)
    /// The device had linked to an object that is gone, from a dictionary's key that the server does not
    /// have: the dictionary has a null there.
    case nullEntryWritten
    /// The device had deleted the object that the server had linked to.
    case linkedToDeletedObject
    /// The device had deleted the object that it linked to itself, which set the server's link to null.
    case linkCutByDeletion(Value.Link)

    // Values
    /// The server had removed it, and the device's value put it back.
    case removalUndone
    case embeddedObjectReplaced(ServerEdit)
    case changeRemoved(ServerEdit)
    case changeOverwritten(change: ServerEdit, with: ObservedValue, isDefault: Bool)

    // Collections
    case collectionHarmed(cause: CollectionCause, harm: CollectionHarm)
    /// A list was copied over the server's, and so many elements are gone, of which the device itself
    /// had removed some at most; what the list had as last synced is not known.
    case copiedOverUnknown(goneCount: Int, removedCountMax: Int)

    // What the rulings alone show
    case addedTwice
    case insertedTwice
    /// The copy of the list had the element already.
    case insertedBesideCopy
    /// Made for one element of a list, it acted on another; nil for none.
    case misplaced(meant: Value?, hit: Value?, isServers: Bool)
  }

  package struct ServerEdit: Codable, Hashable, Sendable {
    package var before: ObservedValue
    package var server: ObservedValue
  }

  package enum CollectionCause: Codable, Hashable, Sendable, CaseIterable {
    case copiedWhole
    case cleared
    case replaced
    case hitAnotherElement
    case putAnew
    case removed
    /// The device had deleted what the server had linked to.
    case linksCut
  }

  package struct CollectionHarm: Codable, Hashable, Sendable {
    /// What the server had added or changed.
    package var gone: [Value] = []
    /// What the server had removed.
    package var back: [Value] = []
    /// How many elements are there too many, where none is known to be back.
    package var surplusCount = 0
    /// Whether the order that the server had given to the elements is lost, and nothing else.
    package var isReordered = false

    var isNone: Bool { gone.isEmpty && back.isEmpty && surplusCount == 0 && !isReordered }
  }
}
