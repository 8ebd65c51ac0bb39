internal import TraceFormat

extension Document {
  func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(style: options.style, columns: options.columns)
    page.draw(blocks)
    return page.lines.map(\.withoutCommand).joined(separator: "\n") + "\n"
  }
}

/// Lines of text, none of them wider than the page, and without anything that could steer a terminal, whoever wrote it.
private struct TextPage {
  let style: TextStyle
  let columns: Int
  var lines: [String] = []

  mutating func draw(_ blocks: [Document.Block]) { for block in blocks { draw(block) } }

  private mutating func draw(_ block: Document.Block) {
    switch block {
    case .heading(let text, _):
      if !lines.isEmpty { lines.append("") }
      for line in text.visible.wrapped(to: columns) { lines.append(style.paint(line, .heading)) }
    case .paragraph(let text, let indent, let role): paragraph(text, indent: indent, role)
    case .item(let text, let indent):
      for (index, line) in text.visible.wrapped(to: columns - indent - 2).enumerated() {
        lines.append(Self.space(indent) + (index == 0 ? "- " : "  ") + line)
      }
    case .entry(let text, let word, let wordColumns, let role, let indent):
      let start = indent + max(wordColumns, word.columnCount) + 2
      for (index, line) in text.visible.wrapped(to: columns - start).enumerated() {
        let head = style.paint(word, role) + Self.space(start - indent - word.columnCount)
        lines.append((index == 0 ? Self.space(indent) + head : Self.space(start)) + line)
      }
    case .copied(let path, let word, let role, let indent):
      // Whole however long it is, so that it can be copied.
      lines.append("\(Self.space(indent))\(style.paint(word, role))  \(path.visible)")
    case .line(let text, let indent): line(text, indent: indent)
    case .table(let table): draw(table)
    case .chart(let chart): for text in chart.lines { line(text, indent: 2) }
    case .gap: lines.append("")
    }
  }

  private mutating func line(_ text: String, indent: Int) {
    lines.append((Self.space(indent) + text.visible).shortened(to: columns).trimmingSpacesAtEnd)
  }

  private mutating func paragraph(_ text: String, indent: Int = 2, _ role: TextStyle.Role?) {
    for line in text.visible.wrapped(to: columns - indent) {
      lines.append(Self.space(indent) + style.paint(line, role))
    }
  }

  private static func space(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Columns as wide as what is in them; where the page is narrower, the widest give way and are wrapped.
  private mutating func draw(_ table: Document.Table) {
    let head = table.columns.map { Document.Table.Cell($0, .faint) }
    let rows = (head.isEmpty ? [] : [head]) + table.rows
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { index in
      rows.map { $0.count > index ? $0[index].text.visible.columnCount : 0 }.max() ?? 0
    }
    widths[0] = min(widths[0], Self.nameColumnsMax)
    let room = columns - 2 * count
    while widths.reduce(0, +) > room {
      guard let widest = widths.indices.dropFirst().max(by: { widths[$0] < widths[$1] }),
        widths[widest] > Self.cellColumnsMin
      else {
        // What does not fit side by side stands below each other.
        for row in table.rows { draw(row, under: table.columns) }
        return
      }
      widths[widest] -= 1
    }
    for row in rows { draw(row, widths) }
  }

  private static let (nameColumnsMax, cellColumnsMin) = (32, 14)

  private mutating func draw(_ row: [Document.Table.Cell], _ widths: [Int]) {
    var cells = row
    // A name that is wider than its column has a line of its own: cut, it could be another one's.
    if cells[0].text.visible.columnCount > widths[0] {
      paragraph(cells[0].text, cells[0].role)
      cells[0].text = ""
    }
    // As it is where it fits: a name may be padded to be set apart.
    let wrapped = zip(cells, widths).map { cell, width in
      cell.text.visible.columnCount <= width
        ? [cell.text.visible] : cell.text.visible.wrapped(to: width)
    }
    for index in 0..<(wrapped.map(\.count).max() ?? 0) {
      var line = ""
      for (column, cell) in cells.enumerated() {
        let text = index < wrapped[column].count ? wrapped[column][index] : ""
        line += style.paint(text, text.isEmpty ? nil : cell.role)
        line += Self.space(max(0, widths[column] - text.columnCount) + 2)
      }
      lines.append((Self.space(2) + line).trimmingSpacesAtEnd)
    }
  }

  private mutating func draw(_ row: [Document.Table.Cell], under heads: [String]) {
    paragraph(row[0].text, row[0].role)
    for (cell, head) in zip(row, heads).dropFirst() where !cell.text.isEmpty {
      paragraph("\(head): \(cell.text)", indent: 4, cell.role)
    }
  }
}

extension String {
  fileprivate var trimmingSpacesAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
