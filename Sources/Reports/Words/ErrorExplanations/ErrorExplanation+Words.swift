package import Analyzer
internal import TraceFormat

extension ErrorExplanation {
  /// What brought it about, with the names and numbers of the message, in one sentence without a final period.
  package var cause: String { decision.words }

  /// What the server asks for, where the text says that besides an error, in sentences.
  package var actionSentences: String? {
    guard let action, action != decision else { return nil }
    let name = action.captures.first?.value ?? ""
    return "It came with the action `\(name)`. \(action.words)."
  }

  package var dataNow: String { deciding.dataNow.filled(with: deciding.captures) }

  package var nextSteps: [String] {
    let own = decision.nextSteps.filter { $0 != NextStep.explainAction.pattern || action == nil }
    let others = deciding == decision ? [] : deciding.nextSteps
    return (own.filter { !others.contains($0) } + others).map { $0.filled(with: decision.captures) }
  }

  /// What says what becomes of the data: of most errors, the action that came with them.
  private var deciding: Layer {
    decision.topic.ending.isDecidedByAction ? action ?? decision : decision
  }
}

extension ErrorExplanation.Layer {
  /// What the message says, in one sentence without a final period.
  package var words: String { cause.filled(with: captures) }

  var cause: MessagePattern { said(\.cause) ?? "" }

  var dataNow: MessagePattern { said(\.data) ?? "" }

  var nextSteps: [MessagePattern] {
    (said(\.steps) ?? []).map { NextStep(rawValue: $0)?.pattern ?? MessagePattern($0) }
  }

  /// What is said of the variant, and else of the topic or its ending.
  private func said<Part>(_ part: (ExplanationWords) -> Part?) -> Part? {
    let table = ExplanationTable.embedded
    let own = table.topics[topic.rawValue]
    let words = [
      variant.flatMap { own?.variants?[$0] }, own, table.endings[topic.ending.rawValue],
    ]
    return words.compactMap { $0.flatMap(part) }.first
  }
}

extension MessagePattern {
  package func filled(with captures: [ErrorExplanation.Parameter] = []) -> String {
    String(decoding: opening, as: UTF8.self)
      + holes.map { hole in
        let value = captures.first { $0.name == hole.name }?.shownValue ?? "…"
        return value + String(decoding: hole.literal, as: UTF8.self)
      }.joined()
  }
}

extension ErrorExplanation.Parameter {
  /// What is in a hole, for a sentence: without Realm's internal prefixes, escaped, shortened.
  fileprivate var shownValue: String {
    let text =
      switch name {
      case "class", "otherClass", "place": value.withoutPrefix("class_")
      case "names":
        value.split(separator: ",").map { $0.trimmed.withoutPrefix("class_") }
          .filter { !$0.isEmpty }.joined(separator: "`, `")
      case "type", "otherType": value.withoutPrefix("col_").withoutPrefix("type_")
      case "mode", "otherMode": ResetMode(spelling: value)?.optionName ?? value
      default: value
      }
    return text.escaped(columns: 120)
  }
}

extension StringProtocol {
  fileprivate func withoutPrefix(_ prefix: String) -> String {
    String(hasPrefix(prefix) ? self[index(startIndex, offsetBy: prefix.count)...] : self[...])
  }

  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// What `explanations.json` says of a message, of all with one topic, or of all with one ending.
struct ExplanationWords: Decodable, Sendable {
  /// What brought it about, in one sentence without a final period. Every hole in it is one of each pattern
  /// of the message.
  var cause: MessagePattern?
  var data: MessagePattern?
  /// What to do, in order: a sentence each, or the name of a ``NextStep``.
  var steps: [String]?
  var variants: [String: ExplanationWords]?
}

struct ExplanationTable: Decodable, Sendable {
  var steps: [String: MessagePattern]
  var endings: [String: ExplanationWords]
  var topics: [String: ExplanationWords]

  static let embedded = ExplanationTable(embedded: PackageResources.explanations_json)
}

/// A step that many messages ask for, by its name in `explanations.json`.
enum NextStep: String, CaseIterable {
  case compareModes, explainAction, ifAppAdded, ifServerRemoved, lookAround, lookAtError, planMerge
  case restoreSchema, saveFile, seeLosses, setManual

  var pattern: MessagePattern {
    ExplanationTable.embedded.steps[rawValue] ?? MessagePattern(rawValue)
  }
}
