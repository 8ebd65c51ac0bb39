internal import TraceFormat

/// Lines of text, none of them wider than the page, and without anything that could steer a terminal, whoever wrote it.
struct TextPage {
  let columns: Int
  private(set) var lines: [String] = []
  let style: TextStyle

  init(_ options: ReportTextOptions) { (style, columns) = (options.style, options.columns) }

  var text: String { lines.map(\.withoutCommand).joined(separator: "\n") + "\n" }

  mutating func heading(_ text: String) {
    if !lines.isEmpty { lines.append("") }
    for line in text.visible.wrapped(to: columns) { lines.append(style.paint(line, .heading)) }
  }

  /// A line as it is, such as a row of a table.
  mutating func line(_ text: String, indent: Int = 2) {
    lines.append((Self.space(indent) + text.visible).shortened(to: columns).trimmingSpacesAtEnd)
  }

  mutating func paragraph(_ text: String, indent: Int = 2, _ role: TextStyle.Role? = nil) {
    for line in text.visible.wrapped(to: columns - indent) {
      lines.append(Self.space(indent) + style.paint(line, role))
    }
  }

  mutating func item(_ text: String, indent: Int = 2) {
    for (index, line) in text.visible.wrapped(to: columns - indent - 2).enumerated() {
      lines.append(Self.space(indent) + (index == 0 ? "- " : "  ") + line)
    }
  }

  mutating func paragraph(
    _ text: String, behind word: String, wordColumns: Int, _ role: TextStyle.Role?, indent: Int = 2
  ) {
    let start = indent + max(wordColumns, word.columnCount) + 2
    for (index, line) in text.visible.wrapped(to: columns - start).enumerated() {
      let head = style.paint(word, role) + Self.space(start - indent - word.columnCount)
      lines.append((index == 0 ? Self.space(indent) + head : Self.space(start)) + line)
    }
  }

  mutating func drawRow(_ row: String) { lines.append((Self.space(2) + row).trimmingSpacesAtEnd) }

  /// The path of a file behind a painted word, whole however long it is, so that it can be copied.
  mutating func path(_ path: String, behind word: String, _ role: TextStyle.Role?, indent: Int = 0)
  {
    lines.append("\(Self.space(indent))\(style.paint(word, role))  \(path.visible)")
  }

  mutating func gap() { lines.append("") }

  private static func space(_ count: Int) -> String { String(repeating: " ", count: count) }
}

extension String {
  fileprivate var trimmingSpacesAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
