public import TraceFormat

/// A changeset with its place in the histories of client and server.
public struct HistoryEntry: Hashable, Sendable {
  /// The version that the changeset made on the peer that sends it.
  public var version: UInt64
  /// The last version of the receiving peer that the sender had integrated before: what came after it
  /// there is concurrent.
  public var lastIntegratedRemoteVersion: UInt64
  /// The clock of the peer that wrote it, in milliseconds since the start of 2015 (UTC). Clocks go
  /// wrong: nothing promises that it grows.
  public var originTimestamp: UInt64
  /// The file that wrote it; 0 for the one that merges.
  public var originFileIdent: UInt64
  /// What the transaction did.
  public var changeset: Changeset

  /// Whether a merge changed it. One that it did not is the changeset that was given, which matters for where its strings
  /// stand (`docs/merge.md`, "What is stored").
  public internal(set) var isModified = false

  /// A changeset at a place of which the time and the file may not be known; they count as 0.
  public init(
    _ changeset: Changeset, version: UInt64, lastIntegratedRemoteVersion: UInt64 = 0,
    originTimestamp: UInt64? = nil, originFileIdent: UInt64? = nil
  ) {
    (self.version, self.lastIntegratedRemoteVersion) = (version, lastIntegratedRemoteVersion)
    (self.originTimestamp, self.originFileIdent) = (originTimestamp ?? 0, originFileIdent ?? 0)
    self.changeset = changeset
  }
}

extension Download.Entry {
  /// Its place in the histories, with its changeset decoded.
  package func historyEntry(_ changeset: Changeset) -> HistoryEntry {
    HistoryEntry(
      changeset, version: serverVersion, lastIntegratedRemoteVersion: clientVersion,
      originTimestamp: originTimestampMilliseconds, originFileIdent: originFileIdent)
  }
}
