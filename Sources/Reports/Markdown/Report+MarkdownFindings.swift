internal import Analyzer
internal import Campaigns
internal import Phrasebook
internal import RealmModel
internal import Replayer
internal import TraceFormat

// What was lost and what was overwritten, in tables.
extension Report {
  /// Wide enough for a UUID or a short sentence, so that tables stay tables.
  private static let cellColumns = 60

  func writeObjects(to page: inout MarkdownPage) {
    for group in WriteGroups(writes).classes {
      let names = ObjectNames(group.objects.compactMap(\.key))
      var table = MarkdownTable([
        "object", "property", "fate", "write", "device", "server", "now", "last sync", "why",
      ])
      for object in group.objects {
        let name = object.key.map { MarkdownText.code(names.name(of: $0)) } ?? "(schema)"
        for property in object.properties {
          table.add([name] + cells(for: line(for: property), of: object))
        }
      }
      let count = group.objects.reduce(0) { $0 + $1.writeCount }
      page.table(
        table,
        title: "### \(MarkdownText.code(group.name.shortName)): \(Phrase.count(count, "write"))",
        noun: "line")
    }
  }

  private func cells(for line: PropertyLine, of object: WriteGroups.ObjectGroup) -> [String] {
    func value(_ side: PropertyLine.Side) -> String {
      line.values.first { $0.side == side || $0.side == .deviceAndServer && side.isShared }
        .map { Self.markdown($0.content) } ?? ""
    }
    return [
      line.property.map { MarkdownText.code($0.shortName) } ?? object.ownName,
      line.fate.markdown, line.operation.map(Self.prose) ?? "",
      value(.device), value(.server), value(.now), value(.lastSync),
      line.notes.map(Self.prose).joined(separator: " "),
    ]
  }

  private static func markdown(_ content: PropertyLine.Content) -> String {
    switch content {
    case .sighting(let sighting): markdown(sighting)
    case .elementCount(let count): Phrase.count(count, "element")
    }
  }

  /// A value as code, and the absence of one in a word.
  private static func markdown(_ sighting: Sighting) -> String {
    let text = sighting.text(columns: cellColumns)
    return if case .value = sighting { MarkdownText.code(text) } else { text }
  }

  func writeCollateral(to page: inout MarkdownPage) {
    var table = MarkdownTable(["where", "what", "last sync", "server", "now", "why"])
    for entry in collateral {
      table.add([
        MarkdownText.code(entry.address.text), entry.kind.meaning,
        entry.before.map(Self.markdown) ?? "", Self.markdown(entry.server),
        Self.markdown(entry.after),
        Self.prose(entry.sentence + (entry.defect.map { "; \($0.words)" } ?? "")),
      ])
    }
    page.table(table, title: "### What was overwritten on the server", noun: "place")
  }

  func writeTraps(to page: inout MarkdownPage) {
    let told = toldCollateral()
    page.items(
      traps.map { sighting in
        let place = sighting.address.map { " at \(MarkdownText.code($0.text))" } ?? ""
        return "**\(sighting.trap.rawValue)** (\(sighting.trap.title))\(place): "
          + (told.contains(sighting.told) ? "see above" : Self.prose(sighting.effect.words))
      }, title: "### Known traps", noun: "trap")
  }

  func writeMergePlan(to page: inout MarkdownPage) {
    guard let mergePlan else { return }
    page.heading("Merge plan", level: 3)
    page.paragraph("\(mergePlan.sentence).")
    var table = MarkdownTable(["where", "to do", "server", "afterwards", "to decide"])
    for operation in mergePlan.operations {
      table.add([
        MarkdownText.code(operation.address.text), Self.prose(operation.action.words),
        Self.markdown(operation.server), Self.markdown(operation.after),
        operation.conflict.map { Self.prose($0.words) } ?? "",
      ])
    }
    page.table(table, title: "", noun: "operation")
  }
}

extension PropertyLine.Side {
  /// Whether it is one of the two that can be shown as one.
  fileprivate var isShared: Bool { self == .device || self == .server }
}
