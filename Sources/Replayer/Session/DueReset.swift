package import FaultPlans
import TraceFormat

/// A reset that is due, with all that it depends on: one that the trace recorded, one that faults make due, or one that would be if
/// the server asked for it at a point of a session.
///
/// What faults do to the server and to the events before it is done once; each mode starts from it. One that ``isReset`` says is not a
/// reset is the end of a session with what is unsynced then.
public struct DueReset: Sendable {
  /// What makes it due.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The session went through it.
    case recordedReset
    /// The session ends there, as far as the trace shows it.
    case endOfSession
    /// A fault at some other point, or a question about it.
    case point
  }

  /// What makes it due.
  package var kind = Kind.point
  /// What it begins with.
  package var situation: ResetSituation
  /// What the trace does not show.
  package var gaps: [Gap]
  /// What the device itself did, where the trace recorded it.
  package private(set) var observed: ObservedReset?
  /// The session that leads to it, as faults before it made it.
  public package(set) var timeline: SessionTimeline
  /// Where things stood when it came.
  package var point: SessionTimeline.Point
  /// The points that lead to it: from the session's beginning, or the reset before it. Empty where only a point is asked about.
  package var approach: Range<Int> = 0..<0
  /// When a fault would have to happen to make it due; nil where triggers are not counted by its event.
  package var trigger: FaultTrigger?
  /// What the faults of a plan did to it, or will do in its course.
  package internal(set) var injected = InjectedFaults()

  init(
    _ situation: ResetSituation, gaps: [Gap], in timeline: SessionTimeline,
    at point: SessionTimeline.Point
  ) {
    (self.situation, self.gaps, self.timeline, self.point) = (situation, gaps, timeline, point)
  }

  /// Whether a reset is asked for; otherwise it is the end of a session, and the same in every mode.
  public var isReset: Bool { situation.action.startsClientReset }

  /// Whether the device downloaded what the reset needs, and did not go on with it as far as the trace shows.
  package var isLeftUnfinished: Bool {
    gaps.contains { if case .end = $0.fact { true } else { false } }
  }

  /// The session's number in the trace.
  package var session: UInt32 { situation.session.session }

  /// The record that it is about.
  package var sequence: UInt64 { situation.session.resetSequence }

  /// Takes note of what the device itself did.
  mutating func note(_ observed: ObservedReset) {
    self.observed = observed
    gaps += observed.gaps
  }

  /// No device was recorded that went through it: it begins at the error.
  mutating func forgetRecording() { (observed, situation.entry) = (nil, .session) }
}
