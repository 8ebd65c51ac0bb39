internal import FaultPlans
package import Replayer
internal import TraceFormat

extension UnansweredSession {
  /// Such as `session 5 (c3 session 1)`.
  package var title: String { SessionStart.title(session, name) }

  package var words: String { "\(title): \(reason.reason)" }

  package var sentence: String {
    let end =
      switch action {
      case nil: ""
      case .noAction where asksForReset:
        ", whose server asked for a client reset by error \(errorCode ?? 0),"
      case .noAction: ", which ends with an error without an action,"
      case let action?: ", which ends with the action \(action.rawValue),"
      }
    return "What becomes of the unsynced data of \(title)\(end) is not known: \(reason.reason)."
  }
}

extension ReplayFailure {
  /// Why a trace could not be replayed; where faults made no reset due, with the reason of the first.
  package var words: String { words { "session \($0)" } }

  package func words(naming name: (UInt32) -> String) -> String {
    switch self {
    case .noResetUnderFaults(let unfired):
      guard let first = unfired.first else { return description }
      return "\(self): `\(first.fault.text)` never happened, because \(first.reason.words)"
    case .severalSessions(let sessions):
      let rest = sessions.count > 10 ? ["\(sessions.count - 10) more"] : []
      return "\(Phrase.list(sessions.prefix(10).map(name) + rest)) show states"
    default: return session.map { "\(name($0)): \(reason)" } ?? reason
    }
  }
}
