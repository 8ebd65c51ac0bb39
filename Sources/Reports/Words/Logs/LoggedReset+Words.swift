internal import Analyzer
package import TraceFormat

// What a log shows of a client reset.
extension RecordedLoggedReset {
  package var page: LoggedPage {
    LoggedPage(
      headline: headline, file: facts.file, details: details, steps: advice.map(\.words),
      unknowns: unknowns.map(\.words))
  }

  var headline: String {
    let name = facts.file.isEmpty ? "a file that the log does not name" : fileName
    return "The log shows \(facts.outcome.subject) of \(name): \(facts.outcome.words)."
  }

  private var fileName: String {
    let last = facts.file.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
    return (last.map(String.init) ?? facts.file).quoted(columns: 80)
  }

  private var details: [String] {
    [alike, place, error, mode, earlier, failure, changesets, drops, objects, after].compactMap(
      \.self)
  }

  private var alike: String? {
    facts.isOfAlikeClients == true
      ? "The log does not distinguish this client from another one of its process: lines that name no file may be of the other one's reset, and what either left out is not known for certain."
      : nil
  }

  private var place: String? { "Line \(facts.lineNumber) of the log\(time)." }

  private var time: String {
    let time = facts.clock == .none ? nil : Phrase.when(timeMicroseconds)
    let recorded = facts.recordedMicroseconds.flatMap(Phrase.when).map {
      ", \($0) as the file has it"
    }
    guard let time else {
      return recorded ?? (facts.clock == .none ? ", which has no times" : facts.clock.doubt)
    }
    return ", \(time)\(facts.clock.doubt)\(recorded ?? "")"
  }

  private var error: String? {
    guard facts.errorCode != nil || !facts.errorName.isEmpty || !facts.errorMessage.isEmpty
    else {
      return facts.action.map { "The server asked for \($0.rawValue)." }
    }
    return Phrase.error(facts.errorCode, facts.errorName, facts.errorMessage)
      + (facts.action.map { ", action \($0.rawValue)." } ?? ", without an action.")
  }

  private var mode: String? {
    guard facts.requestedMode != nil || facts.actualMode != nil else { return nil }
    let requested =
      facts.requestedMode.map {
        "\($0.optionName)\(facts.isModeInferred ? " (concluded from other lines)" : "")"
      } ?? "not in the log"
    let actual = facts.actualMode.map { ", used: \($0.optionName)" } ?? ""
    let reason =
      switch facts.downgrade {
      case .earlierAttempt: ", because an earlier recovery was never completed"
      case .serverForbids: ", because the server forbids recovery for this client"
      case nil: ""
      }
    return "Mode configured: \(requested)\(actual)\(reason)."
  }

  private var earlier: String? {
    facts.earlierAttempt.map { attempt in
      let time = attempt.timeMicroseconds.flatMap(Phrase.when).map { " at \($0)" } ?? ""
      return "The file had an earlier reset on record: \(attempt.mode.optionName)\(time)."
    }
  }

  private var failure: String? {
    guard !facts.failureMessage.isEmpty else { return nil }
    return "The engine says: \(facts.failureMessage.quoted(columns: 400))."
  }

  private var changesets: String? {
    facts.localChangesetCount.map {
      "\(Int(clamping: $0).counted("changeset")) \($0 == 1 ? "was" : "were") not synced before it."
    }
  }

  private var drops: String? {
    guard !facts.drops.isEmpty else { return nil }
    let total = facts.drops.reduce(0) { $0 &+ Int(clamping: $1.count) }
    let parts = facts.drops.map { drop in
      let name =
        drop.instruction.isEmpty
        ? "" : " (\(drop.instruction.escaped(columns: 40)))"
      return "\(drop.count) \(drop.reason.words)\(name)"
    }
    return
      "The recovery said that it left out \(total.counted("change")), at least: \(parts.joined(separator: "; "))."
  }

  private var objects: String? {
    var parts: [String] = []
    if let count = facts.removedObjectCount {
      parts.append("\(count) only in the file and removed (unsynced, or deleted on the server)")
    }
    if let count = facts.createdObjectCount { parts.append("\(count) only on the server") }
    if let count = facts.updatedObjectCount { parts.append("\(count) that differed") }
    if let count = facts.overwrittenListCount, count > 0 {
      parts.append("\(count.counted("list")) copied whole over the server's")
    }
    return parts.isEmpty ? nil : "Objects: \(parts.joined(separator: ", "))."
  }

  private var after: String? {
    var parts: [String] = []
    if let ident = facts.newFileIdent { parts.append("new file identifier \(ident)") }
    if let before = facts.versionBefore, let after = facts.versionAfter {
      parts.append("the file's version went from \(before) to \(after)")
    }
    if let bytes = facts.uploadableBytes {
      parts.append("\(bytes.counted("byte")) to upload afterwards")
    }
    if facts.isAcknowledged == true {
      parts.append(
        facts.isAcknowledgementInferred == true
          ? "the server has acknowledged it, since a later session of the file no longer had a reset on record"
          : "the server has acknowledged it")
    }
    if facts.hasLaterLaunch == true { parts.append("the log has a later launch of your app") }
    return parts.isEmpty ? nil : "\(parts.joined(separator: ", ").capitalizedFirst)."
  }
}

extension LoggedReset.Outcome {
  /// Bad where data is lost or sync has ended, good where neither; nil where the log does not say.
  var role: TextStyle.Role? {
    switch self {
    case .discarded, .failed, .handlerFailedAfter, .deletionScheduled: .bad
    case .carriedOut, .leftToApp, .downloadUnfinished, .notSeen, .endNotSeen: nil
    case .recovered, .skipped: .good
    }
  }

  /// How such a reset ends, in one sentence without a final period.
  package var sentence: String { "The log shows \(subject): \(words)" }

  fileprivate var subject: String { self == .deletionScheduled ? "the deletion" : "a client reset" }

  fileprivate var words: String {
    switch self {
    case .recovered:
      "it was carried out, and the unsynced changes were recovered as far as they went"
    case .discarded: "it was carried out, and the unsynced changes were discarded"
    case .carriedOut:
      "it was carried out; whether the unsynced changes were recovered or discarded is not in the log"
    case .failed: "it failed, and the file is as it was; sync has stopped"
    case .handlerFailedAfter:
      "it was carried out, and then your app's own code failed, so that sync has stopped"
    case .skipped: "it was skipped, because the file had never been written to"
    case .leftToApp: "it was not carried out automatically, but left to your app"
    case .deletionScheduled:
      "the server asked for it, and it comes at the next launch (concluded from the action)"
    case .downloadUnfinished:
      "the download of the server's state began, and the log shows no reset after it"
    case .notSeen: "the server asked for it, and the log shows nothing of it"
    case .endNotSeen: "it began, and the log does not show how it ended"
    }
  }
}

extension LoggedReset.Clock {
  fileprivate var doubt: String {
    switch self {
    case .exact: ""
    case .zoneUnknown: " (zone not in the log)"
    case .yearUnknown: " (year and zone not in the log)"
    case .onlyYearUnknown: " (year not in the log)"
    case .halfOfDayUnknown: " (or twelve hours later, zone not in the log)"
    case .dayUnknown: " (day not in the log)"
    case .none: ""
    }
  }
}

extension LoggedReset.Drop.Reason {
  fileprivate var words: String {
    switch self {
    case .objectGone: "to objects that the server has deleted"
    case .embeddedObjectGone: "to embedded objects that are gone"
    case .dictionaryKeyGone: "below dictionary keys that are gone"
    case .collectionGone: "to collections that are gone"
    case .linkTargetGone: "with links to deleted objects"
    case .listCopyNotResolved: "to lists of objects that are gone"
    }
  }
}
