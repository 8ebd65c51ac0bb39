internal import TraceFormat

/// A state that a trace shows at one point of a session.
public struct StateAtPoint: Sendable {
  /// Whose state.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    case client
    /// As far as the trace shows it.
    case server
  }

  public var session: UInt32
  public var side: Side
  public var state: RealmState
  /// What the trace does not show.
  public var gaps: [Gap]
}

extension Replay {
  /// The state of one side after a record.
  ///
  /// A recorded reset counts: after it the client has what the reset leaves, in the mode that the
  /// device used or was set to, else in discard mode.
  /// - Parameters:
  ///   - sequence: the record after which the state is wanted; the end of the trace if nil.
  ///   - session: the session; nil where the trace has only one that shows a state.
  /// - Throws: where the trace does not show the state.
  public func state(
    of side: StateAtPoint.Side, at sequence: UInt64?, session: UInt32?
  ) throws(ReplayFailure) -> StateAtPoint {
    try fold.state(of: side, at: sequence ?? .max, session: session)
  }
}

extension TraceFold {
  func state(
    of side: StateAtPoint.Side, at sequence: UInt64, session: UInt32?
  ) throws(ReplayFailure) -> StateAtPoint {
    let number = try chosenSession(session)
    guard isRecordedInside(number) else { return wireState(of: side, at: sequence, number) }
    var recorded = RecordedSession(number, starts[number], gaps: gaps)
    for step in steps[number] ?? [] where step.sequence <= sequence { try recorded.take(step) }
    let state = side == .server ? recorded.server : client(recorded)
    guard let state else {
      throw side == .server ? .noFreshState(session: number) : .noLocalState(session: number)
    }
    return StateAtPoint(session: number, side: side, state: state, gaps: recorded.gaps)
  }

  private func chosenSession(_ session: UInt32?) throws(ReplayFailure) -> UInt32 {
    let present = steps.keys.sorted()
    if let session {
      guard present.contains(session) else { throw .noStateInSession(session) }
      return session
    }
    guard let only = present.first else { throw .noState }
    guard present.count == 1 else { throw .severalSessions(present) }
    return only
  }

  /// Right after a reset the client has what the reset left; transactions after it are on top.
  private func client(_ recorded: RecordedSession) -> RealmState? {
    guard recorded.isJustReset, let reset = recorded.resets.last else { return recorded.local }
    let configured = reset.summary.start?.configuredResetMode
    return reset.outcome(mode: reset.observed?.mode ?? configured ?? .discardLocal).states.after
  }

  private func wireState(
    of side: StateAtPoint.Side, at sequence: UInt64, _ number: UInt32
  ) -> StateAtPoint {
    let shown = fileSteps(of: number).filter { $0.sequence <= sequence }
    var client = WireState()
    for step in shown { client.take(step) }
    let state =
      side == .client
      ? client.state : client.state(of: shown, through: client.acknowledgedClientVersion)
    return StateAtPoint(
      session: number, side: side, state: state, gaps: gaps + [.wireOnly] + client.gaps)
  }

  /// Everything that the file of a session sent and received up to and in that session.
  func fileSteps(of number: UInt32) -> [Step] {
    guard let session = graph[number], let file = session.file else { return steps[number] ?? [] }
    let sessions = graph.sessions.filter {
      $0.file == file && $0.startSequence <= session.startSequence
    }
    return sessions.flatMap { steps[$0.number] ?? [] }.sorted { $0.sequence < $1.sequence }
  }
}
