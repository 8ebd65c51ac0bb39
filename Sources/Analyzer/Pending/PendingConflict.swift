public import RealmModel
public import TraceFormat

/// Unsynced writes that meet something else in a target than what they were made on.
public struct PendingConflict: Sendable {
  /// What they meet.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// The target has something else there than the last sync, and not what the device has.
    case changed
    /// The object was there at the last sync, and the target has it no more.
    case deleted
    /// The target does not have the object. Whether it ever did, the trace does not show.
    case missing
    /// The target has an object of the key of one that the device made.
    case exists
    /// The target has a class or property of the name of one that the device made, and declares it otherwise.
    case differs
    /// The target has what the device has: nothing is left to do.
    case alreadyThere
    /// The target has changed a number that the device only adds to: both count.
    case addsUp
    /// The target has something else than the device. What it was at the last sync the trace does not show.
    case unknownBase
    /// The target does not say which of its objects it is, or has no such class.
    case unknownObject
  }

  /// What they meet.
  public var kind: Kind
  /// Where: an object, a property, or an entry below it; without an object, a class or property itself.
  public var address: Address
  /// Indexes in ``PendingChanges/writes``, ascending.
  public var writes: [Int]
  /// What was there at the last sync, in the target, and is on the device, in the form of canonical states
  /// (of a class what it is and its primary key);
  /// nil for nothing, and for what is not known.
  public var base, target, device: JSONText?
}

extension PendingConflict.Kind {
  /// Whether you have to decide.
  public var isOpen: Bool { self != .alreadyThere && self != .addsUp }
}
