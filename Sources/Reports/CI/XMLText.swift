internal import TraceFormat

/// XML, built as a value and written with everything escaped.
package indirect enum XMLText: Hashable, Sendable {
  case text(String)
  /// An element; names are the writer's own, values and contents may be anybody's.
  case element(String, [Attribute], [XMLText])

  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension XMLText {
  /// The element as a document of its own, in UTF-8, with a line feed at the end.
  ///
  /// Elements that hold only elements are indented; text is never added to.
  package var document: String {
    var document = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    write(into: &document, depth: 0)
    return document
  }

  private func write(into document: inout String, depth: Int) {
    let indent = String(repeating: "  ", count: depth)
    switch self {
    case .text(let text): document += Self.escaped(text)
    case .element(let name, let attributes, let content):
      document += indent + "<" + name
      for attribute in attributes {
        document += " \(attribute.name)=\"\(Self.escaped(attribute.value, isAttribute: true))\""
      }
      guard !content.isEmpty else {
        document += "/>\n"
        return
      }
      document += ">"
      Self.write(content, into: &document, depth: depth, indent: indent)
      document += "</\(name)>\n"
    }
  }

  private static func write(
    _ content: [XMLText], into document: inout String, depth: Int, indent: String
  ) {
    let isText = content.contains { if case .text = $0 { true } else { false } }
    if !isText { document += "\n" }
    for part in content { part.write(into: &document, depth: isText ? 0 : depth + 1) }
    if !isText { document += indent }
  }

  private static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    text.visible(keeping: isAllowed).escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      // Needed in `]]>` alone, and harmless elsewhere.
      case ">": "&gt;"
      case "\"" where isAttribute: "&quot;"
      // A reader makes spaces of them in an attribute, and drops carriage returns everywhere.
      case "\n" where isAttribute, "\t" where isAttribute, "\r": "&#\(scalar.value);"
      default: nil
      }
    }.withoutNumberSigns("&#35;")
  }

  /// Whether XML allows a scalar that controls (XML 1.0, production 2). What it does not allow, or what
  /// would make a report say what it doesn't, is written by its number.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t" || scalar == "\r"
  }
}
