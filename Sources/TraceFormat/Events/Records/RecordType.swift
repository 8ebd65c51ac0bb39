/// The numbers of the kinds of records (`docs/format.md`, "Record types").
///
/// Numbers from 0x8000 are free for private use; a reader that does not know a number keeps the
/// record as it is.
public enum RecordType: UInt16, Hashable, Sendable, CaseIterable {
  case sessionStart = 1
  case message = 2
  case localCommit = 3
  case serverCommit = 4
  case snapshot = 5
  case syncError = 6
  case resetObserved = 7
  case loss = 8
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
