internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// What stands around the tables of writes and objects, whose rows the page's script draws.
extension HTMLPen {
  func draw(_ classes: [ReportSection.ClassObjects]) -> HTMLView {
    let entries = pages.all.flatMap(\.entries)
    return [
      "writeCount": Phrase.count(entries.count, "write"),
      "classNames": names(entries) { $0.place.className },
      "propertyNames": names(entries, \.place.propertyName),
      "causeNames": names(entries) { $0.cause?.rawValue },
      "objectCount": Phrase.count(pages.all.count, "object"),
    ]
  }

  /// The different names among all writes, in order.
  private func names(
    _ entries: [ReportSection.WriteEntry], _ name: (ReportSection.WriteEntry) -> String?
  ) -> [String] {
    Set(entries.compactMap(name).map { TextBytes($0) }).sorted().map(\.text)
  }
}
