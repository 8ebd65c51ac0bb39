import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Whole sessions of several clients, from the wire alone: what each side had at each moment is found out.
@Suite(.slow) struct MergedSessionTests {
  private func timeline(of client: Int, in events: [Event]) throws -> SessionTimeline {
    var replay = Replay()
    for event in events { replay.observe(event) }
    return try replay.timeline(session: UInt32(client + 1))
  }

  @Test func `after each download both sides have what they really had`() throws {
    for seed in TestSeed.seeds(25) {
      let star = try Star(seed: seed, steps: 200)
      for client in 0..<3 {
        let timeline = try timeline(of: client, in: star.capture.events)
        let seen = "seed \(seed), client \(client); \(TestSeed.hint)"
        #expect(timeline.foundGaps.isEmpty, "\(seen)")
        for truth in star.truths(of: client) {
          let point = try #require(timeline.points.last { $0.sequence == truth.sequence })
          let after = "\(seen), after record \(truth.sequence)"
          #expect(point.client?.canonicalJSON == truth.client.canonicalJSON, "\(after)")
          #expect(
            timeline.unsynced(at: point).map { $0.changeset.encoded() } == truth.unsynced,
            "\(after)")
          guard let server = truth.server else { continue }
          #expect(point.base?.canonicalJSON == server.canonicalJSON, "\(after)")
        }
      }
    }
  }

  @Test func `once all is synced every client has what the server has`() throws {
    var mergedAway = 0
    for seed in TestSeed.seeds(25) {
      let star = try Star(seed: seed, steps: 200)
      for client in 0..<3 {
        let timeline = try timeline(of: client, in: star.capture.events)
        let end = try #require(timeline.points.last)
        let seen = "seed \(seed), client \(client); \(TestSeed.hint)"
        #expect(end.client?.canonicalJSON == star.serverState.canonicalJSON, "\(seen)")
        #expect(end.server?.canonicalJSON == star.serverState.canonicalJSON, "\(seen)")
        #expect(timeline.unsynced(at: end).isEmpty)
        mergedAway += timeline.merges.reduce(0) { $0 + $1.mergedAway.count }
      }
    }
    #expect(mergedAway > 100, "merges have left something out")
  }

  @Test func `what is unsynced at any point is the difference between the two sides`() throws {
    for seed in TestSeed.seeds(15) {
      let star = try Star(seed: seed, steps: 120)
      for client in 0..<3 {
        let timeline = try timeline(of: client, in: star.capture.events)
        for point in timeline.points {
          var state = try #require(point.base)
          for unsynced in timeline.unsynced(at: point) { try state.apply(unsynced.changeset) }
          #expect(
            state.canonicalJSON == point.client?.canonicalJSON,
            "seed \(seed), client \(client), record \(point.sequence); \(TestSeed.hint)")
        }
      }
    }
  }

  @Test func `a server that took uploads unheard has what it really had`() throws {
    for seed in TestSeed.seeds(15) {
      let star = try Star(seed: seed, steps: 120)
      let trial = try FaultTrial(star.capture.events)
      for client in 0..<3 {
        guard star.uploadCount(of: client) > 1 else { continue }
        let session = client + 1
        let outcome = try trial.outcome(
          ofSession: UInt32(session), .discardLocal,
          "at upload 2 where session=\(session): lost-acknowledgement",
          "at download \(star.downloadCount(of: client)) where session=\(session): client-reset")
        #expect(
          outcome.situation.fresh.canonicalJSON == star.serverState.canonicalJSON,
          "seed \(seed), client \(client); \(TestSeed.hint)")
      }
    }
  }

  @Test func `an acknowledgement that is lost at the end leaves no doubt`() throws {
    for seed in TestSeed.seeds(15) {
      let star = try Star(seed: seed, steps: 120)
      let trial = try FaultTrial(star.capture.events)
      for client in 0..<3 where star.uploadCount(of: client) > 1 {
        let session = client + 1
        let outcome = try trial.outcome(
          ofSession: UInt32(session), .discardLocal,
          "at upload \(star.uploadCount(of: client)) where session=\(session): lost-acknowledgement",
          "at download \(star.downloadCount(of: client)) where session=\(session): client-reset")
        let seen = "seed \(seed), client \(client); \(TestSeed.hint)"
        #expect(outcome.gaps.allSatisfy { $0.kind == .wireOnly }, "\(seen)")
        #expect(
          outcome.situation.fresh.canonicalJSON == star.serverState.canonicalJSON, "\(seen)")
      }
    }
  }

  @Test func `a backup has what the server really had at that version`() throws {
    for seed in TestSeed.seeds(8) {
      let star = try Star(seed: seed, steps: 120)
      let trial = try FaultTrial(star.capture.events)
      for version in star.versions(notOf: 0).suffix(12).dropLast() {
        let outcome = try trial.outcome(
          ofSession: 1, .discardLocal,
          "at download \(star.downloadCount(of: 0)) where session=1: restore-backup version=\(version)"
        )
        #expect(
          outcome.situation.fresh.canonicalJSON == star.serverStates[Int(version)].canonicalJSON,
          "seed \(seed), version \(version); \(TestSeed.hint)")
      }
    }
  }
}
