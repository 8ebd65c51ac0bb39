package import TraceFormat

/// What the merges of one session left out: the ordinary ones, of a download with what the device had written.
public struct SessionMerges: Sendable {
  /// The session's number within the trace; of a file on the wire that of its last session.
  public var session: UInt32
  package var start: SessionStart?
  /// The identifier that the server has given to the client's file; 0 where the trace does not show it.
  package var fileIdent: UInt64
  /// The merges that left something out, in order.
  package var merges: [MergeOccurrence]
  /// The device's transactions by their versions, as they were written.
  package var transactions: [UInt64: UnsyncedChangeset]
  package var downloadedChangeCount: Int
  /// Whether the session shows merges at all.
  package var isShown: Bool
  /// What the trace does not show.
  public var gaps: [Gap]
}

extension Replay {
  /// What ordinary merges left out of what the device and others had written, session by session.
  ///
  /// The sessions of one file on the wire are one, under the number of the last of them.
  /// - Parameter session: the number of a sync session; nil for all.
  /// - Throws: where the trace has no such session, or none that shows a state or a transaction.
  public func merges(
    session: UInt32? = nil
  ) throws(ReplayFailure) -> SessionAnswers<SessionMerges> {
    try fold.answers(of: session) { folded throws(ReplayFailure) in
      [SessionMerges(try folded.timeline.get())]
    }
  }
}

extension SessionMerges {
  package init(_ timeline: SessionTimeline) {
    session = timeline.session
    start = timeline.start
    fileIdent = timeline.fileIdent
    merges = timeline.merges
    transactions = Dictionary(
      timeline.transactions.map { ($0.clientVersion, $0) }, uniquingKeysWith: { first, _ in first })
    downloadedChangeCount = timeline.points.reduce(timeline.integratedChangeCount) { count, point in
      if case .download(let changes, _) = point.change { count + changes } else { count }
    }
    (isShown, gaps) = (timeline.showsMerges, timeline.openingGaps + timeline.foundGaps)
  }
}
