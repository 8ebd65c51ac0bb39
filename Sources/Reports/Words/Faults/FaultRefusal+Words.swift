internal import Analyzer
import FaultPlans
internal import RealmModel
package import Replayer
internal import TraceFormat

// Why a fault did not happen, in one sentence without a final period.
extension FaultRefusal {
  package var words: String {
    switch self {
    case .notInReplay: "it is for the wire, and a replay cannot do it"
    case .fewerEvents(let count, let moment): "the trace shows \(moment.fewer(count))"
    case .fewerResets(let count, let moment): "the replay has \(moment.fewer(count))"
    case .noResetDue: "no reset was due that it could act on"
    case .sessionEndsBefore: "the session ends before that, with a reset that a fault made due"
    case .resetEndsBefore(let mode): "the reset ended before that, in mode \(mode.optionName)"
    case .notReplayable(let failure): failure.words
    case .noStateBefore: "the trace shows no state before that"
    case .clientStateNotShown: "the trace does not show the client's state there"
    case .notAMessage: "the event is not a message"
    case .recordedFromInside: "the session was recorded inside your app, not by its messages"
    case .emptyUpload: "the upload has no changesets"
    case .noUploadFollows: "no upload follows this one"
    case .noDownloadFollows: "no download follows this one"
    case .noTransactionFollows: "no transaction follows this one"
    case .downloadNeverTooLarge: "a download is never too large for the server"
    case .acknowledgesNothing: "the message acknowledges nothing new"
    case .messageGone: "the message is gone"
    case .serverStateUnknown: "the server's state is not known there"
    case .nothingUnsynced: "nothing is unsynced"
    case .transactionMisfit(let version):
      "the server's state does not take the transaction of client version \(version)"
    case .integratedAlready(let version):
      "the server has all transactions up to client version \(version) already"
    case .transactionNotShown: "the trace does not show this transaction inside your app"
    case .downloadHasIt: "the recorded download has what the server would not have then"
    case .firstSessionNotShown: "the trace does not show the file's first session"
    case .firstVersionNotShown:
      "the trace does not show the server's history from its first version"
    case .emptyVersions(let count, let limit):
      "the base state has \(count) empty changesets, more than the \(limit) that a history takes"
    case .unreadableChangeset(let version):
      "the changeset of server version \(version) cannot be read"
    case .noHistory: "the server has no history to go back in"
    case .backupLacksNothing(let version, let serverVersion):
      "a backup of server version \(version) lacks nothing: the server is at \(serverVersion)"
    case .historyMisfit(let version, let failure):
      "the server's history cannot be replayed to server version \(version): \(failure)"
    case .noClass(let name): "the server has no class \(name)"
    case .noPermissions(let className):
      "objects of the embedded class \(className) have no permissions"
    case .noProperty(let name, let className): "class \(className) has no property \(name)"
    case .noObjects(let className): "no object of class \(className) meets the comparison"
    case .schema(let refusal): refusal.words
    case .misspelled(let refusal, let meant): "\(refusal.words); did you mean `\(meant)`?"
    }
  }
}

extension FaultTrigger {
  /// How many events there are, which is fewer than the moment asks for.
  fileprivate func fewer(_ count: Int) -> String {
    let such = conditions.isEmpty ? "" : " where the conditions hold"
    return switch count {
    case 0: "no \(event.nouns.one)\(such)"
    case 1: "only one \(event.nouns.one)\(such)"
    default: "only \(count) \(event.nouns.many)\(such)"
    }
  }
}

extension FaultTrigger.Event {
  fileprivate var nouns: (one: String, many: String) {
    switch self {
    case .commit: ("transaction of the device", "transactions of the device")
    case .upload: ("upload", "uploads")
    case .download: ("download", "downloads")
    case .serverCommit: ("change of the server", "changes of the server")
    case .error: ("error", "errors")
    case .reset, .step: ("reset", "resets")
    case .message: ("message", "messages")
    case .end: ("end of a session", "ends of sessions")
    case .day: ("day", "days")
    }
  }
}
