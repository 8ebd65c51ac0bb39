public import RealmModel
public import TraceFormat

/// A fault that happened: where, and what it did.
public struct FaultFiring: Sendable {
  public var fault: Fault
  /// Its index in the plan.
  public var index: Int
  /// The session, and the record, at which it happened.
  public var session: UInt32
  public var sequence: UInt64
  /// What it did, in order.
  public var effects: [FaultEffect]

  public init(
    fault: Fault, index: Int, session: UInt32, sequence: UInt64, effects: [FaultEffect]
  ) {
    self.fault = fault
    self.index = index
    self.session = session
    self.sequence = sequence
    self.effects = effects
  }
}

/// A fault of the plan that never happened.
public struct UnfiredFault: Hashable, Sendable {
  public var fault: Fault
  /// Its index in the plan.
  public var index: Int
  /// Why not, in words, without a final period.
  public var reason: String

  public init(fault: Fault, index: Int, reason: String) {
    self.fault = fault
    self.index = index
    self.reason = reason
  }
}

/// One thing that a fault did.
public struct FaultEffect: Sendable {
  /// The kinds of effects, with the names of the report.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An error reached the client.
    case error
    /// Changes are gone from the server.
    case changesLost
    /// The server has changes that the client does not know it has.
    case changesUnacknowledged
    /// Objects are gone from what the device may see.
    case objectsHidden
    /// Objects are gone from the server.
    case objectsRemoved
    /// The server's schema is another.
    case schemaChanged
    /// Values on the server are others.
    case valuesChanged
    /// A transaction of the device never came about.
    case transactionLost
    /// A message did not arrive, or not as it was sent.
    case message
    /// Something went wrong at a step of the reset.
    case step
  }

  public var kind: Kind
  /// In words, without a final period.
  public var text: String
  /// The changes that are gone, or not acknowledged.
  public var changes: [FaultedChange]
  /// The objects that are gone.
  public var objects: [ObjectName]

  public init(
    _ kind: Kind, _ text: String, changes: [FaultedChange] = [], objects: [ObjectName] = []
  ) {
    self.kind = kind
    self.text = text
    self.changes = changes
    self.objects = objects
  }
}

/// A changeset that a fault was about.
public struct FaultedChange: Sendable {
  /// The version of the server's history that it made, where known.
  public var serverVersion: UInt64?
  /// The version of the client's file that it made, where it is known as the device's own.
  public var clientVersion: UInt64?
  /// Whether the device had it: its own and acknowledged, or downloaded.
  public var isOnDevice: Bool
  /// Milliseconds since 2015-01-01 (UTC), the time of the device that made it, where known.
  public var originTimestampMilliseconds: UInt64?
  public var changeset: Changeset

  public init(
    serverVersion: UInt64?, clientVersion: UInt64? = nil, isOnDevice: Bool,
    originTimestampMilliseconds: UInt64? = nil, changeset: Changeset
  ) {
    self.serverVersion = serverVersion
    self.clientVersion = clientVersion
    self.isOnDevice = isOnDevice
    self.originTimestampMilliseconds = originTimestampMilliseconds
    self.changeset = changeset
  }
}

/// Why a fault cannot happen at its moment, in words.
struct FaultRefusal: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
