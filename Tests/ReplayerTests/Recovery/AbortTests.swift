import Importers
import ReplaySupport
import TestSupport
import Testing
import TraceCompression
import TraceFormat

@testable import Replayer

/// How recoveries end that don't go through: where Realm Core ends the process, and in its words, which people search
/// their logs for.
@Suite(.slow) struct AbortTests {
  /// The failures of the recovery itself; the gates before it and the transfer have tests of their own.
  private static let failures: Set<ResetFailureClass> = [
    .unrecoverable, .badChangeset, .rejectedByStorage,
  ]

  /// Over all that was recorded: an abort is found exactly where there was one.
  @Test(arguments: Vectors.resetFiles)
  func `a recovery aborts where Realm Core does, and fails in its words`(file: String) throws {
    for line in try Vectors.lines(of: file) {
      let reset = try RecordedReset(line)
      let expected = reset.vector.expectation
      let attempt = ClientReset.perform(try reset.situation(), mode: reset.vector.mode).attempt
      let name = Comment(rawValue: reset.vector.name)
      #expect((attempt.ending == .crash) == (expected.result == .crash), name)
      if expected.failure.map(Self.failures.contains) == true {
        #expect(attempt.failure?.message == expected.message, name)
      }
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
