internal import TraceFormat

// A pattern is found anywhere in a text, because messages are quoted in logs and in other messages. Fixed parts are
// looked for from left to right and never a second time, so the time that takes is linear in the text whatever it is.
extension MessagePattern {
  func firstMatch(in text: ArraySlice<UInt8>) -> MessageMatch? {
    // Mostly this is all that there is to do.
    if !opening.isEmpty, text.firstIndex(of: opening) == nil { return nil }
    var search = MessageSearch(text)
    if !opening.isEmpty, !search.take(opening, isFirst: true, isLast: holes.isEmpty) { return nil }
    for (index, hole) in holes.enumerated() {
      search.hole = hole
      let isFirst = index == 0 && opening.isEmpty
      guard
        hole.literal.isEmpty
          || search.take(hole.literal, isFirst: isFirst, isLast: index == holes.count - 1)
      else { return nil }
    }
    return search.finish()
  }
}

struct MessageMatch {
  var start: Int
  var captures: [ErrorExplanation.Parameter] = []

  subscript(name: String) -> String? { captures.first { $0.name == name }?.value }
}

private struct MessageSearch {
  let text: ArraySlice<UInt8>
  var position: Int
  /// The hole before the fixed part that is looked for next.
  var hole: MessagePattern.Hole?
  var match: MessageMatch?

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  mutating func take(_ fixed: [UInt8], isFirst: Bool, isLast: Bool) -> Bool {
    let isToTheLast = hole?.isGreedy == true && isLast
    let rest = text[position...]
    let found = isToTheLast ? rest.lastIndex(of: fixed) : rest.firstIndex(of: fixed)
    // A message that was cut off lacks what closes it.
    guard let found = found ?? (isToTheLast && !isFirst ? text.endIndex : nil) else { return false }
    guard fill(upTo: found, isFirst: isFirst) else { return false }
    if match == nil { match = MessageMatch(start: found) }
    position = min(found + fixed.count, text.endIndex)
    return true
  }

  private mutating func fill(upTo end: Int, isFirst: Bool) -> Bool {
    guard let hole else { return true }
    var start = position
    if isFirst, hole.content == .word {
      start = text[position..<end].lastIndex(where: \.endsWord).map { $0 + 1 } ?? position
    }
    guard hole.accepts(text[start..<end]) else { return false }
    if match == nil { match = MessageMatch(start: start) }
    match?.captures.append(
      ErrorExplanation.Parameter(
        name: hole.name, value: String(decoding: text[start..<end], as: UTF8.self)))
    self.hole = nil
    return true
  }

  /// Fills a hole at the end with the rest of the text.
  mutating func finish() -> MessageMatch? {
    guard let hole else { return match }
    let end: Int? =
      switch hole.content {
      case .word: text[position...].firstIndex(where: \.endsWord)
      case .number: text[position...].firstIndex { !$0.isDigit }
      case .anything: nil
      }
    return fill(upTo: end ?? text.endIndex, isFirst: false) ? match : nil
  }
}

extension MessagePattern.Hole {
  fileprivate enum Content {
    /// Digits, possibly negative.
    case number
    /// No spaces or quotation marks.
    case word
    /// Anything up to the next fixed part.
    case anything
  }

  fileprivate var content: Content {
    switch name {
    case "index", "count", "limit", "code": .number
    case "instruction", "action", "mode", "otherMode", "type", "otherType", "url": .word
    default: .anything
    }
  }

  fileprivate func accepts(_ text: ArraySlice<UInt8>) -> Bool {
    switch content {
    case .number:
      let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
      return !digits.isEmpty && digits.count <= 20 && digits.allSatisfy { $0.isDigit }
    case .word: return !text.isEmpty && text.count <= 64 && !text.contains { $0.endsWord }
    case .anything: return true
    }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether a word of a message ends before it.
  fileprivate var endsWord: Bool {
    switch self {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "'"), UInt8(ascii: "\""),
      UInt8(ascii: "`"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}
