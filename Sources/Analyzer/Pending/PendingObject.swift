public import TraceFormat

/// An object with unsynced writes, or a class whose schema has some.
public struct PendingObject: Sendable {
  /// What the device did to it between the last sync and now, seen as a whole.
  public enum Change: String, Codable, Hashable, Sendable, CaseIterable {
    /// It is new.
    case created
    /// It was there and is still.
    case changed
    /// It was there and is gone.
    case deleted
    /// It was there, was deleted, and another one has its key now.
    case replaced
    /// It came and went.
    case createdAndDeleted
    /// A class or a property.
    case schema
  }

  /// The class.
  public var className: RealmString
  /// The primary key; nil for the class itself.
  public var key: PrimaryKeyValue?
  /// What happened to it as a whole.
  public var change: Change
  /// Indexes in ``PendingChanges/writes``, ascending.
  public var writes: [Int]
  /// The properties that writes reach into, in the order of their first write.
  public var properties: [PendingProperty]
}

/// A property of an object with unsynced writes to it.
public struct PendingProperty: Sendable {
  /// The name; nil for the object, or the class, as a whole.
  public var name: RealmString?
  /// Indexes in ``PendingChanges/writes``, ascending.
  public var writes: [Int]
  /// What it was at the last sync; nil where the trace does not show that.
  public var before: ObservedValue?
  /// What it is on the device; nil where the trace does not show that.
  public var now: ObservedValue?
}
