import TraceFormat

/// What one peer has written, in the form in which it is merged with what comes from another one.
///
/// A merge leaves reciprocal changesets, and the next one starts from these (`docs/merge.md`, "What goes in
/// and what comes out"; Realm Core: `sync/transform.cpp`, `sync/noinst/client_history_impl.cpp`). The
/// originals are kept by nobody here: they are what is uploaded.
public struct ReciprocalHistory: Sendable {
  /// The file that writes and merges.
  public let localFileIdent: UInt64
  /// What is not known to the other peer yet, by version.
  public private(set) var entries: [HistoryEntry] = []

  /// The history of a file before its first change.
  public init(localFileIdent: UInt64) { self.localFileIdent = localFileIdent }

  /// Adds a change of this peer's own, as it was written. One without instructions never takes part in
  /// a merge and is passed over; one that a merge has emptied does, to no effect.
  ///
  /// - Precondition: Its version is above those that were added before.
  public mutating func append(_ entry: HistoryEntry) {
    precondition(
      entries.last.map { $0.position.version < entry.position.version } ?? true,
      "versions of a history grow")
    guard !entry.changeset.instructions.isEmpty else { return }
    entries.append(entry)
  }

  /// Merges what arrived with what it is concurrent to, and gives it as it is to be applied.
  ///
  /// Each incoming changeset says in `lastIntegratedRemoteVersion` up to where its sender knew this
  /// history; what is above is concurrent. Those with one base are merged together, in their order.
  ///
  /// - Throws: where the two contradict each other; the history is then as it was.
  public mutating func integrate(
    _ incoming: [HistoryEntry], quirks: MergeQuirks = .realmCore
  ) throws(MergeFailure) -> [MergedChangeset] {
    var (merged, history) = ([MergedChangeset](), self)
    var rest = incoming[...]
    while let base = rest.first?.position.lastIntegratedRemoteVersion {
      let end = rest.firstIndex { $0.position.lastIntegratedRemoteVersion != base } ?? rest.endIndex
      merged += try history.integrate(Array(rest[..<end]), above: base, quirks)
      rest = rest[end...]
    }
    self = history
    return merged
  }

  private mutating func integrate(
    _ run: [HistoryEntry], above base: UInt64, _ quirks: MergeQuirks
  ) throws(MergeFailure) -> [MergedChangeset] {
    let first = entries.firstIndex { $0.position.version > base } ?? entries.endIndex
    let result = try ConcurrentChanges(
      localFileIdent: localFileIdent, ours: Array(entries[first...]), theirs: run
    ).merged(quirks: quirks)
    for (offset, entry) in result.ours.enumerated() where entry.isModified {
      entries[first + offset].changeset = entry.changeset
    }
    return result.theirs
  }

  /// Forgets what the other peer has integrated, up to a version.
  public mutating func trim(through version: UInt64) {
    entries.removeAll { $0.position.version <= version }
  }
}
