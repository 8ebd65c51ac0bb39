/// A table whose cells are Markdown. Columns without any content are left out.
struct MarkdownTable {
  var columns: [String]
  var rows: [[String]] = []

  init(_ columns: [String]) { self.columns = columns }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == columns.count, "a row has a cell for each column")
    rows.append(cells)
  }

  var lines: (head: [String], rows: [String]) {
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let head = [kept.map { columns[$0] }, kept.map { _ in "---" }]
    return (
      head.map(Self.line), rows.map { row in Self.line(kept.map { row[$0] }) }
    )
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}
