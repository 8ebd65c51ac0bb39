internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// The part of a text report that goes through classes, objects and properties.
extension TextPen {
  mutating func draw(_ group: ReportSection.ClassObjects) {
    let name = group.name.shortName
    let what = group.objectCount == 0 ? "" : " to \(Phrase.count(group.objectCount, "object"))"
    page.heading("\(name): \(Phrase.count(group.writeCount, "write"))\(what)")
    for object in group.objects.entries {
      page.paragraph("\(name) \(object.name)")
      draw(object.properties)
    }
    let count = Phrase.count(group.restWriteCount, "write")
    drawRest(group.objects.restCount, "object", hint: " with \(count)")
  }

  private mutating func draw(_ properties: [ReportSection.PropertyWrites]) {
    let columns = min(max(properties.map(\.name.columnCount).max() ?? 0, 8), 16)
    for property in properties {
      switch property.content {
      case .each(let writes):
        for write in writes { draw(write, named: property.name, columns) }
      case .line(let line):
        page.row(
          property.name, nameColumns: columns, line.fate.rawValue, line.fate.role,
          Self.parts(of: line), indent: 4)
      }
    }
  }

  /// What stands behind the fate, part by part.
  private static func parts(of line: PropertyLine) -> [String] {
    (line.operation.map { [$0] } ?? []) + line.values.map(Self.text) + line.notes
  }

  private static func text(_ value: (side: PropertyLine.Side, content: PropertyLine.Content))
    -> String
  {
    switch value.content {
    case .sighting(let sighting): "\(value.side.rawValue): \(shown(sighting))"
    case .elementCount(let count):
      "\(value.side.rawValue): \(Phrase.count(count, "element"))"
    }
  }

  // MARK: Every write on its own

  private mutating func draw(
    _ write: ReportSection.WriteEntry, named name: String, _ columns: Int
  ) {
    page.row(
      name, nameColumns: columns, write.fate.rawValue, write.fate.role, [write.operationAtPath],
      indent: 4)
    for detail in Self.details(of: write) { page.paragraph(detail, indent: 8, .faint) }
  }

  private static func details(of write: ReportSection.WriteEntry) -> [String] {
    let origin =
      "version \(write.clientVersion)" + (write.time.map { ", \($0)" } ?? "")
      + (write.rule.map { ", rule \($0.rawValue)" } ?? "")
    let element = write.elementSides.map { sides in
      [
        "\(Phrase.thisElement): "
          + text(sides) { side in
            side == .lastSync && !write.isBaseKnown ? Phrase.unseen : Phrase.unfollowed
          }
      ]
    }
    return [origin, write.reason] + (write.defect.map { [$0] } ?? [])
      + [write.change, text(write.sides) { _ in Phrase.unseen }] + (element ?? [])
  }

  /// - Parameter missing: What stands for a side that is not seen.
  private static func text(
    _ sides: [ReportSection.WriteEntry.Side], missing: (PropertyLine.Side) -> String
  ) -> String {
    sides.map { "\($0.side.rawValue): \($0.sighting.map(shown) ?? missing($0.side))" }
      .joined(separator: ", ")
  }
}
