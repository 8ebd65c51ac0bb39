/// Two histories that grew from one state without knowing of each other.
///
/// Merging transforms both: theirs so that they can be applied after ours, ours so that they mean the same after
/// theirs, which is what later incoming changes are merged with (`docs/merge.md`; Realm Core: `sync/transform.cpp`).
public struct ConcurrentChanges: Sendable {
  /// The file that merges; what it wrote has 0 or this as its origin.
  public var localFileIdent: UInt64
  /// Its own changesets that the other side did not know of, oldest first.
  public var ours: [HistoryEntry]
  /// The other side's, in the order in which they arrived.
  public var theirs: [HistoryEntry]

  /// The two histories; they may be in any order of versions.
  public init(localFileIdent: UInt64, ours: [HistoryEntry], theirs: [HistoryEntry]) {
    (self.localFileIdent, self.ours, self.theirs) = (localFileIdent, ours, theirs)
  }

  /// Transforms either side past the other.
  ///
  /// - Throws: where the two contradict each other; nothing is merged then.
  /// - Complexity: What concerns the same object, property and path is compared pair by pair; of *m* and
  ///   *n* instructions on one list O(*m n*), unless they are all insertions, of such that never meet O(*m* + *n*).
  public func merged(quirks: MergeQuirks = .realmCore) throws(MergeFailure) -> MergedChanges {
    var work = MergeWork(self, quirks: quirks)
    try work.walk()
    return work.result(of: self)
  }
}

/// Two histories after their merge.
public struct MergedChanges: Sendable {
  /// Ours, as they are to be merged with what comes later; in the order in which they were given. One of which nothing is
  /// left has no strings either.
  public var ours: [HistoryEntry]
  /// Theirs, as they are to be applied to our state; in the order in which they were given.
  public var theirs: [HistoryEntry]
  /// The instructions that came to nothing, in the order in which the merge met them.
  public var discards: [MergeDiscard]
}

/// An instruction that a merge dropped.
public struct MergeDiscard: Hashable, Sendable {
  /// Whether it is one of ours.
  public var isOurs: Bool
  /// Which one it is.
  public var place: MergeFailure.Position
  /// The instruction of the other side that it met.
  public var other: MergeFailure.Position
  /// The rule.
  public var rule: MergeRule
  /// Whether it is a move whose element is where it was to go.
  public var isIdle = false
}
