internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

/// The part of a text report that goes through classes, objects and properties.
extension Report {
  /// The most objects of one class that are listed unless every write is asked for.
  private static let shownObjectsMax = 25

  func writeObjects(to page: inout TextPage, _ options: ReportTextOptions) {
    for group in WriteGroups(writes).classes {
      page.heading(group.title)
      let names = ObjectNames(group.objects.compactMap(\.key))
      let shown = options.isVerbose ? group.objects.count : Self.shownObjectsMax
      for object in group.objects.prefix(shown) {
        let name = object.key.map(names.name(of:))
        page.paragraph("\(group.name.shortName) \(name ?? "(schema)")")
        writeProperties(of: object, to: &page, options)
      }
      let rest = group.objects.dropFirst(shown)
      guard !rest.isEmpty else { continue }
      let count = rest.reduce(0) { $0 + $1.writeCount }
      page.paragraph(
        "... and \(Phrase.count(rest.count, "more object")) with \(Phrase.count(count, "write"))")
    }
  }

  /// The conflicted writes that the page tells one by one, as indexes in ``Report/writes``.
  func shownConflicts(_ options: ReportTextOptions) -> Set<Int> {
    let conflicts = writes.indices.filter { writes[$0].fate == .conflicted }
    guard !options.isVerbose else { return Set(conflicts) }
    let lines = WriteGroups(writes).classes.flatMap { group in
      group.objects.prefix(Self.shownObjectsMax).flatMap(\.properties)
    }.filter { $0.fate == .conflicted }
    // A line shows the last write of its fate.
    let shown = Set(lines.compactMap { $0.writes.last { $0.fate == .conflicted }?.position })
    return Set(conflicts.filter { shown.contains(writes[$0].position) })
  }

  private func writeProperties(
    of object: WriteGroups.ObjectGroup, to page: inout TextPage, _ options: ReportTextOptions
  ) {
    let names = object.properties.map { $0.name?.shortName ?? object.ownName }
    let columns = min(max(names.map(\.columnCount).max() ?? 0, 8), 16)
    for (group, name) in zip(object.properties, names) {
      if options.isVerbose {
        for write in group.writes { writeVerdict(write, named: name, columns, to: &page) }
      } else {
        page.row(
          name, nameColumns: columns, group.fate.rawValue, group.fate.role, line(for: group).parts,
          indent: 4)
      }
    }
  }
}

extension WriteGroups.ClassGroup {
  /// Such as `Person: 3 writes to 2 objects`.
  var title: String {
    let objectCount = objects.count { $0.key != nil }
    let count = objects.reduce(0) { $0 + $1.writeCount }
    let what = objectCount == 0 ? "" : " to \(Phrase.count(objectCount, "object"))"
    return "\(name.shortName): \(Phrase.count(count, "write"))\(what)"
  }
}

extension WriteGroups.ObjectGroup {
  /// What stands in the place of a property's name for writes to the whole object or class.
  var ownName: String { key == nil ? "(class)" : "(object)" }
}

extension PropertyLine {
  /// What stands behind the fate, part by part.
  fileprivate var parts: [String] {
    (operation.map { [$0] } ?? []) + values.map(Self.text) + notes
  }

  static func text(_ value: (side: Side, content: Content)) -> String {
    switch value.content {
    case .sighting(let sighting):
      "\(value.side.rawValue): \(sighting.text(columns: Report.valueColumns))"
    case .elementCount(let count):
      "\(value.side.rawValue): \(Phrase.count(count, "element"))"
    }
  }
}

extension WriteVerdict {
  /// What tells the write from all others.
  fileprivate var position: [Int] { [transactionIndex, instructionIndex] }
}
