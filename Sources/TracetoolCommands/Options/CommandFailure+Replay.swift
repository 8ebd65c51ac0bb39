import Phrasebook
import Replayer

extension CommandFailure {
  /// Why a trace could not be replayed, with the next step.
  init(describing failure: ReplayFailure, trace: String) {
    let status: ExitStatus
    var hint: String?
    switch failure {
    case .noReset:
      status = .badInput
      hint = "`tracetool cat \(trace)` shows what is in it"
    case .noState:
      status = .badInput
      hint = "`tracetool cat \(trace)` shows what is in it"
    case .noResetUnderFaults(let faults) where faults.contains(where: \.wantsFreshState):
      status = .badInput
      hint = Self.freshHint
    case .noResetUnderFaults:
      status = .badInput
      hint = "`tracetool cat \(trace)` shows what is in it, `tracetool faults` where faults can be"
    case .severalSessions:
      status = .usage
      hint = "choose with `--session`"
    case .noStateInSession, .noResetInSession:
      status = .badInput
      hint = "`tracetool info \(trace)` lists the sessions"
    case .changesetsNotInLog:
      status = .badInput
      hint = "`tracetool cat \(trace)` shows what the log has; docs/log.md says what logs can have"
    case .noFreshState:
      status = .badInput
      hint = Self.freshHint
    case .noLocalState, .undecodableChangeset, .inapplicableChangeset:
      status = .badInput
      hint = "`tracetool verify \(trace)` tells whether records are missing"
    }
    self.init(status, "`\(trace)`: \(failure.words)", hint: hint)
  }

  private static let freshHint =
    "`tracetool replay --fresh` takes that state from the server's .realm file or a state in JSON"
}

extension UnfiredFault {
  /// Whether it could have happened if the server's state were known.
  fileprivate var wantsFreshState: Bool {
    if case .notReplayable(.noFreshState) = reason { true } else { false }
  }
}
