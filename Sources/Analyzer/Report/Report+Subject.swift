internal import Replayer
internal import TraceFormat

extension Report {
  /// What the report is on.
  package enum Subject: Hashable, Sendable {
    case reset
    /// The end of a session that no reset takes place in.
    case unsynced
    /// The end of a session whose file the server has deleted.
    case deletion
  }

  /// What the report is on.
  package var subject: Subject {
    guard result == .noReset else { return .reset }
    return error.action == .deleteRealm ? .deletion : .unsynced
  }

  /// Whether a reset was asked for at all.
  package var isReset: Bool { subject == .reset }
}
