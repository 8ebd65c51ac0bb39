import Replayer
import Reports
import TraceFormat

extension CommandFailure {
  /// Why a trace could not be replayed, with the next step; `replay` has the names of its sessions.
  init(describing failure: ReplayFailure, trace: String, in replay: Replay) {
    var status = ExitStatus.badInput
    var hint: String?
    switch failure {
    case .noReset, .noState:
      hint = "`tracetool cat \(trace.pathWord)` shows what is in it"
    case .noResetUnderFaults(let faults) where !faults.contains(where: \.wantsFreshState):
      hint =
        "`tracetool cat \(trace.pathWord)` shows what is in it, `tracetool faults` where faults can "
        + "happen"
    case .severalSessions(let sessions):
      status = .usage
      hint = "choose one, such as `--session \(sessions[0])`"
    case .resetIsAskedFor:
      status = .usage
      hint = "leave `--error` out"
    case .noStateInSession, .noResetInSession:
      hint = "`tracetool info \(trace.pathWord)` lists the sessions"
    case .changesetsNotInLog:
      hint =
        "`tracetool cat \(trace.pathWord)` shows what the log has; docs/log.md says what logs can have"
    case .noFreshState, .noResetUnderFaults:
      hint =
        "`tracetool replay --fresh` takes that state from the server's .realm file or a state in JSON"
    case .noLocalState:
      hint =
        "`tracetool replay --client-file` adds the device's file to a recording; `tracetool verify "
        + "\(trace.pathWord)` finds what is damaged"
    case .undecodableChangeset, .inapplicableChangeset:
      hint = "`tracetool verify \(trace.pathWord)` shows whether records are missing"
    }
    let words =
      if let session = failure.session, !replay.sessionNumbers.contains(session),
        replay.start(of: session) == nil
      {
        "it has no session \(session)"
      } else {
        failure.words { SessionStart.title($0, replay.start(of: $0)?.name) }
      }
    self.init(status, "`\(trace)`: \(words)", hint: hint)
  }
}

extension UnfiredFault {
  /// Whether it could have happened if the server's state were known.
  fileprivate var wantsFreshState: Bool {
    if case .notReplayable(.noFreshState) = reason { true } else { false }
  }
}
