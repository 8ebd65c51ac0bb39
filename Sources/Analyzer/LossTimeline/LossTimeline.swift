public import Replayer
public import TraceFormat

/// What a reset would have taken at each point of a session, and since when it could no longer be
/// helped (`docs/report.md`, "Loss horizon").
public struct LossTimeline: Codable, Hashable, Sendable {
  /// The mode and the engine that the resets were replayed with; no engine for a choice of defects that has no name.
  public var mode = ResetMode.recover
  /// The engine that was replayed; nil for a choice of defects that has no name.
  public var engine: Engine?
  /// The points in the order of the trace, and last the reset that the trace itself has.
  public var points: [Point]
  /// How many points were left out because the trace does not show both sides' states there.
  public var unknownPointCount: Int
  /// What was lost in the reset that the trace has, by when that became unavoidable.
  public var losses: [Loss]

  /// The reset, had it come right after one event.
  public struct Point: Codable, Hashable, Sendable {
    /// The event's record, and its time.
    public var sequence: UInt64
    /// The time of that record, in microseconds since 1970 (UTC).
    public var timeMicroseconds: Int64
    package var change = SessionTimeline.Change.reset
    /// Whether this is the reset that the trace itself has.
    public var isRecorded: Bool
    /// How the reset would have ended.
    public var result: ResetEnding
    /// How many unsynced writes would have had each fate; fates that none has may be missing.
    public var counts: [Fate: Int] = [:]
    /// How many places of the server's data the recovery would have done harm to.
    public var collateralCount = 0

    private enum CodingKeys: String, CodingKey {
      case sequence, timeMicroseconds
      case isRecorded = "recorded"
      case result
      case collateralCount = "collateral"
    }
  }

  /// Writes that the reset of the trace lost, and that became unavoidable losses together.
  public struct Loss: Codable, Hashable, Sendable {
    /// `lost` or `stranded`.
    public var fate: Fate
    /// The writes, as indexes in ``Report/writes``.
    public var writes: [Int]
    /// The index in ``LossTimeline/points`` from which on every reset would have lost them; nil where that
    /// is, for each of them, the point at which it was made.
    public var point: Int?
    /// The rule by which they were lost, where there is one for all.
    public var rule: RuleIdentifier?
    package var reason: Reason

    package enum Reason: Codable, Hashable, Sendable {
      case discarded
      /// The reset fails; nil where Realm Core would not survive it.
      case resetFails(ResetFailureClass?)
      /// Each of them has one of these reasons, in the order of the writes.
      case each([FateReason])
    }

    private enum CodingKeys: String, CodingKey {
      case fate, writes, point, rule
      case reason = "fact"
    }
  }

  private enum CodingKeys: String, CodingKey {
    case points
    case unknownPointCount = "unknownPoints"
    case losses
  }
}

extension LossTimeline.Point {
  /// How many unsynced writes there are.
  public var unsyncedCount: Int { counts.values.reduce(0, +) }

  /// How many writes had one of these fates.
  public func count(of fates: Fate...) -> Int { fates.reduce(0) { $0 + (counts[$1] ?? 0) } }

  /// How many of them a reset could take: all but those that a later one replaced and those that the server has.
  public var atRiskCount: Int { unsyncedCount - count(of: .superseded, .redundant) }

  /// How many of them would not have got through.
  public var lossCount: Int { count(of: .lost, .stranded) }
}
