package import FaultPlans
package import TraceFormat

/// A reset that is due, with all that it depends on: one that the trace recorded, one that faults make due, or one that would be if
/// the server asked for it at a point of a session.
///
/// What faults do to the server and to the events before it is done once; each mode starts from it. One that ``isReset`` says is not a
/// reset is the end of a session with what is unsynced then.
public struct DueReset: Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case recordedReset
    case endOfSession
    /// A fault at some other point, or a question about it.
    case point
  }

  package var kind = Kind.point
  package var situation: ResetSituation
  package var gaps: [Gap]
  package private(set) var observed: ObservedReset?
  /// The session that leads to it, as faults before it made it.
  public package(set) var timeline: SessionTimeline
  package var point: SessionTimeline.Point
  /// The points that lead to it: from the session's beginning, or the reset before it. Empty where only a point is asked about.
  package var approach: Range<Int> = 0..<0
  /// When a fault would have to happen to make it due; nil where triggers are not counted by its event.
  package var trigger: FaultTrigger?
  package internal(set) var injected = InjectedFaults()

  /// Whether a reset is asked for; otherwise it is the end of a session, and the same in every mode.
  public var isReset: Bool { situation.action.startsClientReset }

  /// Whether the trace shows what the reset downloads; without that an empty state stands for it.
  package var showsDownload: Bool { !gaps.contains(Gap(.noDownload)) }

  /// Whether the trace shows all that a mode needs: without the download that is only what the gates need.
  package func isAnswered(in mode: ResetMode) -> Bool {
    showsDownload || !situation.usesDownload(in: mode)
  }

  /// Whether the device downloaded what the reset needs, and did not go on with it as far as the trace shows.
  package var isLeftUnfinished: Bool {
    gaps.contains { if case .end = $0.fact { true } else { false } }
  }

  /// Whether the trace has records of a reset before, and not the error that asked for it.
  package var isAfterUnaskedReset: Bool { gaps.contains(where: \.isOfUnaskedReset) }

  package var session: UInt32 { situation.session.session }

  package var sequence: UInt64 { situation.session.resetSequence }

  mutating func note(_ observed: ObservedReset) {
    self.observed = observed
    gaps += observed.gaps
  }

  /// No device was recorded that went through it: it begins at the error.
  mutating func forgetRecording() { (observed, situation.entry) = (nil, .session) }
}
