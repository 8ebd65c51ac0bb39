import FaultPlans
import TraceFormat

// What a note says, in one line without a final period.
extension WireEffect {
  package var words: String {
    switch self {
    case .dropped(let message): "\(message.words) never arrived"
    case .delayed(let message, let milliseconds, let isBehind):
      isBehind
        ? "what follows \(message.words) waited for \(milliseconds) ms"
        : "\(message.words) waited for \(milliseconds) ms"
    case .repeated(let message): "\(message.words) was sent twice"
    case .heldBack(let message): "\(message.words) waits for the message that follows it"
    case .released(let message): "\(message.words) was sent after the message that followed it"
    case .neverReleased(let message): "\(message.words) never arrived, because none followed it"
    case .truncated(let message, let size):
      "of \(message.words) the first \(size) of \(message.size) bytes were sent"
    case .typeCorrupted(let message): "the type of \(message.words) was corrupted"
    case .changesetCorrupted(let message, let version):
      "the changeset of version \(version) in \(message.words) was corrupted"
    case .closed(let close, let message):
      close.words + (message.map { ", and \($0.words) never arrived" } ?? "")
    case .error(let error, let ident, let message):
      "the client gets \(error.codeWords) with action \(error.action.rawValue)"
        + (ident == 0 ? " for the connection" : " for session \(ident) of the connection")
        + (message.map { ", instead of \($0.words)" } ?? "")
    case .silenced(let version):
      "the client no longer hears of client version \(version) and later ones"
    case .keptBack(let message): "\(message.words) was kept back"
    }
  }
}

extension WireMessageName {
  /// Such as "the client's `upload 1 0 23 0 5 3 3`".
  fileprivate var words: String {
    let what = head.map { "`\($0.visible)`" } ?? "message of \(size) bytes"
    return "the \(direction.sender)'s \(what)"
  }
}

extension WireClose {
  fileprivate var words: String {
    guard let code else { return "the connection broke" }
    return "the connection was closed with code \(code)"
      + (reason.isEmpty ? "" : ": \(reason.visible)")
  }
}

extension SyncError {
  fileprivate var codeWords: String { code.map { "error \($0)" } ?? name }
}

extension WireRefusal {
  /// Why a fault did not happen, in one line without a final period.
  package var words: String {
    switch self {
    case .notOnWire: "it is for replays, and can't be done on the wire"
    case .fewerEvents(let count, let trigger):
      "there \(count == 1 ? "was" : "were") \(count == 0 ? "no" : "only \(count)") "
        + trigger.event.noun + (count == 1 ? "" : "s")
        + (trigger.conditions.isEmpty
          ? "" : " that \(count == 1 ? "meets" : "meet") the conditions")
    case .messageGone: "another fault had taken the message away"
    case .emptyMessage: "the message was empty"
    case .noChangeset: "the message had no changeset to corrupt"
    case .noSession: "there was no session on the connection that could get an error"
    case .noFile: "the session had not said which file it is of"
    }
  }
}

extension FaultTrigger.Event {
  fileprivate var noun: String { self == .message ? "message" : rawValue }
}
