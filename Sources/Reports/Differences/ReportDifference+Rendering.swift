internal import Analyzer
public import Campaigns
internal import RealmModel
public import TraceFormat

extension ReportDifference {
  /// The difference for people: what became worse first, mode by mode.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = Document(title: Heading.differences)
    let single = [(onlyInFirst, Difference.onlyInFirst), (onlyInSecond, Difference.onlyInSecond)]
    for (modes, side) in single {
      for mode in modes { page.paragraph("mode \(Self.modeName(mode)): \(side)", indent: 0) }
    }
    for pair in modes {
      let same = pair.difference.isEmpty ? ": \(Difference.same)" : ""
      page.paragraph(pair.heading + same, indent: 0)
      for change in pair.difference.changes { change.write(to: &page, options) }
      if !pair.isOneMode { pair.writeSame(to: &page) }
    }
    return page.text(options)
  }

  /// The difference for programs (`docs/diff.md`, "JSON").
  public var json: JSONText {
    JSONText(facts: [
      "version": ContentDifference.version, "subject": "reports", "same": isEmpty,
      "onlyInFirst": onlyInFirst, "onlyInSecond": onlyInSecond, "modes": modes.map(\.json),
    ])
  }
}

extension ReportDifference.ModePair {
  fileprivate func writeSame(to page: inout Document) {
    for fate in Fate.allCases {
      let same = difference.pairs.filter { $0.first == fate && $0.second == fate }
      let count = same.reduce(0) { $0 + $1.count }
      guard count > 0 else { continue }
      page.entry(
        OutcomeDifference.same(count, fate), behind: Difference.sameMark,
        columns: 6, .faint)
    }
  }

  fileprivate var json: JSONText {
    .members([
      "mode": .string(first), "otherMode": isOneMode ? nil : .string(second),
      "changes": difference.json, "pairs": .array(difference.pairs.map(\.json)),
    ])
  }
}

extension OutcomeDifference.PairedFates {
  fileprivate var json: JSONText {
    JSONText(facts: [
      "reset": reset, "first": first.rawValue, "second": second.rawValue, "count": count,
      "writes": writes.map(\.json),
    ])
  }
}

extension MatchedWrites.Pair {
  fileprivate var json: JSONText {
    .members([
      "position": .string(new.position.text),
      "class": new.place?.className.json,
      "object": new.place?.object?.json,
      "property": new.place?.property?.json,
      "text": .string(new.text),
      "firstRule": .string(old.rule.text),
      "secondRule": .string(new.rule.text),
    ])
  }
}

extension OutcomeDifference.Change {
  private static let shownDetailsMax = 5

  /// Writes the sentence, and the details below it; those that are alike in one line, where there are
  /// many and not all are asked for.
  func write(to page: inout Document, _ options: ReportTextOptions) {
    page.entry(sentence.visible, behind: direction.rawValue, columns: 6, direction.role)
    let isWhole = options.isVerbose || detailCount <= Self.shownDetailsMax
    let shown = options.isVerbose ? details.count : Self.shownDetailsMax
    let lines =
      isWhole
      ? details.prefix(shown).map { ($0.text, 1) }
      : groups.prefix(shown).map { ($0.line, $0.count) }
    for (text, _) in lines { page.paragraph(text.visible, indent: 6) }
    let rest = detailCount - lines.reduce(0) { $0 + $1.1 }
    if rest > 0 { page.paragraph("... \(Phrase.rest(rest))", indent: 6) }
  }
}

extension OutcomeDifference.Direction {
  var role: TextStyle.Role {
    switch self {
    case .worse: .bad
    case .better: .good
    case .other: .faint
    }
  }
}
