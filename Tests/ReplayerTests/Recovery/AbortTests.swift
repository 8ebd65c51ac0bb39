import Importers
import RealmModel
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Replayer

/// Inputs on which Realm Core ends the process.
@Suite(.slow) struct AbortTests {
  /// Over all that was recorded: an abort is found exactly where there was one.
  @Test(arguments: Vectors.resetFiles)
  func `a recovery aborts where Realm Core does`(file: String) throws {
    for line in try Vectors.lines(of: file) {
      let reset = try RecordedReset(line)
      let performed = ClientReset.perform(try reset.situation(), mode: reset.vector.mode)
      #expect(
        (performed.attempt.ending == .crash) == (reset.vector.expectation.result == .crash),
        Comment(rawValue: reset.vector.name))
    }
  }

  @Test func `the reason says which class it was`() throws {
    let lines = try LineReader(
      path: ProjectFiles.path("Tests/Vectors/reset-fuzz.ndjson.zst"))
    let vector = try VectorImporter.vector(named: "fuzz-101-recover-0") { try lines.next() }
    let outcome = try Replay.run(events: VectorImporter.events(of: vector), mode: .recover)[0]
    #expect(outcome.ending == .crash)
    #expect(
      outcome.failure?.message
        == "the first tombstone of class 'T2', where a collection follows a removed property")
  }
}
