internal import FaultPlans
package import Replayer
internal import TraceFormat

extension UnansweredSession {
  /// What stands for the session's name.
  package var name: String { "session \(session)" }

  /// That there is no answer, and why, in one sentence.
  package var sentence: String {
    let end =
      switch action {
      case nil: ""
      case .noAction where reason == .noFreshState(session: session):
        ", whose server asked for a client reset by the number of its error,"
      case .noAction: ", which ends with an error without an action,"
      case let action?: ", which ends with the action \(action.rawValue),"
      }
    return "What becomes of the unsynced data of session \(session)\(end) is not known: "
      + "\(reason.words)."
  }
}

extension ReplayFailure {
  /// Why a trace could not be replayed; where faults made no reset due, with the reason of the first.
  package var words: String {
    guard case .noResetUnderFaults(let unfired) = self, let first = unfired.first else {
      return description
    }
    return "\(self): `\(first.fault.text)` never happened, because \(first.reason.words)"
  }
}
