import Importers
import RealmModel
import ReplaySupport
import Replayer
import TestSupport
import Testing
import TraceFormat

@Suite(.slow) struct HostileChangesetTests {
  @Test(arguments: UInt64(1)...8)
  func `instructions that make no sense are rejected, never a crash`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    let lines = try Vectors.lines(of: "reset-links.ndjson.zst").prefix(60)
    var rejectedCount = 0
    for line in lines {
      let vector = try RecordedReset(line).vector
      var state = RealmState()
      for bytes in (vector.base ?? vector.local) + vector.unsynced.map(\.changeset) {
        guard let changeset = try? Changeset(decoding: damage(bytes, &random)) else { continue }
        // One by one, so that what follows a rejected instruction is tried as well.
        for instruction in changeset.instructions {
          var single = changeset
          single.instructions = [instruction]
          do { try state.apply(single) } catch { rejectedCount += 1 }
        }
      }
      // Whatever came of it can be read and reset.
      #expect(try JSONText(parsing: Array(state.canonicalJSON.text().utf8)) == state.canonicalJSON)
      _ = ClientReset.perform(
        ResetSituation(
          error: Sample.error, local: try RecordedReset(line).local(), fresh: state,
          unsynced: []), mode: .discardLocal)
    }
    #expect(rejectedCount > 0, "seed \(seed)")
  }

  private func damage(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
      bytes[.random(in: bytes.indices, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
    }
    return bytes
  }
}
