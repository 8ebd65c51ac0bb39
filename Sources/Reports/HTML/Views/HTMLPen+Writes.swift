internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import TraceFormat

/// What stands around the tables of writes and objects, whose rows the page's script draws.
struct WriteListing {
  private let writeCount: Int
  private let objectCount: Int
  // The different names among all writes, in order.
  private let classNames: [String]
  private let propertyNames: [String]
  private let causeNames: [String]

  init(_ pages: ObjectPages) {
    writeCount = pages.all.reduce(0) { $0 + $1.entries.count }
    objectCount = pages.all.count
    classNames = Self.names(in: pages) { $0.place.className }
    propertyNames = Self.names(in: pages, \.place.propertyName)
    causeNames = Self.names(in: pages) { $0.cause?.rawValue }
  }

  var view: HTMLView {
    [
      "writeCount": Phrase.count(writeCount, "write"), "classNames": classNames,
      "propertyNames": propertyNames, "causeNames": causeNames,
      "objectCount": Phrase.count(objectCount, "object"),
    ]
  }

  private static func names(
    in pages: ObjectPages, _ name: (ReportSection.WriteEntry) -> String?
  ) -> [String] {
    var names: Set<TextBytes> = []
    for page in pages.all {
      for entry in page.entries {
        if let name = name(entry) { names.insert(TextBytes(name)) }
      }
    }
    return names.sorted().map(\.text)
  }
}
