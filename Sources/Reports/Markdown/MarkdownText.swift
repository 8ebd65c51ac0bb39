internal import TraceFormat

/// Text that comes from a trace, made inert for GitHub-flavoured Markdown.
///
/// Nothing in it can format, link, mention somebody, refer to an issue, open an element, end a cell
/// of a table or turn the direction of writing.
enum MarkdownText {
  static func prose(_ text: String) -> String {
    let scalars = Array(text.visible.unicodeScalars)
    return scalars.indices.map { index in
      escaped(
        scalars[index], after: scalars[..<index].suffix(3),
        before: scalars[(index + 1)...].first)
    }.joined()
  }

  /// A sentence of ours that names things between backticks, which become code.
  static func sentence(_ text: String) -> String {
    text.sentenceParts.enumerated().map { index, part in
      guard index % 2 == 1 else { return prose(part) }
      return part.isEmpty ? prose("``") : code(part)
    }.joined()
  }

  /// A sentence at the beginning of a line, where text of a trace could be a heading, a list or code.
  static func line(_ text: String) -> String {
    let sentence = sentence(text)
    guard let first = sentence.unicodeScalars.first else { return sentence }
    let isPlain = first.properties.isAlphabetic || first == "`" || first == "\"" || first == "&"
    return isPlain ? sentence : separator + sentence
  }

  private static func escaped(
    _ scalar: Unicode.Scalar, after: ArraySlice<Unicode.Scalar>, before next: Unicode.Scalar?
  ) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "|": "&#124;"
    case "\\", "`", "*", "_", "[", "]", "~": "\\\(scalar)"
    // Mathematics begins and ends with it, even behind a backslash.
    case "$": "<span>$</span>"
    // The beginning of an address of the web.
    case ":" where next == "/": "&#58;\(separator)"
    case "." where after.count == 3 && after.allSatisfy { $0 == "w" || $0 == "W" }:
      "&#46;\(separator)"
    // Mentions, references and emoji are looked for in what is rendered, where an escape is gone.
    case "@", "#": "\(scalar)\(separator)"
    case ":" where next?.properties.isAlphabetic ?? false: ":\(separator)"
    case "-" where endsInReference(after): "-\(separator)"
    default: String(scalar)
    }
  }

  /// A character without width, which keeps two others apart.
  private static let separator = "&#8203;"

  /// Whether the text ends as the name of an issue begins: `GH-7`.
  private static func endsInReference(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    ["GH", "gh", "Gh", "gH"].contains(text.suffix(2).map(String.init).joined())
  }

  /// A name or a value, as code: there Markdown looks for nothing at all.
  static func code(_ text: String) -> String {
    // Code has no escapes of its own.
    let visible = text.visible.withoutNumberSigns(#"\u{23}"#)
    guard !visible.isEmpty else { return "" }
    // By scalars: a mark that combines hides a backtick or a bar from a look at characters.
    let scalars = visible.unicodeScalars
    guard !scalars.contains("|") else { return codeElement(visible) }
    var (run, longest) = (0, 0)
    for scalar in scalars {
      run = scalar == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    // One space at each end is taken away again, and keeps backquotes and spaces of the text.
    let ends: [Unicode.Scalar?] = ["`", " "]
    let isPadded = ends.contains(scalars.first) || ends.contains(scalars.last)
    return isPadded ? "\(fence) \(visible) \(fence)" : fence + visible + fence
  }

  /// Code with a bar in it, which would end a cell of a table: all punctuation by its number.
  private static func codeElement(_ text: String) -> String {
    let escaped = text.escaping { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": nil
      case "@": "&#64;&#8203;"
      case "!"..."~": "&#\(scalar.value);"
      default: nil
      }
    }
    return "<code>\(escaped)</code>"
  }
}
