import Importers
import RealmModel
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// A state goes into a trace as a snapshot with Realm's numbers, as the import of a file makes it.
@Suite(.slow) struct NumberedStateTests {
  private func rebuilt(_ state: RealmState) throws -> RealmState {
    let snapshot = StateListing.snapshot(of: state, role: .local)
    let built = try RealmState(
      applying: snapshot.changesets.map { try Changeset(decoding: $0) })
    return try built.numbered(by: #require(snapshot.keys))
  }

  @Test(arguments: Vectors.resetFiles)
  func `a reset of states out of snapshots is the reset of the states themselves`(file: String)
    throws
  {
    var count = 0
    for line in try Vectors.lines(of: file).prefix(250) {
      let recorded = try RecordedReset(line)
      let situation = try recorded.situation()
      var numbered = situation
      numbered.local = try rebuilt(situation.local)
      numbered.fresh = try rebuilt(situation.fresh)
      #expect(numbered.local.canonicalJSON == situation.local.canonicalJSON)
      let expected = ClientReset.perform(situation, mode: recorded.vector.mode)
      let found = ClientReset.perform(numbered, mode: recorded.vector.mode)
      let name = recorded.vector.name
      #expect(found.attempt.ending == expected.attempt.ending, "\(name)")
      #expect(found.result.after.canonicalJSON == expected.result.after.canonicalJSON, "\(name)")
      #expect(
        found.result.reupload.map { $0.encoded() } == expected.result.reupload.map { $0.encoded() },
        "\(name)")
      count += 1
    }
    #expect(count > 0)
  }

  @Test func `-0.0 comes back out of a snapshot and out of canonical JSON`() throws {
    var count = 0
    for line in try Vectors.lines(of: "rare/resets.ndjson") {
      let recorded = try RecordedReset(line)
      guard recorded.vector.name.contains("-0.0") else { continue }
      let situation = try recorded.situation()
      for state in [situation.local, situation.fresh] {
        let text = state.canonicalJSON
        let read = try CanonicalListing.snapshot(
          parsing: Array(text.text().utf8), role: .fresh, memory: .unlimited)
        let built = try RealmState(applying: read.changesets.map { try Changeset(decoding: $0) })
        #expect(built.canonicalJSON == text, "\(recorded.vector.name)")
        #expect(try rebuilt(state).canonicalJSON == text, "\(recorded.vector.name)")
        count += 1
      }
    }
    #expect(count > 0)
  }
}
