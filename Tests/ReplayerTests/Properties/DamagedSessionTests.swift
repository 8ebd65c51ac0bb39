import RealmModel
import ReplaySupport
import TestSupport
import Testing
import TraceFormat

@testable import Replayer

/// Unsynced changes that no client would write: whatever comes of them, the promises hold.
@Suite(.slow) struct DamagedSessionTests {
  @Test(arguments: TestSeed.seeds(25))
  func `changesets with flipped bits never end a reset otherwise than by a result`(seed: UInt64)
    throws
  {
    var random = SeededNumbers(seed: seed)
    let session = try RandomSession(seed: seed, .ordinary)
    let damaged = session.unsynced.compactMap {
      try? Changeset(decoding: Self.flipBits(of: $0.encoded(), &random))
    }
    check(damaged, session)
  }

  @Test(arguments: TestSeed.seeds(25))
  func `instructions dropped, repeated and out of order neither`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let session = try RandomSession(seed: seed, .ordinary)
    let damaged = session.unsynced.map { changeset in
      var changeset = changeset
      Self.shuffle(&changeset.instructions, &random)
      return changeset
    }
    check(damaged, session)
  }

  private func check(_ unsynced: [Changeset], _ session: RandomSession) {
    for quirks in [Quirks.realmCore, .ideal] {
      for mode in [ResetMode.recover, .discardLocal] {
        var situation = session.situation
        situation.replaceUnsynced(ReplaySupport.unsynced(unsynced))
        let performed = ClientReset.perform(situation, mode: mode, quirks: quirks)
        session.report(
          ResetChecks(situation: situation, performed: performed).violations, mode, quirks)
      }
    }
  }

  private static func flipBits(of bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      bytes[.random(in: bytes.indices, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
    }
    return bytes
  }

  private static func shuffle(_ instructions: inout [Instruction], _ random: inout SeededNumbers) {
    for _ in 0..<Int.random(in: 1...3, using: &random) where !instructions.isEmpty {
      let place = Int.random(in: instructions.indices, using: &random)
      let other = Int.random(in: instructions.indices, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: instructions.remove(at: place)
      case 1: instructions.insert(instructions[other], at: place)
      default: instructions.swapAt(place, other)
      }
    }
  }
}
