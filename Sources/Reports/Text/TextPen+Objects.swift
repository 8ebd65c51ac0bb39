internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// The part of a text report that goes through classes, objects and properties.
extension TextPen {
  /// The most columns in front of a row's text that names have.
  private static let nameColumnsMax = 16

  mutating func draw(_ group: ReportSection.ClassObjects) {
    let name = group.name.shortName
    let what = group.objectCount == 0 ? "" : " to \(Phrase.count(group.objectCount, "object"))"
    page.heading("\(name): \(Phrase.count(group.writeCount, "write"))\(what)")
    for line in group.alike { draw(line, of: name) }
    if !group.alike.isEmpty { page.paragraph(Phrase.listsEach, .faint) }
    for object in group.objects.entries {
      page.paragraph("\(name) \(object.name)")
      draw(object.properties)
    }
    let count = Phrase.count(group.restWriteCount, "write")
    drawRest(group.objects.restCount, "object", hint: " with \(count)")
  }

  private mutating func draw(_ line: ReportSection.AlikeLine, of className: String) {
    // The reason is said of all.
    var own = line.example
    own.notes = []
    let example =
      "\(Phrase.example("\(className) \(line.exampleName)")) "
      + parts(of: own).joined(separator: ", ")
    page.row(
      line.name, nameColumns: Self.nameColumnsMax, line.fate.rawValue, line.fate.role,
      [line.extent] + (line.reason.map { [$0] } ?? []) + [example])
  }

  private mutating func draw(_ properties: [ReportSection.PropertyWrites]) {
    let columns = min(
      max(properties.map(\.name.visible.columnCount).max() ?? 0, 8), Self.nameColumnsMax)
    for property in properties {
      switch property.content {
      case .each(let writes):
        for write in writes { draw(write, named: property.name, columns) }
      case .line(let line):
        page.row(
          property.name, nameColumns: columns, line.fate.rawValue, line.fate.role,
          parts(of: line), indent: 4)
      }
    }
  }

  /// What stands behind the fate, part by part.
  private func parts(of line: PropertyLine) -> [String] {
    let values = line.shownValues(columns: valueColumns).map { "\($0.side.rawValue): \($0.text)" }
    return (line.operation.map { [$0] } ?? []) + values + line.notes
  }

  // MARK: Every write on its own

  private mutating func draw(
    _ write: ReportSection.WriteEntry, named name: String, _ columns: Int
  ) {
    page.row(
      name, nameColumns: columns, write.fate.rawValue, write.fate.role, [write.operationAtPath],
      indent: 4)
    for detail in details(of: write) { page.paragraph(detail, indent: 8, .faint) }
  }

  private func details(of write: ReportSection.WriteEntry) -> [String] {
    let origin =
      Phrase.versions(write.clientVersion, write.clientVersion)
      + (write.time.map { ", \($0)" } ?? "")
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
  private func text(
    _ sides: [ReportSection.WriteEntry.Side], missing: (PropertyLine.Side) -> String
  ) -> String {
    shown(sides).map { "\($0.side.rawValue): \($0.text ?? missing($0.side))" }
      .joined(separator: ", ")
  }

  /// What each side has, so that values that differ are seen to differ.
  func shown(
    _ sides: [ReportSection.WriteEntry.Side]
  ) -> [(side: PropertyLine.Side, text: String?)] {
    var texts = Phrase.apart(sides.compactMap(\.sighting), columns: valueColumns)[...]
    return sides.map { ($0.side, $0.sighting == nil ? nil : texts.popFirst()) }
  }
}
