internal import Analyzer
import FaultPlans
internal import RealmModel
package import Replayer
internal import TraceFormat

extension GateDecision {
  /// What was decided, without a final period; Realm Core's own message where it has one.
  package var words: String { reason.words }
}

extension GateDecision.Reason {
  package var words: String {
    switch self {
    case .action(let action): action.consequence
    case .noError: "the session ended without an error"
    case .downloadRefused:
      "your app's error handler is called, and sync waits until the session is bound again"
    case .leftToApp: "mode manual: your app gets the error, and the file is set aside for a backup"
    case .mayDownload(let mode): "mode \(mode.optionName) may continue to the download"
    case .downloaded: "the fresh state was downloaded"
    case .neverWritten: "the local file was never written to"
    case .hasData: "the local file has data"
    case .noEarlierReset: "no earlier reset is unfinished"
    case .earlierResetForOther(let earlier, let current):
      "an earlier reset for \(earlier.rawValue) is unfinished; this one is for "
        + "\(current.rawValue) and starts over"
    case .discardsAfterRecovery:
      "an earlier recovery is unfinished: recover-or-discard discards this time"
    case .discardIsNoCycle:
      "an earlier recovery is unfinished; discarding does not count as a cycle yet"
    case .discardsWithoutPermission:
      "the server does not permit recovery: recover-or-discard discards"
    case .carriedOut(let mode): "carried out as \(mode == .recover ? "recovery" : "discard")"
    case .failure(let failure): failure.message
    }
  }
}

extension ServerAction {
  /// What the client does on an action (`docs/rules.md`, "Actions").
  var consequence: String {
    switch self {
    case .clientReset, .clientResetNoRecovery, .migrateToFLX, .revertToPBS:
      "action \(rawValue) starts a client reset"
    case .deleteRealm:
      "action DeleteRealm: sync stops, and the file is deleted without a backup"
    case .protocolViolation, .applicationBug:
      "action \(rawValue): sync stops, and your app's error handler is called"
    case .logOutUser: "action LogOutUser: sync stops, and the user is logged out"
    case .warning: "action Warning: your app's error handler is called, and sync continues"
    case .transient: "action Transient: the client tries again later"
    case .refreshUser: "action RefreshUser: the access token is renewed, and sync continues"
    case .refreshLocation:
      "action RefreshLocation: the server is looked up again, and sync continues"
    case .migrateSchema:
      "action MigrateSchema: what is not synced is uploaded, then the schema is migrated"
    case .noAction: "an error without an action is reported to your app and asks for nothing"
    }
  }
}

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
