import Replayer
import Testing

@testable import Analyzer
@testable import Reports

/// What is said of merges and of what they dropped.
@Suite struct MergedWriteWordsTests {
  @Test(
    arguments: [
      (375_150_759_200, ", written at 2026-11-21T00:32:39.200Z"), (.max, ""), (1 << 63, ""),
      (UInt64.max / 1000, ""),
    ] as [(UInt64, String)])
  func `a time out of range is left out, and no other one stands for it`(
    milliseconds: UInt64, words: String
  ) {
    let side = MergedWrite.Side(
      isDevices: false, version: 2, originTimestampMilliseconds: milliseconds, originFileIdent: 3,
      instructionIndex: 0, write: nil)
    #expect(side.origin == "server version 2" + words)
  }
}
