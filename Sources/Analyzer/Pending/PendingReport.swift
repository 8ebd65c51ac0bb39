public import Replayer

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
