import Importers
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Resets that random sessions hardly meet, each made for one rule, and what Realm Core did.
@Suite struct RareResetTests {
  @Test(arguments: try Vectors.lines(of: "rare/resets.ndjson"))
  func `a reset ends as it does in Realm Core`(line: [UInt8]) throws {
    let recorded = try RecordedReset(line)
    let vector = recorded.vector
    let reset = ClientReset.performToEnd(try recorded.situation(), mode: vector.mode)
    let attempt = reset.attempt
    let expected = vector.expectation
    #expect(
      attempt.ending == expected.result, "\(vector.name): \(String(describing: attempt.failure))")
    #expect(attempt.failure?.failureClass == expected.failure, "\(vector.name)")
    if let reupload = expected.reupload {
      let uploaded = reset.result.reupload
      #expect(uploaded.count == reupload.count, "\(vector.name)")
      for (own, change) in zip(uploaded, reupload) {
        let changeset = try Changeset(decoding: change.changeset)
        #expect(own.hasSameInstructions(as: changeset), "\(vector.name), \(change.clientVersion)")
      }
    }
    guard let state = expected.stateText else { return }
    #expect(reset.result.after.canonicalJSON.text() == String(decoding: state, as: UTF8.self))
  }
}
