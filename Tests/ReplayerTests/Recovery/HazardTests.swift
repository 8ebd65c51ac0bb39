import Importers
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Replayer

/// Inputs on which Realm Core may or does end the process.
@Suite struct HazardTests {
  func attempt(_ file: String, _ name: String) throws -> ResetAttempt {
    let lines = try LineReader(path: ProjectFiles.path("Tests/Vectors/\(file)"))
    let vector = try VectorImporter.vector(named: name) { try lines.next() }
    let outcomes = try Replay.run(events: VectorImporter.events(of: vector), mode: .recover)
    return try #require(outcomes.first?.attempts.last)
  }

  @Test func `a tombstone in a class with a gap among its columns is named as a hazard`() throws {
    let attempt = try attempt("reset-fuzz.ndjson.zst", "fuzz-101-recover-0")
    #expect(attempt.hazards.count == 1)
    guard case .tombstoneBesideColumnGap = attempt.hazards.first else {
      Issue.record("\(attempt.hazards)")
      return
    }
  }

  @Test func `null taken out of a set ends Realm Core`() throws {
    let attempt = try attempt("reset-lists.ndjson.zst", "lists-256-recover-0")
    #expect(attempt.ending == .crash)
    #expect(attempt.failure?.failureClass == nil)
  }

  @Test func `most resets have no hazard`() throws {
    #expect(
      try attempt("demo/field-inspections.ndjson.zst", "field-inspections-recover").hazards == [])
  }
}
