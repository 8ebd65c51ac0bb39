import Importers
import Replayer
import TestSupport
import Testing
import TraceFormat

/// The messages of recoveries that fail, which people search their logs for.
@Suite(.slow) struct RecoveryMessageTests {
  /// The failures of the recovery itself; the gates before it and the transfer have tests of their own.
  static let failures: Set<ResetFailureClass> = [.unrecoverable, .badChangeset, .rejectedByStorage]

  @Test(arguments: Vectors.resetFiles)
  func `a recovery fails in the words of Realm Core`(file: String) throws {
    for line in try Vectors.lines(of: file) {
      let reset = try RecordedReset(line)
      let expected = reset.vector.expectation
      guard let failure = expected.failure, Self.failures.contains(failure) else { continue }
      let performed = ClientReset.perform(try reset.situation(), mode: reset.vector.mode)

      #expect(
        performed.attempt.failure?.message == expected.message, Comment(rawValue: reset.vector.name)
      )
    }
  }
}
