package import Analyzer
internal import RealmModel
internal import TraceFormat

extension Report {
  /// What to do besides what a failure's message calls for, a sentence each.
  var adviceSentences: [String] { advice.map(sentence) }

  package func sentence(_ advice: Advice) -> String {
    switch advice {
    case .saveFile: return NextStep.saveFile.pattern.filled()
    case .letFileBeMoved:
      return
        "Close every Realm of that file, then restart your app, or have the client move the file "
        + "(in Swift `SyncSession.immediatelyHandleError` with the error's action token)."
    case .openAnew:
      return "Open the Realm again: it is downloaded again, without what was not synced."
    case .carryOver(let operations, let toDecide):
      let decide =
        toDecide == 0
        ? "" : "; you have to decide about \(operations == 1 ? "it" : "\(toDecide) of them")"
      return "Carry over what the merge plan lists, \(operations.counted("operation"))\(decide)."
    case .onlyFileHasSynced(let count):
      return
        "Only the old file still has \(count.counted("value")) that this device had synced and the "
        + "restored server lacks: \(syncedWords)."
        + (mergePlan == nil ? "" : " The merge plan puts \(count == 1 ? "it" : "them") back.")
    case .copyNoWholeFile(let count):
      return
        "Do not copy the whole old file back: that would undo \(count.counted("change")) that "
        + "others made\(undoneWords)."
    case .keepInstalled:
      return
        "Do not reinstall your app before that: the copy is in your app's folder and would be deleted with it."
    case .writeCopyBefore(let lost, let acknowledged):
      return
        "For the next time: let the before block save a copy (in Swift `writeCopy`, as a local Realm: "
        + "for sync it is refused while uploads are pending). \(Self.inCopy(lost, acknowledged))"
    case .saveAfterFailure(let attempt):
      return
        "For the next time: copy the file away when attempt \(attempt) is reported, before the "
        + "Realm is opened again."
    }
  }

  private static func inCopy(_ lost: Int, _ acknowledged: Int) -> String {
    let writes = lost == 0 ? [] : [lost == 1 ? "the lost change" : "the \(lost) lost changes"]
    let places =
      acknowledged == 0
      ? [] : ["\(acknowledged.counted("value")) that the server had acknowledged"]
    return "It would have \(Phrase.list(writes + places))."
  }

  /// The first values that only the old file has.
  private var syncedWords: String {
    Phrase.first(of: harm.syncedInFileOnly) { loss in
      loss.address.text + (loss.value.map { " \($0.text(columns: 40))" } ?? "")
    }.joined(separator: ", ")
  }

  /// The first changes that a copy of the whole file undoes.
  private var undoneWords: String {
    ": " + Phrase.first(of: undoneByCopy ?? [], \.words).joined(separator: "; ")
  }
}

extension ChangeUndoneByCopy {
  /// The place, what the server has and what would be there instead.
  package var words: String {
    guard server != .absent else { return "\(address.text) back" }
    return "\(address.text) \(server.text(columns: 40)) → \(copy.text(columns: 40))"
  }
}
