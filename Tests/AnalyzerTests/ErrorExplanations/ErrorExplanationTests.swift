import AnalysisSupport
import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@testable import Analyzer

@Suite struct ErrorExplanationTests {
  @Test(arguments: EngineMessage.all)
  func `a message of the engine is explained`(message: EngineMessage) {
    let explanation = ErrorExplanation(explaining: message.text)
    #expect(explanation.identifier == message.identifier)
    #expect(explanation.isRecognized)
  }

  @Test(arguments: EngineMessage.all)
  func `a message is recognized behind a log's prefix, in quotation marks and in another's text`(
    message: EngineMessage
  ) {
    for text in [
      "2024-05-01 12:00:00.000 ERROR: Connection[1]: Session[2]: \(message.text)",
      "\"\(message.text)\"", "  \(message.text)\n",
      "Error Domain=io.realm Code=7 \"\(message.text) Logs: https://example.com/logs?co_id=1\"",
    ] {
      #expect(ErrorExplanation(explaining: text).identifier == message.identifier, "\(text)")
    }
  }

  @Test func `messages inside messages are unwrapped, outermost first`() {
    let explanation = ErrorExplanation(
      explaining: """
        A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: \
        Bad client file identifier (IDENT): 'Unable to automatically recover local changes during \
        client reset: 'While recovering during client reset, an AddColumn instruction could not be \
        applied: 'AddColumn(Link) 'class_T0.l00' to table 'T1' which doesn't exist (instruction \
        table: T0, version: 0, last_integrated_remote_version: 0, origin_file_ident: 0, timestamp: \
        0). Please contact support.'''
        """)
    #expect(
      explanation.layers.map(\.identifier) == [
        "client-reset-failed", "recovery-failed", "property-added-differently", "bad-changeset",
        "property-target-missing",
      ])
    #expect(
      explanation.parameters.contains(
        ErrorExplanation.Parameter(name: "action", value: "ClientReset")))
    #expect(
      explanation.parameters.contains(
        ErrorExplanation.Parameter(name: "place", value: "class_T0.l00")))
    #expect(explanation.unrecognizedPart == nil)
  }

  @Test(arguments: [
    ("my callback failed", ["client-reset-failed"]),
    (
      "Client reset cannot recover when tables have been removed: {class_T}",
      ["client-reset-failed", "classes-removed"]
    ),
  ])
  func `a failed reset is recognized as clients before Realm Core 14.10 say it`(
    inner: String, identifiers: [String]
  ) {
    for verb in ["occurred", "occured"] {
      let explanation = ErrorExplanation(
        explaining: "A fatal error \(verb) during client reset: '\(inner)'")
      #expect(explanation.layers.map(\.identifier) == identifiers)
      #expect(explanation.layers[0].variant == "anywhere")
    }
  }

  @Test func `what does not fit in a download is the server's`() {
    let inner =
      "Update: No such field: 'x' in class 'T' (instruction target: T[1].x, version: 4, last_integrated_remote_version: 0, origin_file_ident: 2, timestamp: 0)"
    let download = ErrorExplanation(explaining: "Failed to apply received changeset: \(inner)")
    #expect(download.layers.map(\.variant) == [nil, "downloaded", "downloaded"])
    let twice = ErrorExplanation(
      explaining:
        "Failed to integrate downloaded changesets: Failed to apply received changeset: \(inner)")
    #expect(twice.layers.map(\.identifier) == download.layers.map(\.identifier))
    let missing = ErrorExplanation(
      explaining:
        "Failed to parse, or apply received changeset: Update: No such object: T in class '7'")
    #expect(missing.decision.topic == download.decision.topic)
    #expect(missing.layers.last?.captures.map(\.value) == ["Update", "T", "7"])
    #expect(missing.layers.last?.captures.map(\.name) == ["instruction", "class", "object"])
    let recovery = ErrorExplanation(
      explaining: "Unable to automatically recover local changes during client reset: '\(inner)'")
    #expect(recovery.layers.map(\.identifier).suffix(2) == ["bad-changeset", "property-gone"])
    #expect(recovery.layers.allSatisfy { $0.variant == nil })
  }

  @Test func `a message that nobody knows says so, and what of it was recognized`() {
    let nothing = ErrorExplanation(explaining: "the dog ate it")
    #expect(!nothing.isRecognized)
    #expect(nothing.identifier == "unknown-message")
    #expect(nothing.unrecognizedPart == "the dog ate it")
    let callback = ErrorExplanation(
      explaining: """
        A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: \
        Bad: 'my callback failed'
        """)
    #expect(callback.identifier == "client-reset-failed")
    #expect(callback.unrecognizedPart == "my callback failed")
  }

  @Test func `a message that was cut off is recognized as far as it goes`() {
    let explanation = ErrorExplanation(
      explaining: """
        A fatal error occurred during 'ClientReset' client reset diff for SyncClientResetRequired: \
        Bad: 'Client reset cannot recover when classes have been removed: {Go
        """)
    #expect(explanation.layers.map(\.identifier).first == "client-reset-failed")
  }

  /// No message is in the demo's file, where nothing fails.
  @Test(.slow, arguments: Vectors.resetFiles.filter { !$0.hasPrefix("demo/") })
  func `every message that Realm Core really wrote is recognized to its core`(file: String) throws {
    var seen: Set<String> = []
    for line in try Vectors.lines(of: file) {
      let vector = try ResetVector(parsing: line)
      let message = vector.expectation.message
      guard !message.isEmpty, seen.insert(message).inserted else { continue }
      let explanation = ErrorExplanation(explaining: message)
      #expect(explanation.isRecognized && explanation.unrecognizedPart == nil, "\(message)")
      let wrappers = ["recovery-failed", "bad-changeset"]
      #expect(!wrappers.contains(explanation.identifier), "\(message)")
    }
    #expect(!seen.isEmpty)
  }

  @Test func `every failure that a replayed scenario ends in is explained in its report`() throws {
    var identifiers: Set<String> = []
    for path in try ScenarioFiles.paths() {
      let events = try Scenario(parsing: ProjectFiles.bytes(path)).events
      guard events.askForReset else { continue }
      let outcomes = try Engine.allCases.flatMap { engine in
        try ResetMode.allCases.flatMap {
          try Replay.run(events: events, mode: $0, quirks: engine.quirks)
        }
      }
      for report in outcomes.map({ Analysis.report(of: $0) }) {
        #expect(report.explanations.count == report.attempts.count { $0.failure != nil })
        for explanation in report.explanations {
          #expect(
            explanation.isRecognized && explanation.unrecognizedPart == nil,
            "\(path): \(explanation)")
          identifiers.insert(explanation.identifier)
        }
      }
    }
    #expect(identifiers.count > 10)
  }
}
