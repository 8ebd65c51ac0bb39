internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// What stands around the tables of writes and objects, whose rows the page's script draws.
extension HTMLPen {
  func drawWrites() -> HTMLView {
    [
      "writeCount": Phrase.count(pages.all.reduce(0) { $0 + $1.entries.count }, "write"),
      "classNames": names { $0.place.className }, "propertyNames": names(\.place.propertyName),
      "causeNames": names { $0.cause?.rawValue },
      "objectCount": Phrase.count(pages.all.count, "object"),
    ]
  }

  /// The different names among all writes, in order.
  private func names(_ name: (ReportSection.WriteEntry) -> String?) -> [String] {
    var names: Set<TextBytes> = []
    for page in pages.all {
      for entry in page.entries {
        if let name = name(entry) { names.insert(TextBytes(name)) }
      }
    }
    return names.sorted().map(\.text)
  }
}
