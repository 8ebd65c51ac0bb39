import FaultPlans
package import TraceFormat

/// The resets of one session, or of one file on the wire: those it went through, and others.
package struct SessionResets: Sendable {
  package var session: UInt32
  package var start: SessionStart?
  /// In the order of the trace.
  package var resets: [DueReset]
  package var failure: ReplayFailure?
}

extension Replay {
  /// The resets of every session: those that it went through, and one at its end if it continues after
  /// the last of them.
  ///
  /// - Parameter isEveryPointOne: whether there is also one at each other point at which both sides are known.
  package func sessionResets(atEveryPoint isEveryPointOne: Bool = false) -> [SessionResets] {
    SessionResetSearch(fold).sessions(isEveryPointOne)
  }
}

private struct SessionResetSearch {
  let fold: TraceFold
  private let triggersAfter: [UInt64: FaultTrigger]

  init(_ fold: TraceFold) {
    self.fold = fold
    triggersAfter = CountedEvents(fold).triggersAfterRecords
  }

  func sessions(_ isEveryPointOne: Bool) -> [SessionResets] {
    let timelines = fold.everyTimeline()
    // Why a session has no timeline is said below, of that session.
    let recorded = timelines.flatMap { (try? $0.timeline.get().resets) ?? [] }
    let order = recorded.map(\.sequence).sorted()
    return timelines.map { session, timeline in
      var found = SessionResets(
        session: session, start: fold.start(of: session), resets: [], failure: nil)
      switch timeline {
      case .failure(let failure): found.failure = failure
      case .success(let timeline):
        found.resets = recordedResets(of: timeline, order)
        do throws(ReplayFailure) {
          found.resets += try others(in: timeline, isEveryPointOne)
        } catch {
          if found.resets.isEmpty { found.failure = error }
        }
        found.resets.sort { $0.sequence < $1.sequence }
      }
      return found
    }
  }

  private func recordedResets(of timeline: SessionTimeline, _ order: [UInt64]) -> [DueReset] {
    timeline.resets.map { recorded in
      var reset = recorded
      let number = order.firstIndex(of: reset.sequence) ?? 0
      reset.trigger = FaultTrigger(.at, .reset, number + 1)
      return reset
    }
  }

  /// The session's end, and other points.
  private func others(
    in timeline: SessionTimeline, _ isEveryPointOne: Bool
  ) throws(ReplayFailure) -> [DueReset] {
    var found: [DueReset] = []
    let resets = Set(timeline.resets.map(\.point.sequence))
    if isEveryPointOne {
      for point in timeline.points.dropLast() where !resets.contains(point.sequence) {
        // Where the trace does not show the states, none can be due.
        if let reset = try? timeline.reset(at: point) { found.append(due(.point, reset)) }
      }
    }
    guard var end = timeline.points.last else { throw .noStateInSession(timeline.session) }
    if timeline.endingReset == nil {
      // All transactions that a recorded state holds have followed.
      end.isClientAhead = false
      found.append(due(.endOfSession, try timeline.reset(at: end)))
    }
    return found
  }

  private func due(_ kind: DueReset.Kind, _ reset: DueReset) -> DueReset {
    var reset = reset
    (reset.kind, reset.trigger) = (kind, triggersAfter[reset.sequence])
    return reset
  }
}
