import RealmModel
public import TraceFormat

/// Replays the client resets of a trace.
///
/// Events are taken one by one, so a trace of any length can be read as a stream; what is kept of
/// them is what states are built from. The same events give the same outcomes.
public struct Replay: Sendable {
  private(set) var fold = TraceFold()

  public init() {}

  /// Takes the next event.
  public mutating func observe(_ event: Event) { fold.observe(event) }

  /// The timeline of a session: every point, and the resets that the session itself went through.
  ///
  /// For a session that only the wire was recorded of it is that of the session's file, from its
  /// first session in the trace to this one; resets show there by what later sessions do, so it has
  /// none.
  /// - Parameter session: the session; nil where the trace has only one.
  /// - Throws: where there is no such session, or a state in it cannot be built.
  public func timeline(session: UInt32? = nil) throws(ReplayFailure) -> SessionTimeline {
    var fold = try fold.fold(of: fold.chosenSession(session))
    try fold.finish()
    return fold.timeline
  }

  /// The timelines of all sessions that show states, and of all files that a capture shows the reset
  /// of, each with its resets.
  /// - Throws: where a state cannot be built, or a reset's is missing.
  public func timelines() throws(ReplayFailure) -> [SessionTimeline] { try fold.timelines() }

  /// The outcomes of all resets, in the order in which they were asked for.
  ///
  /// - Parameters:
  ///   - mode: the mode to replay with, whatever mode the device was set to.
  ///   - quirks: which of Realm Core's defects are replayed.
  ///   - session: only resets of this session; of all sessions if nil.
  /// - Throws: where the trace has no reset, or does not show enough to replay it.
  public func outcomes(
    mode: ResetMode, quirks: Quirks = .realmCore, session: UInt32? = nil
  ) throws(ReplayFailure) -> [Outcome] {
    try outcomes(modes: [mode], quirks: quirks, session: session).map { $0[0] }
  }

  /// The outcomes of all resets in several modes: for each reset one outcome a mode.
  ///
  /// The session is folded once; the modes start from the same states.
  /// - Throws: as ``outcomes(mode:quirks:session:)``.
  public func outcomes(
    modes: [ResetMode], quirks: Quirks = .realmCore, session: UInt32? = nil
  ) throws(ReplayFailure) -> [[Outcome]] {
    try resets(session: session).map { found in
      modes.map { found.recorded.reset.outcome(mode: $0, quirks: quirks) }
    }
  }

  /// The resets of the trace in the order in which they were asked for, each with the timeline of its
  /// session.
  /// - Throws: as ``outcomes(mode:quirks:session:)``.
  public func resets(
    session: UInt32? = nil
  ) throws(ReplayFailure) -> [(timeline: SessionTimeline, recorded: SessionTimeline.RecordedReset)]
  {
    let resets = try fold.resets()
    guard !resets.isEmpty else { throw .noReset }
    let chosen = resets.filter { session == nil || $0.timeline.session == session }
    if let session, chosen.isEmpty { throw .noResetInSession(session) }
    return chosen
  }

  /// Replays all resets among the events.
  ///
  /// - Throws: as ``outcomes(mode:quirks:session:)``.
  public static func run(
    events: some Sequence<Event>, mode: ResetMode, quirks: Quirks = .realmCore,
    session: UInt32? = nil
  ) throws(ReplayFailure) -> [Outcome] {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return try replay.outcomes(mode: mode, quirks: quirks, session: session)
  }
}
