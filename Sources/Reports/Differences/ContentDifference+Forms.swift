public import Campaigns
public import TraceFormat

extension ContentDifference {
  private static let shownEntriesMax = 50

  /// The difference for people: what only the first has behind `-`, what only the second has behind
  /// `+`, what both have and differs behind `~`; and the counts last.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = Document(title: summary)
    let shown = options.isVerbose ? entries.count : Self.shownEntriesMax
    for entry in entries.prefix(shown) { entry.write(to: &page, options) }
    let rest = counts.values.reduce(0, +) - min(shown, entries.count)
    if rest > 0 { page.paragraph("... \(Phrase.rest(rest))", indent: 0) }
    page.paragraph(summary, indent: 0)
    return page.text(options)
  }

  /// The difference for programs (`docs/diff.md`, "JSON").
  public var json: JSONText {
    .members([
      "version": .integer(Self.version),
      "subject": .string(subject.rawValue),
      "same": .bool(isEmpty),
      "counts": .members([
        "onlyInFirst": .integer(count(of: .onlyInFirst)),
        "onlyInSecond": .integer(count(of: .onlyInSecond)),
        "changed": .integer(count(of: .changed)),
        "same": .integer(sameCount),
        "otherTimes": subject == .traces ? .integer(otherTimesCount) : nil,
      ]),
      "differences": .array(entries.map(\.json)),
      "omitted": .integer(omittedCount),
    ])
  }
}

extension ContentDifference.Entry {
  private static let shownValuesMax = 20

  fileprivate func write(to page: inout Document, _ options: ReportTextOptions) {
    let (mark, role) = kind.mark
    page.entry(name.visible, behind: mark, columns: 1, role, indent: 0)
    let shown = options.isVerbose ? values.count : Self.shownValuesMax
    for value in values.prefix(shown) { page.paragraph(value.words, indent: 6) }
    if values.count > shown {
      page.paragraph("... \(Phrase.rest(values.count - shown, of: "places"))", indent: 6)
    }
  }

  fileprivate var json: JSONText {
    .members([
      "kind": .string(kind.rawValue), "name": .string(name),
      "values": kind == .changed ? JSONText(fact: values) : nil,
    ])
  }
}

extension ContentDifference.Entry.Kind {
  fileprivate var mark: (text: String, role: TextStyle.Role?) {
    switch self {
    case .onlyInFirst: ("-", .bad)
    case .onlyInSecond: ("+", .good)
    case .changed: ("~", nil)
    }
  }
}
