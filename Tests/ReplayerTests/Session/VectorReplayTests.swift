import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite(.slow) struct VectorReplayTests {
  @Test func `a vector's trace replays to what Realm Core did`() throws {
    var count = 0
    for line in try Vectors.lines(of: "reset-core.ndjson.zst") {
      let vector = try ResetVector(parsing: Array(line))
      guard vector.mode == .discardLocal, vector.expectation.result != .crash else { continue }
      count += 1
      let events = VectorImporter.events(of: vector)
      let outcomes = try Replay.run(events: events, mode: .discardLocal)
      let outcome = try #require(outcomes.first)
      #expect(outcomes.count == 1)
      #expect(outcome.ending == vector.expectation.result, "\(vector.name)")
      #expect(outcome.failure?.failureClass == vector.expectation.failure, "\(vector.name)")
      #expect(outcome.observed?.recorded.result == vector.expectation.result)
      #expect(
        outcome.situation.unsynced.map(\.clientVersion) == vector.unsynced.map(\.clientVersion))
      #expect(
        outcome.result.rulings.count
          == outcome.situation.unsynced.reduce(0) { $0 + $1.changeset.instructions.count }
      )
      #expect((outcome.situation.base == nil) == (vector.base == nil))
    }
    #expect(count == 289)
  }

  @Test func `a field inspection discarded leaves the server's state and no re-upload`() throws {
    let line = try #require(try Vectors.lines(of: "demo/field-inspections.ndjson.zst").last)
    let events = VectorImporter.events(of: try ResetVector(parsing: Array(line)))
    let outcome = try #require(try Replay.run(events: events, mode: .discardLocal).first)
    #expect(outcome.ending == .discarded)
    #expect(outcome.result.after.canonicalJSON == outcome.situation.fresh.canonicalJSON)
    #expect(outcome.situation.local.canonicalJSON != outcome.situation.fresh.canonicalJSON)
    #expect(outcome.result.reupload.isEmpty)
    #expect(
      outcome.result.rulings.allSatisfy { $0.rule == .discardedByMode && $0.effect == .discarded })
    #expect(outcome.result.pendingReset?.mode == .discardLocal)
  }
}
