/// Two columns of text, the first padded to one width.
enum Columns {
  static func lines(_ rows: [(name: String, value: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { name, value in
      name + String(repeating: " ", count: width - name.count + 2) + value
    }
  }
}
