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

  // MARK: Every write

  private func writeVerdict(
    _ write: WriteVerdict, named name: String, _ columns: Int, to page: inout TextPage
  ) {
    let transaction = transactions[write.transactionIndex]
    page.row(
      name, nameColumns: columns, write.fate.rawValue, write.fate.role,
      [write.operationAtPath], indent: 4)
    var details = [
      "version \(transaction.clientVersion)"
        + (Self.when(transaction.timeMicroseconds).map { ", \($0)" } ?? "")
        + (write.rule.map { ", rule \($0.rawValue)" } ?? ""),
      write.reason,
    ]
    if let defect = write.defect { details.append(defect.text) }
    if case .value = write.sightings.device {
      let values = Self.values(write.sightings, of: write).map(PropertyLine.text)
      details.append(values.joined(separator: ", "))
    }
    for detail in details { page.paragraph(detail, indent: 8, .faint) }
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

  fileprivate static func text(_ value: (side: Side, content: Content)) -> String {
    switch value.content {
    case .sighting(let sighting):
      "\(value.side.rawValue): \(sighting.text(columns: Report.valueColumns))"
    case .elementCount(let count):
      "\(value.side.rawValue): \(Phrase.count(count, "element"))"
    }
  }
}
