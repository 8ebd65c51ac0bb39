internal import TraceFormat

/// The escaping of all text that reaches a page, in elements and attributes alike.
///
/// A character can be a `<` together with what combines with it, before or after; this escapes scalars, which is what
/// browsers read. What could turn the direction of writing, hide or look like something else it makes visible first.
enum HTMLEscaping {
  /// The text, inert in elements and in quoted attributes.
  static func escaped(_ text: String) -> String {
    text.visible(keeping: { $0 == "\n" || $0 == "\t" }).escaping { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }.withoutNumberSigns("&#35;")
  }
}
