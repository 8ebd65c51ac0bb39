import FaultPlans
import Replayer
import TraceFormat

// All resets of a trace in one line, for tests.
extension Replay {
  /// The outcomes of all resets among some events in a mode.
  package static func run(
    events: some Sequence<Event>, mode: ResetMode, quirks: Quirks = .realmCore,
    session: UInt32? = nil
  ) throws(ReplayFailure) -> [Outcome] {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return try replay.outcomes(mode: mode, quirks: quirks, session: session)
  }

  /// The outcomes of all resets in a mode.
  package func outcomes(
    mode: ResetMode, quirks: Quirks = .realmCore, session: UInt32? = nil
  ) throws(ReplayFailure) -> [Outcome] {
    try outcomes(modes: [mode], quirks: quirks, session: session).map { $0[0] }
  }

  /// For each reset its outcomes in several modes.
  package func outcomes(
    modes: [ResetMode], quirks: Quirks = .realmCore, session: UInt32? = nil,
    faults: FaultPlan = .none
  ) throws(ReplayFailure) -> [[Outcome]] {
    try resets(under: faults, session: session).map { reset in
      modes.map { reset.outcome(mode: $0, quirks: quirks) }
    }
  }
}
