/// Text by the columns it takes on a terminal.
extension String {
  /// The columns that the text takes: two for what East Asian fonts and emoji draw wide.
  package var columnCount: Int { reduce(0) { $0 + $1.columnCount } }

  /// The text, or as much of its beginning as fits with an ellipsis.
  package func shortened(to columns: Int) -> String {
    var kept = ""
    var (used, keptCount, keptAtLimit) = (0, 0, 0)
    for character in self {
      // A character can be one letter and a thousand accents; that is not text to be read.
      let shown = character.unicodeScalars.count <= 8 ? character : "\u{FFFD}"
      used += shown.columnCount
      kept.append(shown)
      keptCount += 1
      if used <= columns - 1 { keptAtLimit = keptCount }
      guard used <= columns else { return kept.prefix(keptAtLimit) + "…" }
    }
    return kept
  }

  /// The text with spaces up to so many columns.
  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - columnCount))
  }

  /// The words of the text in lines; a word longer than a line is shortened.
  package func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: true) {
      let word = String(word).shortened(to: columns)
      if !line.isEmpty, line.columnCount + 1 + word.columnCount > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

extension Character {
  fileprivate var columnCount: Int {
    guard let first = unicodeScalars.first else { return 0 }
    guard first.value >= 0x1100 else { return 1 }
    return Self.wideRanges.contains { $0.contains(first.value) } ? 2 : 1
  }

  /// The blocks of Unicode that terminals draw in two columns, roughly.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
