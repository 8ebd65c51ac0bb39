internal import TraceFormat

/// What a report says, block by block, before any form is given to it.
///
/// Text, Markdown and HTML draw the same blocks (``text(_:)``, ``markdown(within:)``, ``html(_:)``), so a
/// report of any verb is written once. A sentence may name things between backticks, which are code where
/// the form has code. What a block quotes may be hostile: each form makes it inert.
struct Document {
  var title: String
  private(set) var blocks: [Block] = []

  enum Block {
    case heading(String, level: Int)
    case paragraph(String, indent: Int, TextStyle.Role?)
    /// A paragraph with a mark before its first line.
    case item(String, indent: Int)
    /// A paragraph behind a word that says what it is.
    case entry(String, word: String, columns: Int, TextStyle.Role?, indent: Int)
    /// A path or a command, whole however long it is, so that it can be copied, behind a word.
    case copied(String, word: String, TextStyle.Role?, indent: Int)
    /// A line as it is: what is too wide is cut where lines have a width.
    case line(String, indent: Int)
    case table(Table)
    case chart(Chart)
    /// An empty line.
    case gap
  }

  /// A table, whose first column names the rows.
  struct Table {
    struct Cell {
      var text: String
      var role: TextStyle.Role?
      /// The part of a page that it leads to, where there are parts.
      var link: String?

      init(_ text: String, _ role: TextStyle.Role? = nil, link: String? = nil) {
        (self.text, self.role, self.link) = (text, role, link)
      }
    }

    /// What each column is; empty where the table has no head.
    var columns: [String]
    var rows: [[Cell]] = []
    /// What a row is about, such as `mode`.
    var noun: String
  }

  mutating func heading(_ text: String, level: Int = 2) {
    blocks.append(.heading(text, level: level))
  }

  mutating func paragraph(_ text: String, indent: Int = 2, _ role: TextStyle.Role? = nil) {
    blocks.append(.paragraph(text, indent: indent, role))
  }

  mutating func item(_ text: String, indent: Int = 2) { blocks.append(.item(text, indent: indent)) }

  mutating func items(_ texts: [String], indent: Int = 2) {
    for text in texts { item(text, indent: indent) }
  }

  /// A heading and items, at most so many; nothing where there are none.
  mutating func list(_ texts: [String], under heading: String, max: Int? = nil) {
    guard !texts.isEmpty else { return }
    self.heading(heading)
    items(Array(texts.prefix(max ?? texts.count)))
    if let max { rest(texts.count - max, .faint) }
  }

  /// That so many more are shown with `--verbose`; nothing where there are none.
  mutating func rest(_ count: Int, noun: String? = nil, _ role: TextStyle.Role? = nil) {
    guard count > 0 else { return }
    paragraph(Phrase.rest(count, noun) + Phrase.verboseHint, role)
  }

  mutating func entry(
    _ text: String, behind word: String, columns: Int, _ role: TextStyle.Role? = nil,
    indent: Int = 2
  ) {
    blocks.append(.entry(text, word: word, columns: columns, role, indent: indent))
  }

  mutating func copied(
    _ text: String, behind word: String = "", _ role: TextStyle.Role? = nil, indent: Int = 2
  ) {
    // Twice the longest path that a system takes: a log can claim any.
    let text = text.shortenedInMiddle(to: 8_192)
    blocks.append(.copied(text, word: word, role, indent: indent))
  }

  mutating func line(_ text: String, indent: Int = 2) { blocks.append(.line(text, indent: indent)) }

  mutating func table(_ table: Table) { if !table.rows.isEmpty { blocks.append(.table(table)) } }
  mutating func table(_ columns: [String], _ noun: String, _ rows: [[String]]) {
    table(Table(columns: columns, rows: rows.map { $0.map { .init($0.visible) } }, noun: noun))
  }

  mutating func chart(_ chart: Chart) { blocks.append(.chart(chart)) }

  mutating func gap() { blocks.append(.gap) }

  mutating func append(_ other: Document) { blocks += other.blocks }
}

extension String {
  /// The parts of a sentence, by turns text and code: code stands between backticks, and those in quotation marks
  /// are a value's own. A backtick without its counterpart is text.
  var sentenceParts: [String] {
    var (parts, isQuoted, isEscaped) = ([""], false, false)
    for character in self {
      if character == "`", !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"", !isEscaped, parts.count % 2 == 1 { isQuoted.toggle() }
      isEscaped = isQuoted && character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts.count % 2 == 1 ? parts : [self]
  }
}
