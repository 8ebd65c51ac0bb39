internal import Analyzer
internal import TraceFormat

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

extension ErrorExplanation.Layer {
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
