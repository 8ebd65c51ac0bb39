internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// An object and all writes to it, or a class and those to its schema.
struct ObjectPage {
  var className: String
  var object: ReportSection.ObjectWrites
  var entries: [ReportSection.WriteEntry]

  init(className: String, object: ReportSection.ObjectWrites) {
    self.className = className
    self.object = object
    entries = object.entries
  }
}

/// The objects, each with its history.
extension HTMLPen {
  func view(_ page: ObjectPage, number: Int) -> HTMLView {
    [
      "objectID": target(ofObject: number), "className": page.className,
      "shortKey": page.object.name, "key": page.object.key.map(\.longText) ?? page.object.name,
      "writeTotal": page.entries.count,
      "fates": Fate.allCases.compactMap { fate -> HTMLView? in
        let count = page.entries.count { $0.fate == fate }
        return count == 0 ? nil : ["fate": fate.rawValue, "count": count]
      },
      "places": places(of: page.entries), "history": page.entries.map(view),
    ]
  }

  /// A write in the history of its object.
  private func view(_ entry: ReportSection.WriteEntry) -> HTMLView {
    view(entry.place).merging([
      "number": entry.index, "target": target(entry.index), "fate": entry.fate.rawValue,
      "operation": entry.operation, "reason": entry.reason.capitalizedFirst,
      "version": entry.clientVersion, "when": entry.time.orNothing, "rule": rule(entry.rule),
      "cause": entry.cause.map {
        documents.view($0.rawValue, in: "report", under: "causes")
      }.orNothing,
      "changedBy": entry.changedBy.orNothing, "winner": entry.winner.orNothing,
      "replacement": entry.replacement.map(link).orNothing,
      "deletion": entry.deletion.map(link).orNothing,
      "defect": sentence(entry.defect), "element": entry.elementSides.map(view).orNothing,
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
