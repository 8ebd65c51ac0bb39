import AnalysisSupport
import Testing
import TraceFormat

@testable import Analyzer
@testable import Reports

/// What is said of the engine's messages.
@Suite struct ErrorExplanationWordsTests {
  @Test(arguments: EngineMessage.all)
  func `An explanation gives the names of its message`(message: EngineMessage) {
    let explanation = ErrorExplanation(explaining: message.text)
    for name in message.names {
      // A mode is spelled as it is everywhere.
      let words = ResetMode(rawValue: name)?.optionName ?? name
      #expect(explanation.cause.contains(words), "\(explanation.cause)")
    }
    #expect(!explanation.dataNow.isEmpty)
    #expect(!explanation.cause.contains("…"), "every hole is filled")
  }

  @Test(arguments: [
    ("208", "shared to a dedicated cluster"), ("222", "maximum offline time"),
    ("228", "what it may read or write"), ("is_client_reset_requested", "mode is manual"),
  ])
  func `Causes that Realm's documentation names are named`(term: String, words: String) {
    #expect(ErrorExplanation(explaining: term).cause.contains(words))
  }

  @Test func `A test by terminating sync is said to show no loss`() {
    #expect(
      ErrorExplanation(explaining: "208").nextSteps.contains { $0.contains("to test resets") })
    #expect(
      !ErrorExplanation(explaining: "209").nextSteps.contains { $0.contains("to test resets") })
  }

  @Test func `A schema is to be restored only where the message is about one`() {
    let inside =
      "(instruction target: T[Int(1)], version: 0, last_integrated_remote_version: 0, "
      + "origin_file_ident: 0, timestamp: 0)"
    func steps(_ message: String) -> [String] {
      ErrorExplanation(explaining: "\(message) \(inside)").nextSteps
    }
    let schema = NextStep.restoreSchema.pattern.filled()
    #expect(steps("Update: Table 'T' does not exist").contains(schema))
    let link = steps("Unexpected link to embedded object while validating a primary key")
    #expect(!link.isEmpty && !link.contains(schema))
  }

  @Test func `A text has no hole that a message does not fill`() {
    for entry in ExplainedMessage.all {
      let layer = ErrorExplanation.Layer(entry.topic, variant: entry.variant)
      let holes = ([layer.cause, layer.dataNow] + layer.nextSteps).flatMap(\.holes).map(\.name)
      for pattern in entry.patterns {
        #expect(Set(pattern.holes.map(\.name)).isSuperset(of: holes), "\(entry.topic): \(pattern)")
      }
    }
  }

  @Test(arguments: ErrorExplanation.Topic.all + [.unknownMessage])
  func `There is something to say of every topic`(topic: ErrorExplanation.Topic) {
    let layer = ErrorExplanation.Layer(topic)
    #expect(!layer.cause.opening.isEmpty || !layer.cause.holes.isEmpty)
    #expect(!layer.dataNow.opening.isEmpty)
  }

  @Test func `Nothing is said of what the table of messages does not have`() {
    let table = ExplanationTable.embedded
    let topics = Set(ErrorExplanation.Topic.all.map(\.rawValue))
    #expect(Set(table.topics.keys) == topics.union(["unknown-message"]))
    #expect(table.endings.keys.allSatisfy { ErrorExplanation.Ending(rawValue: $0) != nil })
    for (topic, words) in table.topics {
      let known = ExplainedMessage.all.filter { $0.topic.rawValue == topic }.compactMap(\.variant)
      let variants = Set((words.variants ?? [:]).keys).subtracting([
        ErrorExplanation.Layer.downloaded
      ])
      #expect(variants.isSubset(of: known), "\(topic)")
    }
  }

  @Test func `A step is a sentence, or the name of one that several messages ask for`() {
    let table = ExplanationTable.embedded
    #expect(Set(table.steps.keys) == Set(NextStep.allCases.map(\.rawValue)))
    let words = Array(table.endings.values) + table.topics.values
    let steps = (words + words.flatMap { ($0.variants ?? [:]).values }).flatMap { $0.steps ?? [] }
    for step in steps where NextStep(rawValue: step) == nil {
      #expect(step.contains(" ") && step.hasSuffix("."), "\(step)")
    }
    for step in NextStep.allCases { #expect(steps.contains(step.rawValue), "\(step)") }
  }

  @Test func `What a message names can't break a line or steer a terminal`() {
    let explanation = ErrorExplanation(
      explaining: """
        Client reset cannot recover when classes have been removed: {A\u{1B}[31m\n\u{202E}B}
        """)
    #expect(explanation.cause.contains(#"A\u{1b}[31m\n\u{202e}B"#))
  }
}
