internal import TraceFormat

extension Document {
  /// The document as one HTML page, which loads nothing and has no script.
  ///
  /// - Parameter source: What made it, such as `tracetool fleet report`.
  func html(source: String) -> String {
    HTMLWriter.page(title: title, source: source) { page in
      page.element("h1", [:], title)
      page.newLine()
      page.draw(isTitleFirst ? blocks.dropFirst() : blocks[...])
    }
  }

  private var isTitleFirst: Bool {
    if case .heading(let text, _)? = blocks.first { text.hasSameBytes(as: title) } else { false }
  }
}

extension HTMLWriter {
  /// Draws blocks in their order, those of a list in one list, each item with what belongs to it.
  ///
  /// - Parameters:
  ///   - depth: how many levels their headings are below those of a page.
  ///   - part: what the identifiers of the parts begin with that cells lead to.
  mutating func draw(
    _ blocks: some Collection<Document.Block>, below depth: Int = 0, partsOf part: String = ""
  ) {
    var rest = Array(blocks)[...]
    while let block = rest.first {
      if case .item = block {
        element("ul") { list in
          while case .item(let text, let indent)? = rest.first {
            let inside = rest.dropFirst().prefix { $0.isInside(itemAt: indent) }
            rest = rest.dropFirst(1 + inside.count)
            list.element("li", ["class": Self.classes(indent, nil)]) { item in
              item.sentence(text)
              item.draw(inside, below: depth, partsOf: part)
            }
          }
        }
      } else {
        draw(block, depth, part)
        rest = rest.dropFirst()
      }
      newLine()
    }
  }

  private mutating func draw(_ block: Document.Block, _ depth: Int, _ part: String) {
    switch block {
    case .heading(let text, let level):
      switch level + depth {
      case 1: element("h1") { $0.sentence(text) }
      case 2: element("h2") { $0.sentence(text) }
      default: element("h3") { $0.sentence(text) }
      }
    case .paragraph(let text, let indent, let role):
      element("p", ["class": Self.classes(indent, role)]) { $0.sentence(text) }
    case .entry(let text, let word, _, let role, let indent):
      element("p", ["class": Self.classes(indent, nil)]) { entry in
        if !word.isEmpty { entry.element("b", ["class": Self.classes(2, role)], word) }
        entry.text(" ")
        entry.sentence(text)
      }
    case .copied(let text, let word, let role, let indent):
      if !word.isEmpty { element("p", ["class": Self.classes(indent, role)], word) }
      element("pre", ["class": Self.classes(indent, nil)]) {
        $0.element("code", ["class": "copied"], text)
      }
    case .line(let text, let indent):
      element("p", ["class": Self.classes(indent, nil)]) { $0.sentence(text) }
    case .table(let table): draw(table, part)
    case .chart(let chart): draw(chart)
    // Items are drawn with the list that they are in.
    case .item, .gap: break
    }
  }

  private static func classes(_ indent: Int, _ role: TextStyle.Role?) -> String? {
    let depth: String? = indent > 2 ? "deeper" : nil
    let style = role == .heading ? nil : role?.rawValue
    let classes = [depth, style].compactMap(\.self)
    return classes.isEmpty ? nil : classes.joined(separator: " ")
  }

  private mutating func draw(_ table: Document.Table, _ part: String) {
    // Wide ones are moved sideways by keyboard, too.
    let region: KeyValuePairs<StaticString, String?> = [
      "class": "scroll", "tabindex": "0", "role": "region",
      "aria-label": table.noun.capitalizedFirst,
    ]
    element("div", region) { region in
      region.element("table", ["class": "document"]) { html in
        if !table.columns.isEmpty { html.drawHead(table.columns) }
        html.element("tbody") { body in for row in table.rows { body.draw(row, part) } }
      }
    }
  }

  /// - Parameter isSorted: whether the rows are in the order of the first column.
  mutating func drawHead(_ columns: [String], isSorted: Bool = false) {
    element("thead") { head in
      head.element("tr") { row in
        for (index, column) in columns.enumerated() {
          let order = isSorted && index == 0 ? "ascending" : nil
          row.element("th", ["scope": "col", "aria-sort": order], column)
        }
      }
    }
  }

  private mutating func draw(_ row: [Document.Table.Cell], _ part: String) {
    element("tr") { html in
      for (index, cell) in row.enumerated() {
        let style = Self.classes(2, cell.role)
        if index == 0 {
          html.element("th", ["scope": "row", "class": style]) { name in
            if let link = cell.link, !part.isEmpty {
              let report = "\(part)-\(link)"
              name.element("a", ["href": "#\(report)", "data-report": report], cell.text)
            } else {
              name.sentence(cell.text)
            }
          }
        } else {
          html.element("td", ["class": style]) { $0.sentence(cell.text) }
        }
      }
    }
    newLine()
  }
}

extension Document.Block {
  fileprivate func isInside(itemAt itemIndent: Int) -> Bool {
    switch self {
    case .paragraph(_, let indent, _), .line(_, let indent): indent > itemIndent
    case .copied(_, _, _, let indent): indent >= itemIndent
    default: false
    }
  }
}
