import TestSupport
import Testing
import TraceFormat

/// What the decoder makes of bytes that are damaged: a value or a typed error, never a crash.
@Suite struct ChangesetRobustnessTests {
  static let bytes = EveryInstruction.bytes

  @Test func `everything is read and written again byte for byte`() throws {
    let changeset = try Changeset(decoding: Self.bytes)
    #expect(changeset.encoded() == Self.bytes)
    #expect(changeset.hasSameInstructions(as: EveryInstruction.changeset))
  }

  /// A changeset has no end mark: cut between two records it is a shorter changeset, cut inside a
  /// record it is refused for want of bytes.
  @Test func `every strict prefix is shorter or refused where it ends`() throws {
    var readable = 0
    for size in 0..<Self.bytes.count {
      let prefix = Array(Self.bytes[..<size])
      do throws(DecodingFailure) {
        #expect(try Changeset(decoding: prefix).encoded() == prefix)
        readable += 1
      } catch {
        guard case .truncated = error.code else {
          Issue.record("prefix of \(size) bytes: \(error)")
          continue
        }
        #expect(error.offset <= size && error.path.count == 1, "prefix of \(size) bytes: \(error)")
      }
    }
    let records =
      EveryInstruction.changeset.strings.count
      + EveryInstruction.changeset.instructions.count
    #expect(readable == records)
  }

  @Test func `every single-bit flip gives a value or a typed error`() {
    for bit in 0..<Self.bytes.count * 8 {
      var flipped = Self.bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      checkIsTotal(flipped, "bit \(bit)")
    }
  }

  @Test func `random damage gives a value or a typed error`() {
    let seed: UInt64 = 14
    var random = SeededRandom(seed)
    for round in 0..<2000 {
      var damaged = Self.bytes
      for _ in 0..<random.next(4) + 1 {
        let start = random.next(damaged.count)
        switch random.next(3) {
        case 0: damaged[start] = UInt8(random.next(256))
        case 1: damaged.removeSubrange(start..<min(damaged.count, start + random.next(9)))
        default: damaged.insert(UInt8(random.next(256)), at: start)
        }
      }
      checkIsTotal(damaged, "seed \(seed), round \(round)")
    }
  }

  /// Decodes; what is accepted must survive being written and read again, and must print.
  private func checkIsTotal(_ bytes: [UInt8], _ what: String) {
    guard let changeset = try? Changeset(decoding: bytes) else { return }
    let again = try? Changeset(decoding: changeset.encoded())
    #expect(again?.hasSameInstructions(as: changeset) == true, "\(what)")
    for instruction in changeset.instructions {
      #expect(!changeset.text(of: instruction).isEmpty, "\(what)")
      #expect(!changeset.json(of: instruction).text().isEmpty, "\(what)")
    }
  }
}

/// SplitMix64: the same numbers for the same seed everywhere.
private struct SeededRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}
