import RealmModel
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
public struct UnfiredFault: Codable, Hashable, Sendable {
  public var fault: Fault
  /// Its index in the plan.
  public var index: Int
  public var reason: FaultRefusal

  public init(fault: Fault, index: Int, reason: FaultRefusal) {
    self.fault = fault
    self.index = index
    self.reason = reason
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
