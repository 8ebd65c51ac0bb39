internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The objects, each with its history.
extension HTMLPen {
  var objects: HTMLView {
    [
      "objectCount": Phrase.count(histories.count, "object"),
      "objects": histories.indices.map(object),
    ]
  }

  private func object(_ index: Int) -> HTMLView {
    let history = histories[index]
    let writes = history.writes.map { report.writes[$0] }
    return [
      "objectID": target(ofObject: index), "className": history.identity.className.shortName,
      "shortKey": history.shortKey,
      "key": history.identity.key.map(\.longText) ?? "(schema)", "writeTotal": writes.count,
      "fates": Fate.allCases.compactMap { fate -> HTMLView? in
        let count = writes.count { $0.fate == fate }
        return count == 0 ? nil : ["fate": fate.rawValue, "count": count]
      },
      "places": places(of: writes), "history": history.writes.map(entry),
    ]
  }

  /// A write in the history of its object.
  private func entry(_ index: Int) -> HTMLView {
    let write = report.writes[index]
    let transaction = report.transactions[write.transactionIndex]
    return place(of: index).merging([
      "number": index, "target": target(index), "fate": write.fate.rawValue,
      "operation": write.operation.words, "reason": write.reason.words.capitalizedFirst,
      "version": transaction.clientVersion,
      "when": Phrase.when(transaction.timeMicroseconds).orNothing,
      "rule": rule(write.rule),
      "cause": write.cause.map {
        documents.view($0.rawValue, in: "report", under: "causes")
      }.orNothing,
      "changedBy": write.threeWay.meaning.orNothing,
      "winner": write.winner.map(\.meaning).orNothing,
      "replacement": write.supersededBy.map(link).orNothing,
      "deletion": write.impliedBy.map(link).orNothing,
      "defect": sentence(write.defect?.words), "element": write.element.map(view).orNothing,
    ]) { $1 }
  }

  private func link(_ write: Int) -> HTMLView { ["target": target(write), "number": write] }
}

extension PrimaryKeyValue {
  /// The key whole, but for text that fills pages.
  fileprivate var longText: String {
    if case .string(let text) = self { return text.quotedText(scalars: 400).shortened(to: 400) }
    return text
  }
}
