public import RealmModel
internal import TraceFormat

/// A state that a trace shows at one point of a session.
public struct StateAtPoint: Sendable {
  /// Whose state.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The device.
    case client
    /// As far as the trace shows it.
    case server
  }

  /// The session's number in the trace.
  public var session: UInt32
  /// Whose state it is.
  public var side: Side
  /// What is there.
  public var state: RealmState
  /// What the trace does not show.
  public var gaps: [Gap]
}

extension Replay {
  /// The numbers of the sessions that show anything, ascending.
  package var sessionNumbers: [UInt32] { fold.sessionNumbers }

  /// The state of one side after a record.
  ///
  /// A recorded reset counts: after it the client has what the reset leaves, in the mode that the
  /// device used or was set to, else in discard mode.
  /// - Parameters:
  ///   - side: the client, or the server as the client knows it.
  ///   - sequence: the record after which the state is wanted; the end of the trace if nil.
  ///   - session: the session; nil where the trace has only one that shows a state.
  /// - Throws: where the trace does not show the state.
  public func state(
    of side: StateAtPoint.Side, at sequence: UInt64?, session: UInt32?
  ) throws(ReplayFailure) -> StateAtPoint {
    let number = try fold.chosenSession(session)
    let fold = try fold.fold(of: number, through: sequence ?? .max)
    guard let state = side == .server ? fold.server : fold.client else {
      throw side == .server ? .noFreshState(session: number) : .noLocalState(session: number)
    }
    return StateAtPoint(
      session: number, side: side, state: state,
      gaps: fold.timeline.allGaps
        + (side == .server && fold.awaitsDownload ? [Gap(.download)] : [])
        + (state.hasMovedCollection ? [Gap(.movedCollection)] : []))
  }

  /// The first record after which the trace shows the state of a side; nil where it shows none.
  package func firstState(of side: StateAtPoint.Side, session: UInt32?) -> UInt64? {
    guard let number = try? fold.chosenSession(session) else { return nil }
    var sides = fold.emptyFold(of: number)
    for event in fold.allEvents(of: number) {
      guard (try? sides.take(event)) != nil else { return nil }
      if (side == .server ? sides.server : sides.client) != nil { return event.sequence }
    }
    return nil
  }
}

extension TraceFold {
  /// What belongs to no session has the number 0.
  fileprivate var sessionNumbers: [UInt32] { events.keys.filter { $0 != 0 }.sorted() }

  func chosenSession(_ session: UInt32?) throws(ReplayFailure) -> UInt32 {
    guard let session else { return try only(sessionNumbers) }
    guard sessionNumbers.contains(session) else { throw .noStateInSession(session) }
    return session
  }

  func only(_ sessions: [UInt32]) throws(ReplayFailure) -> UInt32 {
    guard let only = sessions.first else { throw .noState }
    guard sessions.count == 1 else { throw .severalSessions(sessions) }
    return only
  }
}

extension SessionFold {
  /// Right after a reset the client has what the reset left; transactions after it are on top.
  fileprivate var client: RealmState? {
    guard let reset = resetJustDone else { return local }
    let configured = reset.situation.session.start?.configuredResetMode
    return reset.outcome(mode: reset.observed?.recorded.mode ?? configured ?? .discardLocal).result
      .after
  }
}
