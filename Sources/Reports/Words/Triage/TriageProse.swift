package import Analyzer
internal import TraceFormat

/// What is said of one thing that the engine can say: what brought it about, what happens to the data
/// now, and what to do.
///
/// The texts are templates; every hole in them is a hole of each pattern of their entry (which a test
/// checks).
package struct TriageProse: Hashable, Sendable {
  package var topic: Triage.Topic
  package var cause: MessageTemplate
  package var dataNow: MessageTemplate
  package var nextSteps: [MessageTemplate]

  init(
    _ topic: Triage.Topic, cause: MessageTemplate, dataNow: MessageTemplate,
    nextSteps: [MessageTemplate]
  ) {
    self.topic = topic
    self.cause = cause
    self.dataNow = dataNow
    self.nextSteps = nextSteps
  }

  init(
    _ identifier: String, variant: String? = nil, cause: MessageTemplate,
    dataNow: MessageTemplate, nextSteps: [MessageTemplate]
  ) {
    self.init(
      Triage.Topic(identifier, variant: variant), cause: cause, dataNow: dataNow,
      nextSteps: nextSteps)
  }
}

extension TriageProse {
  /// Whether the action that comes with an error says what becomes of the data.
  var isDecidedByAction: Bool { dataNow == .actionDecides || dataNow == .dataStays }

  /// All that there is to say.
  package static let all: [TriageProse] =
    [unknown] + resets + downloads + errorHandlers + gates + transfer + recovery + misfits
    + listPositions + storage + discards
    + actions + [unknownCode] + families.flatMap(\.prose)

  private static let families: [FamilyProse] =
    FamilyProse.clientResets + FamilyProse.refusals + FamilyProse.protocolFaults
    + FamilyProse.connections + FamilyProse.subscriptions

  private static let byTopic: [Triage.Topic: TriageProse] = Dictionary(
    all.map { ($0.topic, $0) }
  ) { first, _ in first }

  /// What is said of a topic: of its heading where nothing is said of its variant, and that nothing is
  /// known where nothing is said of either.
  package static func of(_ topic: Triage.Topic) -> TriageProse {
    byTopic[topic] ?? byTopic[Triage.Topic(topic.identifier)] ?? unknown
  }

  /// For what no entry is about.
  private static let unknown = TriageProse(
    "unknown-message", cause: "No message of a client reset that is known here",
    dataNow: "Nothing can be said about the data.",
    nextSteps: [
      """
      Look for the message that came before or around this one: a failed reset is reported as \
      `A fatal error occurred during …`.
      """
    ])

  private static let unknownCode = TriageProse(
    "unknown-error-code", cause: "The error number is none that Realm Core 14.14 knows",
    dataNow: .actionDecides,
    nextSteps: ["Look for a newer client that knows it.", .explainAction])
}

/// What is said of error numbers of one kind: what they have in common, and what each means where
/// that is more.
struct FamilyProse {
  private let common: TriageProse
  /// What brought it about, by number.
  private let codes: [Int32: MessageTemplate]
  /// What to do too, by number.
  private let steps: [Int32: MessageTemplate]

  init(
    _ identifier: String, cause: MessageTemplate, dataNow: MessageTemplate,
    nextSteps: [MessageTemplate], codes: [Int32: MessageTemplate] = [:],
    steps: [Int32: MessageTemplate] = [:]
  ) {
    common = TriageProse(identifier, cause: cause, dataNow: dataNow, nextSteps: nextSteps)
    self.codes = codes
    self.steps = steps
  }

  var prose: [TriageProse] {
    [common]
      + codes.sorted { $0.key < $1.key }.map { number, cause in
        var prose = common
        prose.topic.variant = String(number)
        prose.cause = cause
        prose.nextSteps += steps[number].map { [$0] } ?? []
        return prose
      }
  }
}
