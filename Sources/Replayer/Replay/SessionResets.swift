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
    let timelines = fold.everyTimeline()
    // Why a session has no timeline is said below, of that session.
    let recorded = timelines.flatMap { (try? $0.timeline.get().resets) ?? [] }
    let order = recorded.map(\.sequence).sorted()
    let triggersAfter = CountedEvents(fold).triggersAfterRecords
    return timelines.map { session, timeline in
      var found = SessionResets(
        session: session, start: fold.start(of: session), resets: [], failure: nil)
      do throws(ReplayFailure) {
        let timeline = try timeline.get()
        found.resets = timeline.resets
        found.resets += try timeline.otherResets(isEveryPointOne)
      } catch {
        if found.resets.isEmpty { found.failure = error }
      }
      found.resets.sort { $0.sequence < $1.sequence }
      for (index, reset) in found.resets.enumerated() {
        found.resets[index].trigger =
          reset.kind == .recordedReset
          ? FaultTrigger(.at, .reset, (order.firstIndex(of: reset.sequence) ?? 0) + 1)
          : triggersAfter[reset.sequence]
      }
      return found
    }
  }
}

extension SessionTimeline {
  /// A reset at the session's end, and one at other points.
  fileprivate func otherResets(_ isEveryPointOne: Bool) throws(ReplayFailure) -> [DueReset] {
    var found: [DueReset] = []
    let recorded = Set(resets.map(\.point.sequence))
    for point in points.dropLast() where isEveryPointOne && !recorded.contains(point.sequence) {
      // Where the trace does not show the states, none can be due.
      if let reset = try? reset(at: point) { found.append(reset) }
    }
    guard let end else { throw .noStateInSession(session) }
    if endingReset == nil {
      var reset = try reset(at: end)
      reset.kind = .endOfSession
      found.append(reset)
    }
    return found
  }
}
