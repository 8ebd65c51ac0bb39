/// A text with holes, which are written as their names in angle brackets.
package enum MessageText {
  package enum Part: Hashable, Sendable {
    case fixed(String)
    case hole(String)
  }

  /// Fixed text and holes, which are words in angle brackets.
  package static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      let name = rest[open...].dropFirst().prefix { $0.isLetter }
      let close = name.endIndex
      guard !name.isEmpty, close < rest.endIndex, rest[close] == ">" else {
        append(rest[...open], to: &parts)
        rest = rest[rest.index(after: open)...]
        continue
      }
      append(rest[..<open], to: &parts)
      parts.append(.hole(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    append(rest, to: &parts)
    return parts
  }

  private static func append(_ text: Substring, to parts: inout [Part]) {
    guard !text.isEmpty else { return }
    if case .fixed(let before)? = parts.last {
      parts[parts.count - 1] = .fixed(before + text)
    } else {
      parts.append(.fixed(String(text)))
    }
  }
}
