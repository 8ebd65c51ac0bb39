public import TraceFormat

/// Replays the client resets of a trace.
///
/// Events are taken one by one, so a trace of any length can be read as a stream; what is kept of
/// them is what states are built from. The same events give the same outcomes.
public struct Replay: Sendable {
  let mode: ResetMode
  let quirks: Quirks
  private(set) var fold = TraceFold()

  /// - Parameters:
  ///   - mode: the mode to replay with, whatever mode the device was set to.
  ///   - quirks: which of Realm Core's defects are replayed.
  public init(mode: ResetMode, quirks: Quirks = .realmCore) {
    self.mode = mode
    self.quirks = quirks
  }

  /// Takes the next event.
  public mutating func observe(_ event: Event) { fold.observe(event) }

  /// The outcomes of all resets, in the order in which they were asked for.
  ///
  /// - Parameter session: only resets of this session; of all sessions if nil.
  /// - Throws: where the trace has no reset, or does not show enough to replay it.
  public func outcomes(session: UInt32? = nil) throws(ReplayFailure) -> [Outcome] {
    let resets = try fold.resets()
    guard !resets.isEmpty else { throw .noReset }
    let chosen = resets.filter { session == nil || $0.summary.session == session }
    if let session, chosen.isEmpty { throw .noResetInSession(session) }
    var outcomes: [Outcome] = []
    for reset in chosen { outcomes.append(reset.outcome(mode: mode, quirks: quirks)) }
    return outcomes
  }

  /// Replays all resets among the events.
  ///
  /// - Throws: as ``outcomes(session:)``.
  public static func run(
    events: some Sequence<Event>, mode: ResetMode, quirks: Quirks = .realmCore,
    session: UInt32? = nil
  ) throws(ReplayFailure) -> [Outcome] {
    var replay = Replay(mode: mode, quirks: quirks)
    for event in events { replay.observe(event) }
    return try replay.outcomes(session: session)
  }
}
