extension String {
  /// The columns that the text takes: two for what East Asian fonts and emoji draw wide.
  package var columnCount: Int { isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.columnCount } }

  /// Whether every byte is a character of one column, as mostly.
  var isPrintableASCII: Bool { utf8.allSatisfy { 0x20...0x7E ~= $0 } }

  /// The text, or as much of its beginning as fits with an ellipsis.
  package func shortened(to columns: Int) -> String {
    if utf8.count <= columns, isPrintableASCII { return self }
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

  /// The text, or as much of its beginning and its end as fits around an ellipsis; the end has a quarter of the room.
  package func shortenedInMiddle(to columns: Int) -> String {
    guard columnCount > columns else { return self }
    let endColumns = columns / 4
    var used = 0
    let end = reversed().prefix { character in
      used += character.columnCount
      return used <= endColumns && character.unicodeScalars.count <= 8
    }
    return shortened(to: columns - endColumns) + String(end.reversed())
  }

  package func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, columns - columnCount))
  }

  /// The words of the text in lines; a word longer than a line is shortened.
  package func wrapped(to columns: Int) -> [String] {
    let words =
      isPrintableASCII
      ? Array(utf8).split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      : split(separator: " ").map(String.init)
    var lines: [String] = []
    var (line, used) = ([UInt8](), 0)
    for word in words {
      let word = word.shortened(to: columns)
      let width = word.columnCount
      if !line.isEmpty, used + 1 + width > columns {
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
      }
      used = line.isEmpty ? width : used + 1 + width
      if !line.isEmpty { line.append(0x20) }
      line += word.utf8
    }
    return line.isEmpty ? lines : lines + [String(decoding: line, as: UTF8.self)]
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
