public import Analyzer
internal import RealmModel
internal import TraceFormat

extension PendingReport {
  /// What a browser still draws at once.
  private static let (pageObjectsMax, pageValueColumns) = (2_000, 400)
  private static let textObjectsMax = 25

  /// The report for people: each session apart, object by object, oldest first.
  public func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    let columns = max(36, options.columns - 45)
    var document = document(
      PendingScope(
        objectsMax: options.isVerbose ? .max : Self.textObjectsMax,
        showsEachWrite: options.isVerbose, valueColumns: columns, hint: Phrase.verboseHint))
    document.gap()
    document.copied(source.sha256, behind: Heading.sourceDigest, .faint, indent: 0)
    return document.text(options)
  }

  /// The report in GitHub-flavoured Markdown: the oldest objects, short enough for a comment.
  public var markdown: String {
    document(
      PendingScope(
        objectsMax: Self.textObjectsMax, showsEachWrite: false, valueColumns: Self.pageValueColumns,
        hint: Phrase.jsonHint)
    ).markdownPage
  }

  /// The report as one HTML page (`docs/export.md`, "What was never uploaded"), which loads nothing and has no script.
  public func html() -> String {
    var document = document(
      PendingScope(
        objectsMax: Self.pageObjectsMax, showsEachWrite: true, valueColumns: Self.pageValueColumns,
        hint: Phrase.jsonHint))
    document.paragraph(source.digestLine, .faint)
    return document.html(source: PageWords.source("pending"))
  }

  private func document(_ scope: PendingScope) -> Document {
    let name = Phrase.source(source.name).escaped(columns: 200)
    var document = Document(title: Self.title(of: name))
    for changes in changes { document.write(changes, scope) }
    document.list(unanswered.map(\.words), under: Heading.unanswered)
    return document
  }
}

private struct PendingScope {
  var objectsMax: Int
  var showsEachWrite: Bool
  var valueColumns: Int
  /// What shows the rest of a list.
  var hint: String
}

extension Document {
  fileprivate mutating func write(_ changes: PendingChanges, _ scope: PendingScope) {
    heading(changes.title)
    paragraph(changes.extentSentence)
    for object in changes.objects.prefix(scope.objectsMax) { write(object, in: changes, scope) }
    if changes.objects.count > scope.objectsMax {
      gap()
      paragraph(
        Phrase.rest(changes.objects.count - scope.objectsMax, "object") + scope.hint, .faint)
    }
    list(changes.gaps.map(\.sentence), under: Heading.gaps)
  }

  private mutating func write(
    _ object: PendingObject, in changes: PendingChanges, _ scope: PendingScope
  ) {
    let key = object.key.map { " \(ObjectNames.whole($0))" } ?? ""
    gap()
    paragraph("\(object.className.shortName)\(key): \(object.change.words)")
    paragraph(
      changes.origin(of: changes.writes[object.writes[0]].transactionIndex), indent: 4, .faint)
    // That an object is new or deleted is said of it.
    let shown = object.properties.filter {
      $0.name != nil || object.key == nil || scope.showsEachWrite
    }
    let shownNames = shown.map { $0.shownName(in: changes) }
    let columns = min(max(shownNames.map(\.visible.columnCount).max() ?? 0, 8), 20)
    for (property, name) in zip(shown, shownNames) {
      entry(
        property.text(in: changes, columns: scope.valueColumns), behind: name.visible,
        columns: columns, indent: 4)
      guard scope.showsEachWrite else { continue }
      for index in property.writes {
        paragraph(changes.text(ofWrite: index, columns: scope.valueColumns), indent: 8, .faint)
      }
    }
  }
}

extension PendingProperty {
  fileprivate func shownName(in changes: PendingChanges) -> String {
    name?.shortName ?? changes.writes[writes[0]].address.propertyName
  }

  fileprivate func text(in changes: PendingChanges, columns: Int) -> String {
    let sides = [before, now]
    let isUnchanged =
      if let before, let now { before.looksLike(now) } else { false }
    var texts = Phrase.apart(sides.compactMap { $0 }, columns: columns)[...]
    let shown = sides.map { $0 == nil ? PendingProperty.unseen : texts.popFirst() ?? "" }
    let isSchema = changes.writes[writes[0]].isAboutSchema
    var notes =
      (writes.count > 1 ? [writes.count.counted("write")] : [])
      + (isUnchanged ? [PendingProperty.unchanged] : [])
    if name == nil || now == nil || isSchema {
      notes.insert(changes.writes[writes[writes.count - 1]].words(valueColumns: columns), at: 0)
    }
    let parts =
      (name != nil && !isSchema ? ["\(shown[0]) → \(shown[1])"] : [])
      + (notes.isEmpty ? [] : ["(\(notes.joined(separator: ", ")))"])
    return parts.joined(separator: " ")
  }
}

extension PendingChanges {
  fileprivate func text(ofWrite index: Int, columns: Int) -> String {
    let write = writes[index]
    return write.address.behindPath(write.words(valueColumns: columns))
      + " (\(origin(of: write.transactionIndex)))"
  }
}
