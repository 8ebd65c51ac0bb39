/// A sentence with holes, filled with what a message names.
package struct MessageTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
  enum Part: Hashable, Sendable {
    case fixed(String)
    case hole(String)
  }

  let parts: [Part]

  init(_ text: String) { parts = Self.parts(of: text) }
  package init(stringLiteral text: String) { self.init(text) }

  /// The names of the holes.
  var holes: [String] {
    parts.compactMap { if case .hole(let name) = $0 { name } else { nil } }
  }

  package func filled(with match: MessageMatch?) -> String {
    parts.map { part in
      switch part {
      case .fixed(let text): text
      case .hole(let name): match?[name].map { MessageHole(name: name).shown($0) } ?? "…"
      }
    }.joined()
  }

  /// Fixed text and holes, which are words in angle brackets.
  static func parts(of text: String) -> [Part] {
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
