internal import TraceFormat

/// The cells of a table of comma-separated values.
///
/// An empty cell is a property that was not written to. Null is `null`. Text that could be taken for a formula,
/// for null, for nothing, for a string of JSON or that has something in it that cannot be seen, is a string of
/// JSON, in quotation marks of its own.
enum CSVCell {
  /// A cell with a text of ours or of a number.
  static func plain(_ text: String) -> String {
    let isPlain = !text.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
        || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: ";")
    }
    return isPlain ? text : "\"\(text.replacing(each: "\"", with: "\"\""))\""
  }

  /// A cell with text of a user's.
  static func text(_ text: RealmString) -> String {
    guard let shown = text.text, !needsJSON(shown) else { return plain(text.json.text()) }
    return plain(shown)
  }

  static func json(_ json: JSONText) -> String {
    switch json {
    case .null: "null"
    case .string(let value): text(RealmString(value))
    default: plain(json.text())
    }
  }

  private static func needsJSON(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text != "null" else { return true }
    return "=+-@\"'{[\\".unicodeScalars.contains(first) || first.properties.isWhitespace
      || fullWidthFormulaMarks.contains(first.value) || text.hasHiddenScalars
  }

  /// The same marks at full width, which some programs take for them.
  private static let fullWidthFormulaMarks: Set<UInt32> = [0xFF1D, 0xFF0B, 0xFF0D, 0xFF20]
}
