package import RealmModel

/// One effect at one place that the device had not synced, net: the unit that every number of a report
/// for people counts (`docs/report.md`, "Changes").
///
/// A property that was set three times is one change, and so are a created object with its values and a
/// deletion with all that Realm recorded for it. An element that was inserted and removed again is none.
package struct Change: Codable, Hashable, Sendable {
  /// Where it is: an object that was created or deleted, or a place inside of one.
  package var address: Address
  package var kind: Kind
  /// The writes that still count in it, as indexes in ``Report/writes``, in order. Those that a later one
  /// replaced are in no change.
  package var writes: [Int]
  package var outcome: Outcome

  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case created
    case recreated
    case deleted
    /// A value, an element or an entry.
    case edited
    /// A class or a property.
    case schema

    package var makesObject: Bool { self == .created || self == .recreated }
  }

  /// What became of a change in a mode. Outcomes add up to the number of changes.
  package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
    case kept
    /// It stands, and something that another user wrote does not.
    case keptAndOverwrote
    case merged
    /// The server had changed the very place, and its change stands.
    case serversKept
    case lost
    /// It is in the device's old file, which no server takes.
    case inBackupOnly
    case alreadyOnServer
    /// Nothing was reset: the device uploads it when its sync continues.
    case pending
    case notKnown
  }
}
