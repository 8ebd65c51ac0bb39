public import Analyzer
internal import Phrasebook
internal import Replayer
internal import TraceFormat

extension PendingReport {
  /// The report for people: each session apart, object by object, oldest first.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(options)
    var scope = PendingSection.Scope(
      showsEachWrite: options.isVerbose, valueColumns: TextPen.valueColumns(options.columns))
    if !options.isVerbose { scope.objectsMax = 25 }
    for changes in changes { Self.draw(PendingSection(changes, scope), on: &page) }
    page.draw(unanswered)
    page.gap()
    page.path(source.sha256, behind: Heading.sourceDigest, .faint)
    return page.text
  }

  private static func draw(_ section: PendingSection, on page: inout TextPage) {
    page.heading(section.title)
    page.paragraph(section.extent)
    for object in section.objects.entries { draw(object, on: &page) }
    if section.objects.restCount > 0 {
      page.gap()
      page.paragraph(
        Phrase.rest(section.objects.restCount, "object") + Phrase.verboseHint, .faint)
    }
    guard !section.gaps.isEmpty else { return }
    page.heading(Heading.gaps)
    for gap in section.gaps { page.item(gap) }
  }

  private static func draw(_ object: PendingSection.Object, on page: inout TextPage) {
    page.gap()
    page.paragraph("\(object.name): \(object.change)")
    page.paragraph(object.origin, indent: 4, .faint)
    let columns = min(max(object.properties.map(\.name.visible.columnCount).max() ?? 0, 8), 20)
    for property in object.properties { draw(property, columns, on: &page) }
  }

  private static func draw(
    _ property: PendingSection.Property, _ columns: Int, on page: inout TextPage
  ) {
    var parts: [String] = []
    if let before = property.before, let now = property.now { parts.append("\(before) → \(now)") }
    if !property.notes.isEmpty { parts.append("(\(property.notes.joined(separator: ", ")))") }
    page.paragraph(
      parts.joined(separator: " "), behind: property.name.visible, wordColumns: columns, nil,
      indent: 4)
    for write in property.writes {
      page.paragraph("\(write.operation) (\(write.origin))", indent: 8, .faint)
    }
  }
}
