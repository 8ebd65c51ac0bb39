import TraceFormat

/// Two columns of text, the first padded to one width.
enum Columns {
  static func lines(_ rows: [(name: String, value: String)]) -> [String] {
    let rows = rows.map { (name: $0.name.visible, value: $0.value.visible) }
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count + 2) + value
    }
  }
}
