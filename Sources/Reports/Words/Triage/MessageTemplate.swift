package import Analyzer

/// A sentence with holes, filled with what a message names.
package struct MessageTemplate: Hashable, Sendable, ExpressibleByStringLiteral {
  private let parts: [MessageText.Part]

  package init(_ text: String) { parts = MessageText.parts(of: text) }
  package init(stringLiteral text: String) { self.init(text) }

  /// The names of the holes.
  package var holes: [String] {
    parts.compactMap { if case .hole(let name) = $0 { name } else { nil } }
  }

  /// The sentence about a message that gives these names, numbers and times.
  package func filled(with captures: [Triage.Parameter] = []) -> String {
    parts.map { part in
      switch part {
      case .fixed(let text): text
      case .hole(let name): captures.first { $0.name == name }?.shownValue ?? "…"
      }
    }.joined()
  }
}

extension Triage.Parameter {
  /// What stands in a hole, for a sentence: without Realm's internal prefixes, escaped, shortened.
  fileprivate var shownValue: String {
    let text =
      switch name {
      case "class", "otherClass", "place": value.withoutPrefix("class_")
      case "names":
        value.split(separator: ",").map { $0.trimmed.withoutPrefix("class_") }
          .filter { !$0.isEmpty }.joined(separator: "`, `")
      case "type", "otherType": value.withoutPrefix("col_").withoutPrefix("type_")
      default: value
      }
    return Phrase.foreign(text, columns: 120, isQuoted: false)
  }
}

extension StringProtocol {
  fileprivate func withoutPrefix(_ prefix: String) -> String {
    String(hasPrefix(prefix) ? self[index(startIndex, offsetBy: prefix.count)...] : self[...])
  }

  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
