public import Replayer
internal import TraceFormat

/// What ordinary merges left out: losses that no reset is to blame for.
public struct MergesReport: Sendable {
  /// The version of the JSON form. Additions keep it; anything else raises it.
  public static let version = 1

  /// The trace as the command was given it; `-` for standard input.
  public var trace: String
  /// Each session and file apart, in the order of the trace.
  public var sessions: [Session]
  /// The sessions of which the trace does not show enough.
  public var unanswered: [UnansweredSession]

  /// The merges of one session.
  public struct Session: Sendable {
    /// Its number in the trace.
    public var session: UInt32
    /// Its name as it was recorded; empty where there is none.
    public var name: String
    /// The client's file, where the server has given it an identifier.
    public var fileIdent: UInt64
    /// How many transactions of the device the trace shows, and how many changes it downloaded.
    public var transactionCount: Int
    public var downloadedChangeCount: Int
    /// Whether the trace shows the merges of the session at all.
    public var isShown: Bool
    /// What came to nothing, in the order of the merges.
    public var writes: [MergedWrite]
    /// What the trace does not show.
    public var gaps: [Gap]
  }

  /// The merges that a replay shows.
  public init(trace: String, _ timelines: SessionAnswers<SessionTimeline>) {
    self.trace = trace
    sessions = timelines.all.map(Session.init)
    unanswered = timelines.unanswered
  }
}

extension MergesReport.Session {
  package init(_ timeline: SessionTimeline) {
    session = timeline.session
    name = timeline.start?.name ?? ""
    fileIdent = timeline.fileIdent
    let transactions = Dictionary(
      timeline.transactions.map { ($0.clientVersion, $0.changeset) },
      uniquingKeysWith: { first, _ in first })
    transactionCount = transactions.count
    downloadedChangeCount = timeline.downloadedChangeCount
    writes = timeline.merges.flatMap { occurrence -> [MergedWrite] in
      var met = MetChangesets(transactions)
      return occurrence.mergedAway.compactMap {
        MergedWrite($0, in: occurrence, &met, fileIdent: timeline.fileIdent)
      }
    }
    (isShown, gaps) = (timeline.showsMerges, timeline.allGaps)
  }

  /// Whether merges may have left out more than the trace shows.
  package var hidesMerges: Bool { gaps.contains { $0.kind.hidesWrites || $0.hidesState } }
}

extension MergedWrite {
  /// Whether its effect is gone, and not there by another write.
  public var isLoss: Bool { fate != .redundant }
}
