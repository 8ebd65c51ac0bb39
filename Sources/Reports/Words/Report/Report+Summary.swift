package import Analyzer
internal import RealmModel
internal import Replayer
internal import TraceFormat

extension ResetSession {
  package var title: String { SessionStart.title(session, start?.name) }

  /// That nothing is unsynced in a file that no server knows; nil for any other.
  var unknownFileSentence: String? {
    // A file gets its identifier from the server that it first syncs with; a copy made for distribution has none.
    start?.source == .realmFile && start?.clientFileIdent == nil
      ? "Nothing: the file has no identifier from a server, and no transaction for one." : nil
  }
}

// The report in a line, for places that have room for no more.
extension Report {
  static let sentenceColumnsMax = 400

  /// Whether the reset was skipped, because the file was never written to.
  var isSkipped: Bool { attempts.last?.isSkipped ?? false }

  /// Properties of the reset by their names, which say less than the sentences and are looked up.
  package var facts: [(name: String, text: String)] {
    let facts = [
      ("Engine", engine?.rawValue ?? "\(engineName), without some of the known defects"),
      ("Configured in your app", session.start?.configuredResetMode.map(name(of:))),
      ("didRecover", didRecover.map(String.init)),
      ("On record before", pendingResetBefore.map(Self.words)),
      ("On record afterwards", pendingResetAfter.map(Self.words)),
    ]
    return facts.compactMap { name, text in text.map { (name, $0) } }
  }

  private static func words(_ pending: PendingReset) -> String {
    "a reset in mode \(pending.mode.optionName) for the action \(pending.action.rawValue)"
  }
}

extension JudgedWrite {
  func operationAtPath(valueColumns: Int = Phrase.valueColumns) -> String {
    address.behindPath(operation.words(valueColumns: valueColumns))
  }
}

extension Address {
  /// What was done, behind the path below the property if there is one.
  func behindPath(_ words: String) -> String { path.isEmpty ? words : "\(pathText) \(words)" }
}

extension HiddenPart {
  package var words: String {
    switch self {
    case .neverUploaded: "what was never uploaded"
    case .lastSync: "the state of the last sync"
    case .acknowledged: "what the server had acknowledged"
    case .client: "what the device had before"
    case .download: "what the reset downloaded"
    case .session: "which session was reset"
    case .merging: "how concurrent changes were merged"
    case .someEvents: "some of what happened"
    }
  }
}
