public import RealmModel
public import Replayer
public import TraceFormat

/// What the devices of a trace had not synced: at each of its resets, and at the end of each session.
public struct PendingReport: Sendable {
  /// The version of the JSON form. Additions keep it; anything else raises it.
  public static let version = 1

  /// The trace, or the file of a device.
  public var source: PendingSource
  /// Each session and file apart, in the order of the trace.
  public var changes: [PendingChanges]
  /// The sessions of which the trace does not show enough.
  public var unanswered: [UnansweredSession]

  /// All moments that a replay shows.
  public init(_ source: PendingSource, _ moments: SessionAnswers<UnsyncedData>) {
    self.source = source
    changes = moments.all.map { PendingChanges($0) }
    unanswered = moments.unanswered
  }

  /// What had not synced at the moment at which most had not.
  package var largest: PendingChanges? { changes.max { $0.writes.count < $1.writes.count } }

  /// Whether every session has an answer, and every transaction can be read.
  package var isWhole: Bool {
    unanswered.isEmpty && changes.allSatisfy { $0.unreadableCount == 0 }
  }
}

/// Where unsynced writes come from, as reports and exports name it.
public struct PendingSource: Hashable, Sendable {
  /// The file as the command was given it; `-` for standard input.
  public var name: String
  /// The SHA-256 of all its bytes, 64 hexadecimal digits in lower case.
  public var sha256: String

  /// A file by its name and digest.
  public init(name: String, sha256: String) {
    (self.name, self.sha256) = (name, sha256)
  }

  /// What the keys of its operations begin with, so that those of two files differ.
  package var keyPrefix: String { String(sha256.prefix(16)) }
}

/// One instruction that a device has written down and no server is known to have taken.
public struct PendingWrite: Hashable, Sendable {
  /// Index of its transaction in ``PendingChanges/transactions``.
  public var transactionIndex: Int
  /// Index of the instruction in the transaction's changeset.
  public var instructionIndex: Int
  /// Where it acts.
  public var address: Address
  /// What it does there.
  public var operation: WriteOperation
  /// For a write that clears: what is left there, empty, where the instruction says it.
  public var clearedCollection: CollectionKind?
  /// For a write to the schema: what it makes or takes away.
  public var definition: PendingDefinition?

  /// Whether it is about classes and properties and not about objects.
  public var isAboutSchema: Bool { address.object == nil }

  /// The object that it acts on; nil for one about the schema.
  public var object: ObjectName? {
    address.object.map { ObjectName(className: address.className, key: $0) }
  }
}

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
  /// What was there at the last sync, in the target, and is on the device, in the form of canonical states (of a class
  /// what it is and its primary key); nil for nothing, and for what is not known.
  public var base, target, device: JSONText?
}

extension PendingConflict.Kind {
  /// Whether you have to decide.
  public var isOpen: Bool { self != .alreadyThere && self != .addsUp }
}

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
