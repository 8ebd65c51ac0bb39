internal import Phrasebook
internal import TraceFormat

extension Document {
  /// The document for people at a terminal or in a file.
  func text(_ options: ReportTextOptions = ReportTextOptions()) -> String {
    var page = TextPage(options)
    page.draw(blocks)
    return page.text
  }
}

extension TextPage {
  mutating func draw(_ blocks: [Document.Block]) {
    for block in blocks { draw(block) }
  }

  private mutating func draw(_ block: Document.Block) {
    switch block {
    case .heading(let text, _): heading(text)
    case .paragraph(let text, let indent, let role): paragraph(text, indent: indent, role)
    case .item(let text, let indent): item(text, indent: indent)
    case .entry(let text, let word, let columns, let role, let indent):
      paragraph(text, behind: word, wordColumns: columns, role, indent: indent)
    case .copied(let text, let word, let role, let indent):
      path(text, behind: word, role, indent: indent)
    case .line(let text, let indent): line(text, indent: indent)
    case .table(let table): draw(table)
    case .fold(let summary, let blocks):
      heading(summary)
      draw(blocks)
    case .gap: gap()
    }
  }

  /// Columns as wide as what is in them; the last one is wrapped.
  private mutating func draw(_ table: Document.Table) {
    let head = table.columns.map { Document.Table.Cell($0, .faint) }
    let rows = (head.isEmpty ? [] : [head]) + table.rows
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { index in
      rows.map { $0.count > index ? $0[index].text.visible.columnCount : 0 }.max() ?? 0
    }
    widths[0] = min(widths[0], table.nameColumnsMax)
    for row in rows { draw(row, widths) }
  }

  private mutating func draw(_ row: [Document.Table.Cell], _ widths: [Int]) {
    var cells = row
    // A name that is wider than its column has a line of its own: cut, it could be another one's.
    if cells[0].text.visible.columnCount > widths[0] {
      paragraph(cells[0].text, cells[0].role)
      cells[0].text = ""
    }
    var head = ""
    for (cell, width) in zip(cells.dropLast(), widths) {
      head += style.paint(cell.text.visible, cell.role)
      head += String(repeating: " ", count: max(0, width - cell.text.visible.columnCount) + 2)
    }
    let start = widths.prefix(cells.count - 1).reduce(2) { $0 + $1 + 2 }
    guard let last = cells.last else { return }
    drawHanging(last.text, behind: head, at: start, last.role)
  }
}
