/// A message of the engine with holes for what differs from one to the next.
///
/// A pattern is found anywhere in a text, because messages are quoted in logs and in other
/// messages. Fixed parts are looked for from left to right and never a second time, so the time
/// that takes is linear in the text whatever it is.
struct MessagePattern: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Part: Hashable, Sendable {
    case fixed([UInt8])
    case hole(MessageHole)
  }

  let text: String
  let parts: [Part]
  /// The longest word that each text has that it matches, if there is one: see ``TextWords/key(_:)``.
  let word: UInt64?

  init(stringLiteral text: String) { self.init(text) }

  init(_ text: String) {
    self.text = text
    parts = MessageText.parts(of: text).map { part in
      switch part {
      case .fixed(let text): .fixed(Array(text.utf8))
      case .hole(let name): .hole(MessageHole(name: name))
      }
    }
    // What closes a message may be cut off, and a word at the end of a part may go on in the hole.
    let fixed = parts.compactMap { if case .fixed(let bytes) = $0 { bytes } else { nil } }
    word = TextWords(ArraySlice(fixed.first ?? [])).longestInnerKey
  }

  var holes: [MessageHole] {
    parts.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
  }
}

/// Where a pattern was found, and what stood in its holes.
package struct MessageMatch {
  /// Where the message begins in the text.
  var start: Int
  var captures: [Triage.Parameter] = []

  subscript(name: String) -> String? { captures.first { $0.name == name }?.value }
}

extension MessagePattern {
  /// The first place at which the pattern is found, if there is one.
  func match(_ text: ArraySlice<UInt8>) -> MessageMatch? {
    var search = MessageSearch(text)
    for (index, part) in parts.enumerated() {
      switch part {
      case .hole(let hole): search.hole = hole
      case .fixed(let fixed):
        guard search.take(fixed, isFirst: index < 2, isLast: index == parts.count - 1) else {
          return nil
        }
      }
    }
    return search.finish()
  }
}

/// A pattern on its way through a text.
private struct MessageSearch {
  let text: ArraySlice<UInt8>
  var position: Int
  /// The hole before the fixed part that is looked for next.
  var hole: MessageHole?
  var match: MessageMatch?

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  mutating func take(_ fixed: [UInt8], isFirst: Bool, isLast: Bool) -> Bool {
    let isToTheLast = hole?.content == .message && isLast
    let rest = text[position...]
    let found = isToTheLast ? rest.lastIndex(of: fixed) : rest.firstIndex(of: fixed)
    // A message that was cut off lacks what closes it.
    guard let found = found ?? (isToTheLast && !isFirst ? text.endIndex : nil) else { return false }
    guard fill(upTo: found, isFirst: isFirst) else { return false }
    if match == nil { match = MessageMatch(start: found) }
    position = min(found + fixed.count, text.endIndex)
    return true
  }

  /// Fills the open hole with what stands before an index.
  private mutating func fill(upTo end: Int, isFirst: Bool) -> Bool {
    guard let hole else { return true }
    var start = position
    if isFirst, hole.content == .word {
      start = text[position..<end].lastIndex(where: \.endsWord).map { $0 + 1 } ?? position
    }
    guard hole.accepts(text[start..<end]) else { return false }
    if match == nil { match = MessageMatch(start: start) }
    match?.captures.append(
      Triage.Parameter(
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
      case .anything, .message: nil
      }
    return fill(upTo: end ?? text.endIndex, isFirst: false) ? match : nil
  }
}
