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

extension Int {
  /// A number with its noun: `1 session`, `2 sessions`, `0 sessions`.
  func counted(_ singular: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? singular : plural ?? singular + "s")"
  }
}
