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

  @Test func `a merge that failed is not called one that dropped nothing`() {
    let session = MergesReport.Session(
      session: 1, name: "", fileIdent: 0, transactionCount: 2, downloadedChangeCount: 1,
      isShown: true, writes: [], gaps: [Gap(.contradiction(reason: "two sizes"), sequence: 9)])
    #expect(
      session.extentSentence == """
        2 transactions of the device and 1 change that it downloaded: a merge failed and left out a \
        whole change; no other write of either side was dropped, as far as the trace shows.
        """)
  }
}
