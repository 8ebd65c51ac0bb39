public import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

extension PendingReport {
  /// The report as one HTML page (`docs/pending.md`, "HTML").
  ///
  /// The page is whole: it loads nothing and has no scripts. The same report gives the same bytes.
  public func html() -> String {
    let name = Phrase.foreign(Phrase.source(source.name), columns: 200, isQuoted: false)
    let scope = PendingSection.Scope(
      objectsMax: Self.pageObjectsMax, showsEachWrite: true, valueColumns: Self.pageValueColumns)
    return HTMLTemplates.page(
      [
        "title": Self.title(of: name), "trace": name, "digest": source.digestLine,
        "policy": HTMLPolicy.text,
        "style": HTMLStyle.text, "hasScript": false,
        "sessions": changes.enumerated().map {
          Self.view(PendingSection($1, scope), number: $0 + 1)
        },
        "hasUnanswered": !unanswered.isEmpty,
        "unanswered": unanswered.map { HTMLProse.view($0.reason.words) },
      ], template: "pending")
  }

  /// What a browser still draws at once.
  private static let (pageObjectsMax, pageValueColumns) = (2_000, 400)

  private static func view(_ section: PendingSection, number: Int) -> HTMLView {
    let rest = section.objects.restCount
    return [
      "id": "pending-\(number)", "name": section.title, "extent": section.extent,
      "hasObjects": !section.objects.entries.isEmpty, "objects": section.objects.entries.map(view),
      "rest": (rest > 0 ? Phrase.rest(rest, "object") + Phrase.jsonHint : nil).orNothing,
      "hasGaps": !section.gaps.isEmpty, "gaps": section.gaps.map { HTMLProse.view($0) },
    ]
  }

  private static func view(_ object: PendingSection.Object) -> HTMLView {
    [
      "object": object.name, "change": object.change, "origin": object.origin,
      "properties": object.properties.map { property -> HTMLView in
        [
          "property": property.name, "before": property.before.orNothing,
          "now": property.now.orNothing, "notes": property.notes.joined(separator: ", "),
          "count": Phrase.count(property.writes.count, "write"),
          "writes": property.writes.map { write -> HTMLView in
            ["operation": write.operation, "when": write.origin]
          },
        ]
      },
    ]
  }
}
