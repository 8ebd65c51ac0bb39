import Foundation
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// `docs/triage.md` is made from the table of messages and the words for it, with `UPDATE_GOLDEN=1`.
@Suite struct ErrorExplanationPageTests {
  @Test func `the document is what table and words give`() throws {
    let path = "docs/triage.md"
    let page = String(decoding: try ProjectFiles.bytes(path), as: UTF8.self)
    let text = ErrorExplanationPage.text(from: page)
    for topic in ErrorExplanation.Topic.allCases {
      #expect(text.components(separatedBy: "\n### \(topic.rawValue)\n").count == 2, "\(topic)")
    }
    try GoldenFile.check(text, against: path)
  }
}

/// What the document says of each topic. What stands before the first topic of a section is written by hand.
private enum ErrorExplanationPage {
  /// The sections, by their first topics.
  private static let sections: [ErrorExplanation.Topic: String] = [
    .clientResetFailed: "The reset as a whole", .automaticResetFailed: "Errors in the SDKs",
    .downloadNotIntegrated: "Downloads", .recoveryNotAllowed: "Gates",
    .primaryKeysDiffer: "Transfer", .recoveryFailed: "Recovery", .badChangeset: "Instructions",
    .indexOutOfBounds: "Storage", .objectGone: "What a recovery drops or overwrites",
    .subscriptionRefused: "Errors of the protocol", .connectionLost: "Connections",
    .actionClientReset: "Actions", .unknownMessage: "Unknown messages",
  ]

  /// The page with everything anew that is not written by hand.
  static func text(from page: String) -> String {
    var topics: [String: [ErrorExplanation.Topic]] = [:]
    var section = ""
    for topic in ErrorExplanation.Topic.allCases {
      section = sections[topic] ?? section
      topics[section, default: []].append(topic)
    }
    return page.components(separatedBy: "\n## ").map { part in
      let own = part.components(separatedBy: "\n### ")[0]
        .trimmingCharacters(in: .newlines)
      let title = own.components(separatedBy: "\n")[0]
      return ([own] + (topics[title] ?? []).map(text)).joined(separator: "\n\n")
    }.joined(separator: "\n\n## ") + "\n"
  }

  private static func text(of topic: ErrorExplanation.Topic) -> String {
    let entries = ExplainedMessage.all.filter { $0.topic == topic }
    let patterns = entries.flatMap(\.patterns).map { "- `\($0.written { "<\($0)>" })`" }
    let cause = ErrorExplanation.Layer(topic).cause
    let variants = entries.compactMap(\.variant)
      .map { (name: $0, cause: ErrorExplanation.Layer(topic, variant: $0).cause) }
      .filter { $0.cause != cause }
    let codes = variants.filter { Int($0.name) != nil }
      .map { wrapped("- \($0.name): \(sentence($0.cause))", indent: "  ") }
    let parts =
      [patterns.joined(separator: "\n"), terms(of: topic, entries), wrapped(sentence(cause))]
      + variants.filter { Int($0.name) == nil }.map { wrapped(sentence($0.cause)) }
      + [codes.joined(separator: "\n")]
    return (["### \(topic.rawValue)"] + parts.filter { !$0.isEmpty }).joined(separator: "\n\n")
  }

  private static func terms(
    of topic: ErrorExplanation.Topic, _ entries: [ExplainedMessage]
  ) -> String {
    let names = SDKErrorName.byTopic[topic] ?? []
    var seen: Set<String> = []
    let terms = (entries.flatMap(\.terms) + names).filter { seen.insert($0).inserted }
    guard !terms.isEmpty else { return "" }
    return wrapped("Also for: \(terms.map { "`\($0)`" }.joined(separator: ", ")).")
  }

  private static func sentence(_ pattern: MessagePattern) -> String {
    var isCode = false
    let text = pattern.written { name in
      isCode ? "<\(name)>" : "*\(name)*"
    } after: { text in
      if !text.count(where: { $0 == "`" }).isMultiple(of: 2) { isCode.toggle() }
    }
    return text.replacingOccurrences(of: "docs/rules.md", with: "[rules.md](rules.md)") + "."
  }

  private static func wrapped(_ text: String, indent: String = "") -> String {
    var lines: [String] = []
    for word in text.components(separatedBy: " ") {
      if let line = lines.last, line.count + 1 + word.count <= 120 {
        lines[lines.count - 1] = "\(line) \(word)"
      } else {
        lines.append(lines.isEmpty ? word : indent + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension MessagePattern {
  /// The text with its holes.
  fileprivate func written(
    _ hole: (String) -> String, after text: (String) -> Void = { _ in }
  ) -> String {
    var result = String(decoding: opening, as: UTF8.self)
    text(result)
    for part in holes {
      let literal = String(decoding: part.literal, as: UTF8.self)
      result += hole(part.name) + literal
      text(literal)
    }
    return result
  }
}
