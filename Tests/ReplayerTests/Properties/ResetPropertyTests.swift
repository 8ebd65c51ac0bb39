import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// What holds of every reset, on random sessions: beside the vectors, and independent of them.
@Suite(.slow) struct ResetPropertyTests {
  static let modes: [ResetMode] = [.discardLocal, .recover, .recoverOrDiscard, .manual]

  @Test(arguments: TestSeed.seeds(16))
  func `every reset keeps what it promises, twice the same`(seed: UInt64) throws {
    for kind in RandomSession.Kind.allCases {
      let session = try RandomSession(seed: seed, kind)
      for quirks in [Quirks.realmCore, .ideal] {
        for mode in Self.modes {
          let situation = session.situation
          let performed = ClientReset.perform(situation, mode: mode, quirks: quirks)
          let violations =
            ResetChecks(situation: situation, performed: performed).violations
            + ResetChecks.repetition(
              performed, ClientReset.perform(situation, mode: mode, quirks: quirks))
          session.report(violations, mode, quirks)
        }
      }
    }
  }

  @Test(arguments: TestSeed.seeds(16))
  func `the first attempt of recover-or-discard is a recovery`(seed: UInt64) throws {
    for kind in RandomSession.Kind.allCases {
      let session = try RandomSession(seed: seed, kind)
      let recovery = ClientReset.perform(session.situation, mode: .recover)
      var attempt = ClientReset.perform(session.situation, mode: .recoverOrDiscard)
      #expect(attempt.attempt.requestedMode == .recoverOrDiscard)
      attempt.attempt.requestedMode = .recover
      attempt.attempt.decisions = recovery.attempt.decisions
      session.report(
        ResetChecks.repetition(recovery, attempt), .recoverOrDiscard, .realmCore)
    }
  }

  /// Random tests that test nothing would pass as well.
  @Test func `random sessions end in every way, and use every instruction`() throws {
    var results: Set<String> = []
    var kinds: Set<InstructionKind> = []
    for seed in UInt64(0)..<40 {
      for kind in RandomSession.Kind.allCases {
        let session = try RandomSession(seed: seed, kind)
        kinds.formUnion(session.unsynced.flatMap(\.instructions).map(\.kind))
        for mode in [ResetMode.discardLocal, .recover] {
          let attempt = ClientReset.perform(session.situation, mode: mode).attempt
          results.insert("\(mode.rawValue) \(attempt.ending.rawValue)")
        }
      }
    }
    #expect(kinds.count == InstructionKind.allCases.count)
    #expect(
      results.isSuperset(of: [
        "Recover recovered", "Recover failed", "DiscardLocal discarded", "DiscardLocal failed",
      ]), "\(results.sorted())")
  }
}

extension RandomSession {
  /// Fails the test if a check was violated, and says how to see it again.
  func report(_ violations: [String], _ mode: ResetMode, _ quirks: Quirks) {
    let engine = quirks == .ideal ? "ideal" : "realm-core"
    #expect(
      violations.isEmpty,
      """
      \(violations.joined(separator: "\n"))
      \(kind) session of seed \(seed), mode \(mode), engine \(engine); \(TestSeed.hint)
      """)
  }
}
