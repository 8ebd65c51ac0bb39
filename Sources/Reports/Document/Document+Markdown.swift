extension Document {
  /// A page of its own under the document's title, for a comment on a pull request: with room for a line of whoever
  /// posts it within the 65,536 characters that GitHub takes, and it says what is left out.
  var markdownPage: String {
    var page = Document(title: title)
    page.heading(title, level: 3)
    page.append(self)
    return page.markdown(within: MarkdownPage.sizeMax - 512)
  }

  /// The document in GitHub-flavoured Markdown, within so many characters; it says what is left out.
  func markdown(within size: Int = MarkdownPage.sizeMax) -> String {
    var page = MarkdownPage()
    page.draw(blocks)
    return page.text(within: size)
  }
}

extension MarkdownPage {
  mutating func draw(_ blocks: [Document.Block]) {
    var index = blocks.startIndex
    while index < blocks.endIndex {
      let list = blocks[index...].prefix(while: \.isListed)
      if list.isEmpty {
        draw(blocks[index])
        index += 1
      } else {
        self.list(Self.rows(list))
        index += list.count
      }
    }
  }

  private mutating func draw(_ block: Document.Block) {
    switch block {
    case .heading(let text, let level): heading(MarkdownText.sentence(text), level: level)
    case .paragraph(let text, _, let role):
      paragraph(Self.mark(MarkdownText.line(text), role))
    case .table(let table): draw(table)
    case .chart(let chart): list(chart.lines.map { "- \(MarkdownText.code($0))" })
    case .copied(let text, let word, _, _):
      paragraph("**\(MarkdownText.prose(word))** \(MarkdownText.code(text))")
    case .item, .entry, .line, .gap: break
    }
  }

  /// The rows of a list: what stands deeper is a list in it.
  private static func rows(_ blocks: ArraySlice<Document.Block>) -> [String] {
    blocks.compactMap { block in
      switch block {
      case .item(let text, let indent): nested(MarkdownText.line(text), indent)
      case .paragraph(let text, let indent, _): nested(MarkdownText.line(text), indent)
      case .entry(let text, let word, _, let role, let indent):
        nested(
          word.isEmpty
            ? MarkdownText.sentence(text)
            : "\(mark(MarkdownText.prose(word), role)) \(MarkdownText.sentence(text))", indent)
      case .copied(let text, let word, _, let indent):
        nested(
          (word.isEmpty ? "" : MarkdownText.prose(word) + " ") + MarkdownText.code(text), indent)
      case .line(let text, let indent): nested(MarkdownText.line(text), indent)
      case .heading, .table, .chart, .gap: nil
      }
    }
  }

  private static func mark(_ word: String, _ role: TextStyle.Role?) -> String {
    role == .bad && !word.isEmpty ? "**\(word)**" : word
  }

  private static func nested(_ text: String, _ indent: Int) -> String {
    String(repeating: "  ", count: max(0, indent - 2) / 2) + "- " + text
  }

  /// Columns without any content are left out.
  private mutating func draw(_ table: Document.Table) {
    let count = table.rows.map(\.count).max() ?? 0
    let columns = table.columns.isEmpty ? Array(repeating: "", count: count) : table.columns
    let rows = table.rows.map { row in
      let cells = row.map { Self.mark(MarkdownText.sentence($0.text), $0.role) }
      return cells + Array(repeating: "", count: columns.count - cells.count)
    }
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    let head = [kept.map { MarkdownText.prose(columns[$0]) }, kept.map { _ in "---" }]
    list(
      rows.map { row in Self.line(kept.map { row[$0] }) }, under: head.map(Self.line),
      noun: table.noun)
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension Document.Block {
  /// Whether it is part of a list: an item, or what is said of one.
  fileprivate var isListed: Bool {
    switch self {
    case .item, .entry, .line: true
    // What the blocks below it are about stands above their list.
    case .copied(_, _, _, let indent): indent > 0
    case .paragraph(_, let indent, _): indent > 2
    case .heading, .table, .chart, .gap: false
    }
  }
}
