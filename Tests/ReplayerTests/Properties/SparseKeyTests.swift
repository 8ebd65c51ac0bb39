import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import RealmModel
@testable import Replayer

/// Where the keys of objects are far apart, as those of a file are, nothing else may differ.
@Suite struct SparseKeyTests {
  /// Ways to spread the keys 0, 1, 2 …, which keep their order.
  static let spreads: [@Sendable (Int64) -> Int64] = [
    { $0 << 40 | 5 },
    { $0 < 7 ? $0 : $0 + 1 << 50 },
    { (1 << 62) - 1_000_000 + $0 * $0 },
    { $0 },
  ]

  @Test(arguments: TestSeed.seeds(8), spreads.indices)
  func `the same operations lead to the same states`(seed: UInt64, spread: Int) throws {
    for kind in RandomSession.Kind.allCases {
      let session = try RandomSession(seed: seed, kind)
      let base = try session.base.respread(Self.spreads[spread])
      #expect(base.canonicalJSON == session.base.canonicalJSON, "seed \(seed); \(TestSeed.hint)")
      for (changes, expected) in [
        (session.unsynced, session.local), (session.serverChanges, session.fresh),
      ] {
        let state = try RandomSession.state(base, changes)
        #expect(state.canonicalJSON == expected.canonicalJSON, "seed \(seed); \(TestSeed.hint)")
        let (found, known) = (state.changes(since: base), expected.changes(since: session.base))
        #expect(found?.objects == known?.objects && found?.arrivals == known?.arrivals)
      }
    }
  }

  /// Trackers are lost by comparing keys of one class with those of another one, and an object that
  /// is created after a removed one has another key where the removed one was never known.
  @Test(arguments: TestSeed.seeds(8), spreads.indices)
  func `the same resets lead to the same states`(seed: UInt64, spread: Int) throws {
    for kind in RandomSession.Kind.allCases {
      let session = try RandomSession(seed: seed, kind)
      let base = try session.base.respread(Self.spreads[spread])
      for mode in [ResetMode.discardLocal, .recover] {
        let quirks = Quirks.realmCore.subtracting(.trackersAreLost)
        var sparse = session.situation
        sparse.local = try RandomSession.state(base, session.unsynced)
        sparse.fresh = try RandomSession.state(base, session.serverChanges)
        let expected = ClientReset.perform(session.situation, mode: mode, quirks: quirks)
        let found = ClientReset.perform(sparse, mode: mode, quirks: quirks)
        #expect(
          ResetChecks.repetition(expected, found).isEmpty, "seed \(seed); \(TestSeed.hint)")
      }
    }
  }
}
