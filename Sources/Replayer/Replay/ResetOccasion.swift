package import FaultPlans
import RealmModel
package import TraceFormat

/// A reset that a session went through, or that it could have at one of its points.
package struct ResetOccasion: Sendable {
  /// What makes it one.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The session went through it.
    case recordedReset
    /// The session ends there, as far as the trace shows it.
    case endOfSession
    /// Any other point.
    case point
  }

  package var kind: Kind
  package var reset: DueReset
  /// When a fault would have to happen for it to be due; nil where moments are not counted by its
  /// event.
  package var trigger: FaultTrigger?
}

/// The resets of one session, or of one file on the wire: those it went through, and others.
package struct SessionOccasions: Sendable {
  package var session: UInt32
  /// The session's beginning, where the trace shows it.
  package var start: SessionStart?
  /// In the order of the trace.
  package var occasions: [ResetOccasion]
  /// Why the trace does not show any.
  package var failure: ReplayFailure?
}

extension Replay {
  /// The resets of every session: those that it went through, and one at its end if it goes on after
  /// the last of them.
  ///
  /// - Parameter isEveryPointOne: whether there is also one at each other point at which both sides
  ///   are known.
  package func occasions(atEveryPoint isEveryPointOne: Bool = false) -> [SessionOccasions] {
    OccasionSearch(fold).sessions(isEveryPointOne)
  }
}

/// Looks for resets in the sessions of a trace.
private struct OccasionSearch {
  let fold: TraceFold
  private let triggersAfter: [UInt64: FaultTrigger]

  init(_ fold: TraceFold) {
    self.fold = fold
    triggersAfter = FaultEvents(fold).triggersAfterRecords
  }

  func sessions(_ isEveryPointOne: Bool) -> [SessionOccasions] {
    let timelines = fold.everyTimeline()
    // Why a session has no timeline is said below, of that session.
    let recorded = timelines.flatMap { (try? $0.timeline.get().resets) ?? [] }
    let order = recorded.map(\.reset.situation.session.resetSequence).sorted()
    return timelines.map { session, timeline in
      var found = SessionOccasions(
        session: session, start: fold.start(of: session), occasions: [], failure: nil)
      switch timeline {
      case .failure(let failure): found.failure = failure
      case .success(let timeline):
        found.occasions = recordedResets(of: timeline, order)
        do throws(ReplayFailure) {
          found.occasions += try others(in: timeline, isEveryPointOne)
        } catch {
          if found.occasions.isEmpty { found.failure = error }
        }
        found.occasions.sort { $0.sequence < $1.sequence }
      }
      return found
    }
  }

  private func recordedResets(
    of timeline: SessionTimeline, _ order: [UInt64]
  ) -> [ResetOccasion] {
    timeline.resets.map { recorded in
      let number = order.firstIndex(of: recorded.reset.situation.session.resetSequence) ?? 0
      return ResetOccasion(
        kind: .recordedReset, reset: recorded.reset,
        trigger: FaultTrigger(.at, .reset, number + 1))
    }
  }

  /// The session's end, and other points.
  private func others(
    in timeline: SessionTimeline, _ isEveryPointOne: Bool
  ) throws(ReplayFailure) -> [ResetOccasion] {
    var occasions: [ResetOccasion] = []
    let resets = Set(timeline.resets.map(\.point.sequence))
    if isEveryPointOne {
      for point in timeline.points.dropLast() where !resets.contains(point.sequence) {
        // A point whose states the trace does not show is no occasion.
        if let reset = try? timeline.reset(at: point) { occasions.append(occasion(.point, reset)) }
      }
    }
    guard var end = timeline.points.last else { throw .noStateInSession(timeline.session) }
    if end.resetIndex == nil, !resets.contains(end.sequence), !timeline.endsWithReset {
      // All transactions that a recorded state holds have followed.
      end.isClientAhead = false
      occasions.append(occasion(.endOfSession, try timeline.reset(at: end)))
    }
    return occasions
  }

  private func occasion(_ kind: ResetOccasion.Kind, _ reset: DueReset) -> ResetOccasion {
    ResetOccasion(
      kind: kind, reset: reset, trigger: triggersAfter[reset.situation.session.resetSequence])
  }
}

extension ResetOccasion {
  /// The record at which it is due.
  package var sequence: UInt64 { reset.situation.session.resetSequence }
}

extension SessionTimeline {
  /// Whether nothing follows the last reset. On the wire a reset ends the file's timeline.
  var endsWithReset: Bool { recording == .wire && !resets.isEmpty }
}

extension TraceFold {
  /// The timeline of every session that was recorded from the inside, and of every file on the wire.
  func everyTimeline() -> [FoldedSession] {
    // A file of which a reset cannot be told is folded like any other, and may have a failure of its own.
    let sessions = sessionsWithResets().filter { session, timeline in
      recording(of: session) == .inside || (try? timeline.get()) != nil
    }
    let resets = sessions.compactMap { try? $0.timeline.get() }.filter { $0.recording == .wire }
    return (sessions + wireFiles(besides: resets).map(folded)).sorted { $0.session < $1.session }
  }

  /// The last session of each file on the wire. One that was only made for the download of a reset is
  /// no file of its own.
  func wireFiles(besides resets: [SessionTimeline]) -> [UInt32] {
    var done = Set(resets.map { fileIdentity(of: $0.session) })
    let downloads = Set(graph.resets.map(\.freshSession))
    var last: [UInt32] = []
    for session in graph.sessions.reversed()
    where steps[session.number] != nil && recording(of: session.number) == .wire
      && done.insert(fileIdentity(of: session.number)).inserted
    {
      if !downloads.contains(session.number) { last.append(session.number) }
    }
    return last
  }
}
