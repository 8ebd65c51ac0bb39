internal import Analyzer
internal import RealmModel
internal import TraceFormat

/// The tables of a report's writes and objects: the page's script draws their rows, from what ``record(in:)`` gives it.
struct WriteListing {
  /// The identifier of the report's element; those of all elements in it begin with it.
  let id: String
  let report: Report
  /// The objects with the indexes of the writes to each, and the classes with those to their schemas: by class, and
  /// within one in the order of their first write. A name is short, and still another one for each object of the class.
  let objects: [(place: Address, name: String, writes: [Int])]

  init(_ report: Report, id: String) {
    (self.report, self.id) = (report, id)
    let places = report.writes.indices.groupedInOrder { report.writes[$0].address.wholeObject }
    let byClass = Dictionary(grouping: places, by: \.key.className)
    objects = byClass.sorted { $0.key < $1.key }.flatMap { _, objects in
      let names = ObjectNames(Set(objects.compactMap(\.key.object)))
      return objects.map { place, writes in
        (place, place.object.map(names.name(of:)) ?? Self.schemaName, writes)
      }
    }
  }

  /// What stands for a class among the objects.
  static let schemaName = "(schema)"

  /// The different names among all writes, in order.
  private func names(_ name: (JudgedWrite) -> String?) -> [String] {
    Set(report.writes.lazy.compactMap(name).map { TextBytes($0) }).sorted().map(\.text)
  }
}

extension HTMLWriter {
  /// The tables of writes and objects, without their rows; nothing where there are none.
  mutating func draw(_ listing: WriteListing) {
    let (writeCount, objectCount) = (listing.report.writes.count, listing.objects.count)
    guard writeCount > 0 else { return }
    drawTable(
      "writes", of: listing, count: writeCount.counted("write"),
      ["Write", "Client version", "Object", "Property", "Operation", "Fate", "Why"], isSorted: true
    ) { $0.drawFilters(of: listing) }
    drawTable(
      "objects", of: listing, count: objectCount.counted("object"),
      ["Class", "Object", "Writes", "Fates"], isSorted: false
    ) { $0.drawForm(label: "Filter the objects") { _ in } }
    element("div", ["class": "pages"])
    newLine()
  }

  /// What stands around the rows of a table.
  ///
  /// - Parameters:
  ///   - list: how the script finds what its rows are.
  ///   - isSorted: whether the rows are those of writes, in the order of the first column to begin with.
  private mutating func drawTable(
    _ list: String, of listing: WriteListing, count: String, _ columns: [String], isSorted: Bool,
    filters: (inout HTMLWriter) -> Void
  ) {
    let id = "\(listing.id)-\(list)"
    let section: KeyValuePairs<StaticString, String?> = [
      "class": "listing", "aria-labelledby": id, "data-list": list,
    ]
    element("section", section) { section in
      section.element("h3", ["id": id, "tabindex": "-1"], list.capitalizedFirst)
      filters(&section)
      section.element("p", ["class": "count", "role": "status"], count)
      if isSorted {
        section.element("noscript") { $0.element("p", [:], Phrase.drawnByScript) }
      }
      section.element("table", ["class": "rows \(list)", "aria-labelledby": id]) { html in
        html.drawHead(columns, isSorted: isSorted)
        html.element("tbody")
      }
    }
    newLine()
  }

  /// The controls above a table; they do something only where scripts run.
  private mutating func drawForm(label: String, _ fields: (inout HTMLWriter) -> Void) {
    element("form", ["class": "filters", "hidden": "", "aria-label": label]) { form in
      fields(&form)
      form.element("div", ["class": "fields"]) { row in
        row.element("label", ["class": "wide"]) { label in
          label.text("Text ")
          label.open(
            "input",
            ["type": "search", "name": "text", "autocomplete": "off", "spellcheck": "false"])
        }
        row.element("button", ["type": "reset"], "Clear")
      }
    }
  }

  private mutating func drawFilters(of listing: WriteListing) {
    drawForm(label: "Filter the writes") { form in
      form.element("fieldset") { set in
        set.element("legend", [:], "Fate")
        for (fate, count) in listing.report.ownTotals {
          let chip: KeyValuePairs<StaticString, String?> = [
            "type": "button", "class": "chip \(fate.rawValue)", "aria-pressed": "false",
            "data-fate": fate.rawValue,
          ]
          set.element("button", chip) { button in
            button.text("\(fate.rawValue) ")
            button.element("b", [:], "\(count)")
          }
        }
      }
      form.element("div", ["class": "fields"]) { row in
        for (label, names) in listing.choices where !names.isEmpty { row.drawChoice(label, names) }
      }
    }
  }

  private mutating func drawChoice(_ label: String, _ names: [String]) {
    element("label") { html in
      html.text("\(label) ")
      html.element("select", ["name": label.lowercased()]) { choice in
        choice.element("option", ["value": ""], "all")
        for name in names { choice.element("option", ["value": name], name) }
      }
    }
  }
}

extension WriteListing {
  fileprivate var choices: [(String, [String])] {
    [
      ("Class", names { $0.address.className.shortName }),
      ("Property", names { $0.address.propertyName }), ("Cause", names { $0.cause?.rawValue }),
    ]
  }
}
