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
    for topic in ErrorExplanationPage.topics {
      #expect(text.components(separatedBy: "\n### \(topic.rawValue)\n").count == 2, "\(topic)")
    }
    try GoldenFile.check(text, against: path)
  }
}

/// What the document says of each topic. What stands before the first topic of a section is written by hand.
private enum ErrorExplanationPage {
  /// The sections, by their first topics.
  private static let sections = [
    "client-reset-failed": "The reset as a whole",
    "automatic-reset-failed": "Errors in the SDKs",
    "download-not-integrated": "Downloads",
    "recovery-not-allowed": "Gates",
    "primary-keys-differ": "Transfer",
    "recovery-failed": "Recovery",
    "bad-changeset": "Instructions",
    "index-out-of-bounds": "Storage",
    "object-gone": "What a recovery drops or overwrites",
    "subscription-refused": "Errors of the protocol",
    "connection-lost": "Connections",
    "unknown-message": "Unknown messages",
  ]

  /// All but those of actions, which docs/rules.md explains.
  static let topics = (ErrorExplanation.Topic.all + [.unknownMessage]).filter { topic in
    !ExplainedMessage.all.contains { message in
      message.topic == topic && message.terms.contains { ServerAction(rawValue: $0) != nil }
    }
  }

  /// The page with everything anew that is not written by hand.
  static func text(from page: String) -> String {
    var topics: [String: [ErrorExplanation.Topic]] = [:]
    var section = ""
    for topic in Self.topics {
      section = sections[topic.rawValue] ?? section
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
    let cause = ErrorExplanation.Layer(topic).cause
    let variants = entries.filter { self.cause(of: $0) != cause }
    let codes = variants.filter { Int($0.variant ?? "") != nil }
    let others = Set(variants.filter { !codes.contains($0) }.map { self.cause(of: $0) })
    let downloaded = ErrorExplanation.Layer(topic, variant: ErrorExplanation.Layer.downloaded).cause
    let inDownloads = downloaded == cause ? "" : wrapped("In a download: \(sentence(downloaded))")
    let parts =
      [patterns(of: entries), terms(of: topic, entries.filter { !codes.contains($0) })]
      + [wrapped(sentence(cause))] + others.map { wrapped(sentence($0)) }.sorted()
      + [inDownloads, list(codes)]
    return (["### \(topic.rawValue)"] + parts.filter { !$0.isEmpty }).joined(separator: "\n\n")
  }

  private static func cause(of entry: ExplainedMessage) -> MessagePattern {
    ErrorExplanation.Layer(entry.topic, variant: entry.variant).cause
  }

  /// The messages, without the instruction that many begin with, and without those that only have more
  /// before another one, inside which that is found.
  private static func patterns(of entries: [ExplainedMessage]) -> String {
    let texts = entries.flatMap(\.patterns).map { pattern in
      String(pattern.written { "<\($0)>" }.trimmingPrefix("<instruction>: "))
    }
    var seen: Set<String> = []
    return texts.filter { text in
      seen.insert(text).inserted && !texts.contains { $0 != text && text.hasSuffix($0) }
    }.map { "- `\($0)`" }.joined(separator: "\n")
  }

  /// A line for each meaning, with all numbers and names that have it.
  private static func list(_ codes: [ExplainedMessage]) -> String {
    var meanings: [MessagePattern] = []
    for code in codes where !meanings.contains(cause(of: code)) { meanings.append(cause(of: code)) }
    return meanings.map { meaning in
      let terms = codes.filter { cause(of: $0) == meaning }.flatMap(\.terms)
      return wrapped("- \(joined(terms)): \(sentence(meaning))", indent: "  ")
    }.joined(separator: "\n")
  }

  private static func terms(
    of topic: ErrorExplanation.Topic, _ entries: [ExplainedMessage]
  ) -> String {
    let names = ExplainedMessage.all.filter { $0.topic == topic }.flatMap(\.sdkNames)
    var seen: Set = [spelling(topic.rawValue.replacing("-", with: ""))]
    let terms = (entries.flatMap(\.terms) + names).filter { seen.insert(spelling($0)).inserted }
    return terms.isEmpty ? "" : wrapped("Also for: \(joined(terms)).")
  }

  /// The same for all spellings of a name, of which the page has the first.
  private static func spelling(_ term: String) -> String {
    String(term.normalizedName.trimmingPrefix("rlmerr"))
  }

  private static func joined(_ terms: [String]) -> String {
    terms.map { "`\($0)`" }.joined(separator: ", ")
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
      if let line = lines.last, line.count + 1 + word.count <= 150 {
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
