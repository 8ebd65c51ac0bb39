internal import TraceFormat

/// The escaping of all text that reaches a page, in elements and attributes alike.
///
/// A character can be a `<` together with what combines with it, before or after; this escapes scalars, which is what
/// browsers read. What could turn the direction of writing, hide or look like something else it makes visible first.
enum HTMLEscaping {
  /// The text, inert in elements and in quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count + 16)
    for scalar in text.visible(keeping: { $0 == "\n" || $0 == "\t" }).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.withoutNumberSigns("&#35;")
  }
}
