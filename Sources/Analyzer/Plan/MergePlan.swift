public import RealmModel
public import TraceFormat

/// What would carry the stranded writes over to the server's state: a list for people to review
/// (`docs/report.md`, "Merge plan").
///
/// It says what is to be true afterwards, and not what the device did on the way: writes that a later
/// one replaced are folded into it.
public struct MergePlan: Codable, Hashable, Sendable {
  /// In an order in which they can be carried out: the schema, new objects, values, deletions.
  public var operations: [Operation]
  /// The writes that need nothing, as indexes in ``Report/writes``: the server has what they are
  /// for, or the device itself undid them.
  public var settled: [Int]
  /// All operations that nothing stands against as one encoded changeset, which applies to the server's state.
  public var changeset: [UInt8] = []

  /// One thing to do to the server's state.
  public struct Operation: Codable, Hashable, Sendable {
    /// The writes that it carries over, as indexes in ``Report/writes``.
    public var writes: [Int]
    /// Where it acts.
    public var address: Address
    /// For one element of a set: that element.
    public var member: Value?
    package var action: Action
    /// What does it. It fits the server's state with the operations before this one that nothing stands against.
    public var instructions: Changeset
    /// What the server has there now.
    public var server: ObservedValue
    /// What would be there afterwards.
    public var after: ObservedValue
    /// Why a person has to decide; nil where nothing stands against it.
    public var conflict: Conflict?

    private enum CodingKeys: String, CodingKey {
      case writes, address, member
      case action = "fact"
      case instructions
      case server = "values.server"
      case after = "values.after"
      case conflict = "conflictFact"
    }
  }

  package enum Action: Codable, Hashable, Sendable {
    case addClass
    case addProperty
    case removeClass
    case removeProperty
    case create
    /// Create an object with all that the device has.
    case createWhole
    /// Set all properties of an object to what the device has.
    case setWhole
    case delete
    case upload
    case add(Int64)
    case addMember(Value)
    case removeMember(Value)
    case remove
    case set(ObservedValue)
    case edit([ListEdit])
  }

  /// What stands against an operation.
  public enum Conflict: Codable, Hashable, Sendable {
    /// The server has removed the class.
    case classRemoved
    /// The server has removed the property.
    case propertyRemoved
    /// What is not done through sync: removing a class or property.
    case removesSchema
    /// The server does not have the object.
    case objectMissing
    /// The server has deleted the object.
    case objectDeleted
    /// The server has deleted the object, and created another one with its key.
    case objectReplaced
    /// The object is out of the user's view.
    case objectHidden
    /// The server has an object with this key too.
    case objectExists
    /// The server has changed the object since the last sync.
    case objectChanged
    /// Others have linked to the object, which the device has deleted, since the last sync.
    case linkedByServer
    /// The server has changed the same element of the set since the last sync.
    case elementChanged
    /// The server has changed the value since the last sync, perhaps as the device has.
    case valueChanged(from: ObservedValue, to: ObservedValue, mayBeSame: Bool)
    /// The trace does not show the last sync.
    case lastSyncUnknown
    /// The server lacks objects that it links to.
    case lacksLinks
    /// The server does not have the class.
    case classMissing
    /// The server does not have the property.
    case propertyMissing
    /// It does not fit the server's schema or state, as the engine says.
    case misfit(ApplyFailure)
  }

  private enum CodingKeys: String, CodingKey {
    case operations, settled
  }
}

extension MergePlan.Operation {
  package var isConflicting: Bool { conflict != nil }
}
