internal import Analyzer
internal import TraceFormat

/// How names and texts stand in statements, so that nothing in them can become a statement.
///
/// What controls something or cannot be seen is written by its number: a statement stays on its line, and
/// steers no terminal.
struct SQLQuoting {
  let dialect: SQLDialect

  private static let postgresNameSizeMaxBytes = 63

  func name(_ name: RealmString) throws(ExportLimit) -> String {
    guard let text = name.text, !text.isEmpty, !name.bytes.contains(0) else { throw .name }
    // PostgreSQL cuts off what is longer, and might take two names for one.
    guard dialect == .sqlite || name.bytes.count <= Self.postgresNameSizeMaxBytes else {
      throw .name
    }
    let hasHidden = text.hasHiddenScalars
    // SQLite has no way to write a scalar of a name by its number.
    guard dialect == .postgresql || !hasHidden else { throw .name }
    let doubled = text.replacing(each: "\"", with: "\"\"")
    return hasHidden ? "U&\"\(Self.unicodeEscaped(doubled))\"" : "\"\(doubled)\""
  }

  func name(_ table: RealmString, in schema: RealmString?) throws(ExportLimit) -> String {
    guard let schema else { return try name(table) }
    return "\(try name(schema)).\(try name(table))"
  }

  func text(_ text: RealmString) throws(ExportLimit) -> String {
    switch dialect {
    case .sqlite: return sqliteText(text)
    case .postgresql: return postgresText(try text.exportedText(allowsNUL: false))
    }
  }

  /// A text as a literal that no target refuses.
  func text(_ text: String) throws(ExportLimit) -> String { try self.text(RealmString(text)) }

  private func sqliteText(_ text: RealmString) -> String {
    guard let plain = text.text, !plain.hasHiddenScalars else {
      return "CAST(X'\(Hex.encode(text.bytes))' AS TEXT)"
    }
    return "'\(plain.replacing(each: "'", with: "''"))'"
  }

  /// Backslashes stand in a string of the form `E'…'`, which means the same under every setting of
  /// `standard_conforming_strings`.
  private func postgresText(_ text: String) -> String {
    let isPlain = !text.utf8.contains(UInt8(ascii: "\\")) && !text.hasHiddenScalars
    guard !isPlain else { return "'\(text.replacing(each: "'", with: "''"))'" }
    let escaped = text.escaping { scalar in
      switch scalar {
      case "'": "''"
      case "\\": "\\\\"
      case let hidden where hidden.isHidden:
        hidden.value > 0xFFFF
          ? "\\U" + hidden.value.padded(to: 8, radix: 16)
          : "\\u" + hidden.value.padded(to: 4, radix: 16)
      default: nil
      }
    }
    return "E'\(escaped)'"
  }

  private static func unicodeEscaped(_ name: String) -> String {
    name.escaping { scalar in
      switch scalar {
      case "\\": "\\\\"
      case let hidden where hidden.isHidden: "\\+" + hidden.value.padded(to: 6, radix: 16)
      default: nil
      }
    }
  }
}
