package import TraceFormat

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
