internal import Analyzer
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was lost and what was overwritten, in tables.
extension MarkdownPen {
  private typealias Side = PropertyLine.Side

  /// Wide enough for a UUID or a short sentence, so that tables stay tables.
  static let cellColumns = 60

  mutating func draw(_ group: ReportSection.ClassObjects) {
    var table = MarkdownTable([
      "object", "property", "fate", "write", Side.device.rawValue, Side.server.rawValue,
      Side.now.rawValue, Side.lastSync.rawValue, "why",
    ])
    for line in group.alike { table.add(Self.cells(for: line)) }
    for object in group.objects.entries {
      let name = object.key == nil ? object.name : MarkdownText.code(object.name)
      for property in object.properties {
        guard case .line(let line) = property.content else { continue }
        table.add(
          [name] + Self.cells(named: property.name, isNamed: property.isNamed, line))
      }
    }
    let count = Phrase.count(group.writeCount, "write")
    page.table(
      table, title: "### \(MarkdownText.code(group.name.shortName)): \(count)", noun: "line")
  }

  /// What many objects have alike, with the values of one of them.
  private static func cells(for line: ReportSection.AlikeLine) -> [String] {
    let values = cells(named: line.name, isNamed: line.isNamed, line.example)
    let example = MarkdownText.code(line.exampleName)
    return ["**\(line.extent)**, \(Phrase.example(example))"] + values.dropLast()
      + [line.reason ?? ""]
  }

  private static func cells(
    named name: String, isNamed: Bool, _ line: PropertyLine
  ) -> [String] {
    let values = line.shownValues(columns: cellColumns)
    func value(_ side: PropertyLine.Side) -> String {
      values.first { $0.side == side || $0.side == .deviceAndServer && side.isShared }
        .map { $0.isValue ? MarkdownText.code($0.text) : $0.text } ?? ""
    }
    return [
      isNamed ? MarkdownText.code(name) : name,
      line.fate.markdown, line.operation.map(prose) ?? "",
      value(.device), value(.server), value(.now), value(.lastSync),
      line.notes.map(prose).joined(separator: " "),
    ]
  }

  /// A value as code, and the absence of one in a word.
  private static func markdown(_ sighting: Sighting) -> String {
    let text = sighting.text(columns: cellColumns)
    return if case .value = sighting { MarkdownText.code(text) } else { text }
  }

  mutating func draw(_ defects: ReportSection.Defects) {
    page.heading(Heading.defects, level: 3)
    page.paragraph(defects.sentence)
    page.items(
      defects.places.entries.map {
        "\(Self.code($0.names, columns: 100)): \(Self.prose($0.text))."
      }, noun: "place")
  }

  mutating func draw(_ places: Listed<ReportSection.CollateralPlace>) {
    var table = MarkdownTable([
      "where", "what", Side.lastSync.rawValue, Side.server.rawValue, Side.now.rawValue, "why",
    ])
    for place in places.entries {
      table.add([
        MarkdownText.code(place.address.text), place.kind.meaning,
        place.before.map(Self.markdown) ?? "", Self.markdown(place.server),
        Self.markdown(place.after),
        Self.prose(place.sentence + (place.defect.map { "; \($0)" } ?? "")),
      ])
    }
    page.table(table, title: "### \(Heading.whatWasOverwritten)", noun: "place")
  }

  mutating func draw(_ traps: ReportSection.Traps) {
    page.heading(Heading.traps, level: 3)
    for (trap, places) in traps.groups {
      page.items(
        places.entries.map { place in
          let address = place.address.map { "\(MarkdownText.code($0.text)): " } ?? ""
          return address + (place.text.map(Self.prose) ?? Phrase.seeAbove)
        },
        title: "**\(Self.prose(trap.rawValue))**: \(Self.prose(trap.title)). \(trap.helpSentence)",
        noun: "place")
    }
  }

  mutating func draw(_ plan: ReportSection.Plan) {
    page.heading(Heading.mergePlan, level: 3)
    page.paragraph("\(plan.sentence).")
    var table = MarkdownTable(["where", "to do", "server", "afterwards", "to decide"])
    for operation in plan.operations.entries {
      table.add([
        MarkdownText.code(operation.address.text), Self.prose(operation.text),
        Self.markdown(operation.server), Self.markdown(operation.after),
        operation.conflict.map(Self.prose) ?? "",
      ])
    }
    page.table(table, title: "", noun: "operation")
  }
}

extension PropertyLine.Side {
  /// Whether it is one of the two that can be shown as one.
  fileprivate var isShared: Bool { self == .device || self == .server }
}
