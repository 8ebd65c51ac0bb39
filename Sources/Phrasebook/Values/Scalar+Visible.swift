extension String {
  /// The text on one line, with everything by its number that could make it say what it doesn't.
  package var visible: String {
    guard unicodeScalars.contains(where: { $0.visibleForm != nil }) else { return self }
    return unicodeScalars.map { $0.visibleForm ?? String($0) }.joined()
  }
}

extension Unicode.Scalar {
  /// Such as `\u{1b}` for what could move a cursor, hide, or turn the direction of writing, and so
  /// make text say what it doesn't; nil for everything that is seen as it is. Line feeds and tabs
  /// are for the caller to judge.
  package var visibleForm: String? {
    switch self {
    case " "..."~": return nil
    case "\u{FFFE}", "\u{FFFF}": return numberForm
    default: break
    }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return numberForm
    default: return nil
    }
  }

  private var numberForm: String { "\\u{" + String(value, radix: 16) + "}" }
}
