import TestSupport
import Testing
import TraceCompression
import TraceFormat

@Suite struct TraceInfoTests {
  @Test func `the index tells the same as reading everything`() throws {
    let bytes = try TraceFiles.trace(of: SampleEvents.contents, chunkSizeTarget: 300)
    let fast = try TraceInfo(MemorySource(bytes))
    var slow = try TraceInfo(MemorySource(bytes, isSeekable: false))
    #expect(fast.isFromIndex && !slow.isFromIndex)
    slow.isFromIndex = true
    slow.fileSize = UInt64(bytes.count)
    #expect(fast == slow)
    #expect(fast.recordCount == UInt64(SampleEvents.contents.count))
    #expect(fast.kindCounts.map(\.kind) == Event.Kind.allCases)
    #expect(fast.kindCounts.map(\.count).reduce(0, +) == fast.recordCount)
    #expect(fast.sessions.map(\.session) == [1, 2, 3])
    #expect(fast.sessionStarts.map(\.content) == SampleEvents.sessions)
    #expect(fast.losses.lossCount == 2 && fast.losses.lostRecordCount == 12)
    #expect(fast.losses.uncountedLossCount == 1)
  }

  @Test func `a trace without records has no ranges`() throws {
    let info = try TraceInfo(MemorySource(TraceFiles.trace(of: [])))
    #expect(info.recordCount == 0 && info.chunkCount == 0 && info.isClosed)
    #expect(info.sequences == nil && info.times == nil)
  }

  @Test func `a trace that was not closed is summed up by reading it`() throws {
    let bytes = try TraceFiles.trace(of: SampleEvents.contents, isClosed: false)
    let info = try TraceInfo(MemorySource(bytes))
    #expect(!info.isFromIndex && !info.isClosed)
    #expect(info.recordCount == UInt64(SampleEvents.contents.count))
    #expect(info.findings.map(\.code) == [.notClosed])
  }
}
