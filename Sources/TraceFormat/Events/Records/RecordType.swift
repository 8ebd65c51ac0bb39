/// The numbers of the kinds of records (`docs/format.md`, "Record types").
///
/// Numbers from 0x8000 are free for private use; a reader that does not know a number keeps the
/// record as it is.
public enum RecordType: UInt16, Hashable, Sendable, CaseIterable {
  /// The beginning of a session.
  case sessionStart = 1
  /// A message of the sync protocol.
  case message = 2
  /// A transaction on the device.
  case localCommit = 3
  /// A changeset of the server's history.
  case serverCommit = 4
  /// A state of a Realm.
  case snapshot = 5
  /// An error of the sync protocol.
  case syncError = 6
  /// What the device did at a reset.
  case resetObserved = 7
  /// Records that are missing.
  case loss = 8
  /// A free annotation.
  case note = 9

  /// The kind of event that such a record holds.
  public var kind: Event.Kind {
    switch self {
    case .sessionStart: .sessionStart
    case .message: .message
    case .localCommit: .localCommit
    case .serverCommit: .serverCommit
    case .snapshot: .snapshot
    case .syncError: .syncError
    case .resetObserved: .resetObserved
    case .loss: .loss
    case .note: .note
    }
  }
}
