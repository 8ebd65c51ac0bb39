import AnalysisSupport
import Testing

@testable import Analyzer
@testable import Reports

/// What is said of the engine's messages.
@Suite struct TriageWordsTests {
  @Test(arguments: EngineMessage.all)
  func `An explanation gives the names of its message`(message: EngineMessage) {
    let triage = Triage(explaining: message.text)
    for name in message.names { #expect(triage.cause.contains(name), "\(triage.cause)") }
    #expect(!triage.dataNow.isEmpty)
    #expect(!triage.cause.contains("…"), "every hole is filled")
  }

  @Test(arguments: [
    ("208", "shared to a dedicated cluster"), ("222", "maximum offline time"),
    ("228", "what it may read or write"), ("is_client_reset_requested", "mode is Manual"),
  ])
  func `Causes that Realm's documentation names are named`(term: String, words: String) {
    #expect(Triage(explaining: term).cause.contains(words))
  }

  @Test func `A test by terminating sync is said to show no loss`() {
    #expect(Triage(explaining: "208").nextSteps.contains { $0.contains("to test resets") })
    #expect(!Triage(explaining: "209").nextSteps.contains { $0.contains("to test resets") })
  }

  @Test func `A text has no hole that a message does not fill`() {
    for entry in TriageEntry.all {
      let prose = TriageProse.of(entry.topic)
      let holes = ([prose.cause, prose.dataNow] + prose.nextSteps).flatMap(\.holes)
      for pattern in entry.patterns {
        let filled = Set(pattern.holes.map(\.name))
        #expect(filled.isSuperset(of: holes), "\(entry.identifier): \(pattern.text)")
      }
    }
  }

  @Test func `There is something to say of every entry, and of nothing else`() {
    let entries = TriageEntry.all + [TriageEntry.unknown]
    for entry in entries {
      #expect(TriageProse.of(entry.topic).topic.identifier == entry.identifier)
    }
    let topics = Set(entries.map(\.topic))
    #expect(TriageProse.all.allSatisfy { topics.contains($0.topic) })
    #expect(Set(TriageProse.all.map(\.topic)).count == TriageProse.all.count)
  }

  @Test func `What a message names can't break a line or steer a terminal`() {
    let triage = Triage(
      explaining: """
        Client reset cannot recover when classes have been removed: {A\u{1B}[31m\n\u{202E}B}
        """)
    #expect(triage.cause.contains(#"A\u{1b}[31m\n\u{202e}B"#))
  }
}
