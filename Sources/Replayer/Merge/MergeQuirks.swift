/// The known defects of Realm Core's merge, each a switch with its story.
///
/// As ``Quirks`` are for the recovery: the rules are the code, and a defect is a flag that is tested
/// where the code would otherwise do the right thing. Each leaves peers with different states, or with
/// a changeset that can't be applied; `docs/merge.md`, "Defects", shows how.
public struct MergeQuirks: OptionSet, Hashable, Sendable {
  /// A bit for each defect.
  public var rawValue: UInt32
  /// The defects of those bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A list element is moved while somebody changes something inside an element of that list. Realm
  /// Core passes the two positions in the wrong order: the source of the move is carried along, and
  /// the change stays at the old index. Ideal: the change follows its element.
  public static let movesFollowWhatIsInside = MergeQuirks(rawValue: 1 << 0)

  /// A collection that stands directly in a list is emptied while elements of that list are inserted,
  /// moved or removed. No rule shifts the index of the Clear, so it empties what stands there then.
  /// Ideal: it goes where an update of the element would go.
  public static let clearsStayAtTheirIndex = MergeQuirks(rawValue: 1 << 1)

  /// Two removals from a set count as the same one if their strings stand at the same place of their
  /// changesets, and as different ones if the same strings do not. Ideal: by content.
  public static let setRemovalsCompareStorage = MergeQuirks(rawValue: 1 << 2)

  /// Of the changes to a property that the other side removes only updates are dropped; all others
  /// pass, and can't be applied. Ideal: all are dropped.
  public static let erasedPropertiesKeepEdits = MergeQuirks(rawValue: 1 << 3)

  /// All that Realm Core 14.14 does.
  public static let realmCore: MergeQuirks = [
    .movesFollowWhatIsInside, .clearsStayAtTheirIndex, .setRemovalsCompareStorage,
    .erasedPropertiesKeepEdits,
  ]
  /// The rules without the defects.
  public static let ideal: MergeQuirks = []
}
