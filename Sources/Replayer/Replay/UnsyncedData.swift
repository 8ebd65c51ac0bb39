public import RealmModel

/// What a device had written and no server had taken, when a reset was asked for or its session ended.
public struct UnsyncedData: Sendable {
  /// When that was.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A client reset is asked for: what is unsynced then is what the reset is about.
    case reset
    /// The trace shows nothing more of the session.
    case endOfSession
  }

  /// When that was.
  public var kind: Kind
  /// The session, where it begins, and the record at which it was so.
  public var session: ResetSession
  /// What client and server last shared; nil where the trace does not show it.
  public var base: RealmState?
  /// What the device has, its unsynced transactions included; nil where the trace does not show it.
  public var device: RealmState?
  /// The same state for the classes that are in it, also where its values are not known because it lacks a part.
  package var shape: RealmState?
  /// The transactions that no server is known to have taken, oldest first.
  public var transactions: [UnsyncedChangeset]
  /// What the trace does not show.
  public var gaps: [Gap]
}

extension Replay {
  /// What is unsynced at each reset of the trace and at the end of each session: of a session that never has anything
  /// its end.
  ///
  /// The sessions of one file on the wire are one, under the number of the last of them.
  /// - Parameter session: the number of a sync session; nil for all.
  /// - Throws: where the trace has no such session, or none that shows a state or a transaction.
  public func unsyncedData(
    session: UInt32? = nil
  ) throws(ReplayFailure) -> SessionAnswers<UnsyncedData> {
    var fold = fold
    fold.keepsStates = false
    var found = try fold.answers(of: session) { folded throws(ReplayFailure) in
      fold.unsyncedData(of: try fold.shown(folded))
    }
    found.all.sort { $0.session.resetSequence < $1.session.resetSequence }
    return found
  }

  package var showsUnsyncedChanges: Bool {
    fold.everyTimeline().contains { _, timeline in
      guard let timeline = try? timeline.get() else { return false }
      return timeline.points.contains { point in
        point.transactions.contains { timeline.isUnsynced($0, at: point) }
      }
    }
  }
}

extension TraceFold {
  /// A session's timeline. A reset that begins or ends with a state that is not shown ends it; what came before is
  /// still reported.
  func shown(_ folded: FoldedSession) throws(ReplayFailure) -> SessionTimeline {
    switch folded.timeline {
    case .failure(.noFreshState), .failure(.noLocalState):
      var fold = emptyFold(of: folded.session)
      for event in allEvents(of: folded.session) {
        guard (try? fold.take(event)) != nil else { break }
      }
      // Where nothing of the device is shown, "nothing is unsynced" can't be said.
      guard fold.local != nil || !fold.timeline.transactions.isEmpty else {
        return try folded.timeline.get()
      }
      return fold.timeline
    case let timeline: return try timeline.get()
    }
  }

  fileprivate func unsyncedData(of timeline: SessionTimeline) -> [UnsyncedData] {
    var all = timeline.resets.map {
      timeline.unsyncedData(.reset, at: $0.point, hiding: $0.gaps.filter(\.hidesDevice))
    }
    if let end = timeline.end, !timeline.endsWithReset,
      end.sequence != timeline.lastReset?.point.sequence
    {
      let isAsked = self.end(of: timeline.session, timeline).asksForReset
      all.append(
        timeline.unsyncedData(
          isAsked ? .reset : .endOfSession, at: end,
          hiding: timeline.gaps(at: end).filter(\.hidesDeviceState)))
    }
    let pending = all.filter { !$0.transactions.isEmpty }
    return pending.isEmpty ? Array(all.suffix(1)) : pending
  }
}

extension SessionTimeline {
  /// - Parameter gaps: those that hide what the device had.
  fileprivate func unsyncedData(
    _ kind: UnsyncedData.Kind, at point: Point, hiding gaps: [Gap]
  ) -> UnsyncedData {
    let own = self.gaps(at: point) + missingBase(at: point)
    // The writes are known all the same, but not what was there before them.
    let missesSync = own.contains { $0.fact == .unseenSync }
    let isShown = gaps.isEmpty && !point.isClientAhead && !missesSync
    let hasShape = !point.isClientAhead && gaps.allSatisfy { $0.fact == .snapshotPart }
    return UnsyncedData(
      kind: kind, session: resetSession(at: point), base: point.base,
      device: isShown ? point.client : nil, shape: hasShape ? point.client : nil,
      transactions: unsynced(at: point),
      gaps: own + gaps.filter { !own.contains($0) })
  }
}
