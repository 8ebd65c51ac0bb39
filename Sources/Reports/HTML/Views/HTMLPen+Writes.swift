internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// All writes: in a table, and in the history of each object.
extension HTMLPen {
  func draw(_ classes: [ReportSection.ClassObjects]) -> HTMLView {
    let pages = classes.flatMap { group in
      group.objects.entries.map { ObjectPage(className: group.name.shortName, object: $0) }
    }
    let entries = pages.flatMap(\.entries).sorted { $0.index < $1.index }
    return [
      "writeCount": Phrase.count(entries.count, "write"),
      "classNames": names(entries) { $0.place.className },
      "propertyNames": names(entries, \.place.propertyName),
      "causeNames": names(entries) { $0.cause?.rawValue },
      "writes": entries.map(row),
      "objectCount": Phrase.count(pages.count, "object"),
      "objects": pages.enumerated().map { view($1, number: $0) },
    ]
  }

  /// The different names among all writes, in order.
  private func names(
    _ entries: [ReportSection.WriteEntry], _ name: (ReportSection.WriteEntry) -> String?
  ) -> [String] {
    Set(entries.compactMap(name).map { TextBytes($0) }).sorted().map(\.text)
  }

  private func row(_ entry: ReportSection.WriteEntry) -> HTMLView {
    view(entry.place).merging([
      "number": entry.index, "target": target(entry.index), "version": entry.clientVersion,
      "operation": entry.operation, "fate": entry.fate.rawValue, "reason": entry.reason,
      "causeName": entry.cause?.rawValue ?? "", "isDefective": entry.defect != nil,
    ]) { $1 }
  }

  /// Where a write acts: the object's short name, the property and the path below it.
  func view(_ place: WritePlace) -> HTMLView {
    [
      "class": place.className, "object": place.objectText, "property": place.propertyName,
      "path": place.path,
    ]
  }
}
