import TraceFormat

/// Two columns of text, the first padded to one width. What is longer than a line has room for is shortened.
enum Columns {
  private static let columnsMax = 1_000

  static func lines(_ rows: [(name: String, value: String)]) -> [String] {
    let rows = rows.map { name, value in
      (
        name: name.visible.shortenedInMiddle(to: columnsMax),
        value: value.visible.shortenedInMiddle(to: columnsMax)
      )
    }
    let width = rows.map(\.name.columnCount).max() ?? 0
    return rows.map { name, value in name.padded(to: width + 2) + value }
  }
}
