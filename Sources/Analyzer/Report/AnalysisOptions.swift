public import Replayer
public import TraceFormat

/// What a report on a reset has in it, and how it is worked out.
public struct AnalysisOptions: Sendable {
  /// Which of Realm Core's defects are replayed.
  public var quirks: Quirks
  /// Whether it lists what the server has changed since the last sync.
  public var listsServerChanges: Bool
  /// Whether the reset is followed back to the points before it.
  public var hasHorizon: Bool
  /// Whether it says what could come next: the merge plan, what copying all back would undo, what messages mean, and
  /// what the app meets later. Who counts writes and harm does without.
  public var hasNextSteps: Bool
  /// How many modes are in work at once at most; the report is the same.
  public var width: Int

  /// What a report has in it; without further arguments nothing but the reset.
  public init(
    quirks: Quirks = .realmCore, listsServerChanges: Bool = false, hasHorizon: Bool = false,
    hasNextSteps: Bool = true, width: Int = 1
  ) {
    (self.quirks, self.listsServerChanges) = (quirks, listsServerChanges)
    (self.hasHorizon, self.hasNextSteps, self.width) = (hasHorizon, hasNextSteps, width)
  }
}

/// What an analysis begins to do, of one reset in one mode.
public struct AnalysisStep: Sendable {
  /// The kinds of work.
  public enum Work: Sendable {
    /// The reset is carried out.
    case replaying
    /// What became of each write is worked out.
    case judging
    /// So many of the points before the reset have been looked at.
    case lookingBack(done: Int, of: Int)
  }

  /// What is done.
  public var work: Work
  /// The mode.
  public var mode: ResetMode
  /// Which report it is for, in the order of all of them, from 0.
  public var index: Int
  /// How many reports there will be.
  public var reportCount: Int
}
