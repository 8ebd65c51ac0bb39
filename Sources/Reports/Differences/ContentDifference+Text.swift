internal import Analyzer
public import Campaigns
internal import Phrasebook
internal import TraceFormat

extension ContentDifference {
  /// The most entries that are listed unless all are asked for.
  private static let shownEntriesMax = 50

  /// The difference for people: what only the first has behind `-`, what only the second has behind
  /// `+`, what both have and differs behind `~`; and the counts last.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style)
    let shown = options.isVerbose ? entries.count : Self.shownEntriesMax
    for entry in entries.prefix(shown) { entry.write(to: &page, options) }
    let rest = counts.values.reduce(0, +) - min(shown, entries.count)
    if rest > 0 { page.paragraph("... and \(rest) more", indent: 0) }
    page.paragraph(summary, indent: 0)
    return page.text
  }

  /// Such as `2 events are in the first alone, 1 is changed, 130 are the same`.
  var summary: String {
    let parts = [
      (count(of: .onlyInFirst), "only in the first"),
      (count(of: .onlyInSecond), "only in the second"), (count(of: .changed), "changed"),
      (sameCount, "the same"),
    ]
    let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let times = otherTimesCount > 0 ? " (\(otherTimesCount) at other times)" : ""
    return
      "\(subject.rawValue): \(words.isEmpty ? "nothing in them" : words.joined(separator: ", "))"
      + times
  }
}

extension ContentDifference.Entry {
  /// The most places of an entry that are listed unless all are asked for.
  private static let shownValuesMax = 20

  fileprivate func write(to page: inout TextPage, _ options: ReportTextOptions) {
    page.paragraph(name.visible, behind: kind.mark, wordColumns: 1, kind.role, indent: 0)
    let shown = options.isVerbose ? values.count : Self.shownValuesMax
    for value in values.prefix(shown) { page.paragraph(value.words, indent: 6) }
    if values.count > shown {
      page.paragraph("... and \(values.count - shown) more places", indent: 6)
    }
  }
}

extension ContentDifference.Entry.Kind {
  fileprivate var mark: String {
    switch self {
    case .onlyInFirst: "-"
    case .onlyInSecond: "+"
    case .changed: "~"
    }
  }

  fileprivate var role: TextStyle.Role? {
    switch self {
    case .onlyInFirst: .bad
    case .onlyInSecond: .good
    case .changed: nil
    }
  }
}

extension ValueDifference {
  /// Such as `notes[3]: "a", now "b"`.
  fileprivate var words: String {
    let name = place.isEmpty ? "the whole" : place.visible.shortened(to: 60)
    switch (first?.words(columns: 60), second?.words(columns: 60)) {
    case (let a?, let b?): return "\(name): \(a), now \(b)"
    case (let a?, nil): return "\(name): only in the first, \(a)"
    case (nil, let b?): return "\(name): only in the second, \(b)"
    case (nil, nil): return name
    }
  }
}
