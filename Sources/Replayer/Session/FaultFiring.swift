public import FaultPlans
package import TraceFormat

/// A fault that happened: where, and what it did.
public struct FaultFiring: Sendable {
  /// The fault, as the plan has it.
  public var fault: Fault
  /// Its index in the plan.
  public var index: Int
  /// The session, and the record, at which it happened.
  public var session: UInt32
  /// The record at which it happened.
  public var sequence: UInt64
  package var effects: [FaultEffect]

  package init(
    fault: Fault, index: Int, session: UInt32, sequence: UInt64, effects: [FaultEffect]
  ) {
    (self.fault, self.index, self.session) = (fault, index, session)
    (self.sequence, self.effects) = (sequence, effects)
  }
}

/// A fault of the plan that never happened.
public struct UnfiredFault: Codable, Hashable, Sendable {
  /// The fault, as the plan has it.
  public var fault: Fault
  /// Its index in the plan.
  public var index: Int
  package var reason: FaultRefusal

  package init(fault: Fault, index: Int, reason: FaultRefusal) {
    (self.fault, self.index, self.reason) = (fault, index, reason)
  }
}

package struct FaultedChange: Codable, Sendable {
  /// The version of the server's history that it made, where known.
  package var serverVersion: UInt64?
  /// The version of the client's file that it made, where it is known as the device's own.
  package var clientVersion: UInt64?
  /// Whether the device had it: its own and acknowledged, or downloaded.
  package var isOnDevice: Bool
  /// Milliseconds since 2015-01-01 (UTC), the time of the device that made it, where known.
  package var originTimestampMilliseconds: UInt64?
  package var changeset: Changeset

  private enum CodingKeys: String, CodingKey {
    case serverVersion, clientVersion
    case isOnDevice = "onDevice"
    case originTimestampMilliseconds
    case changeset = "instructions"
  }
}
