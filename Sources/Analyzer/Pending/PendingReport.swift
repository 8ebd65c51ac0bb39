public import Replayer
internal import TraceFormat

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
  public init(_ source: PendingSource, _ moments: UnsyncedMoments) {
    self.source = source
    changes = moments.moments.map { PendingChanges($0) }
    unanswered = moments.unanswered
  }

  /// How many unsynced writes there are.
  public var writeCount: Int { changes.reduce(0) { $0 + $1.writes.count } }
}
