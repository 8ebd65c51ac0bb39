internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
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

/// What a state has at a place.
extension HTMLPen {
  /// A page has room for values as they are, but for those that fill books.
  static var valueColumns: Int { 10_000 }

  /// What is said where a state has no value.
  static var noValueTexts: [String] {
    [Sighting.present, .absent].map { $0.text(columns: valueColumns) }
  }

  /// One side of one place: for the template `value`.
  func view(_ sighting: Sighting, note: String? = nil) -> HTMLView {
    [
      "text": sighting.text(columns: Self.valueColumns), "isNone": !sighting.isValue,
      "note": note.orNothing,
    ]
  }
}
