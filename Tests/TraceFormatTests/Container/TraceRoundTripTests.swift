import TestSupport
import Testing
import TraceFormat

@Suite struct TraceRoundTripTests {
  @Test(arguments: [true, false], [30 as UInt64, 200, 1 << 20])
  func `every kind of event comes back as it was written`(
    isSeekable: Bool, chunkSizeTarget: UInt64
  ) throws {
    let contents = SampleEvents.contents
    let bytes = try TraceFiles.trace(of: contents, chunkSizeTarget: chunkSizeTarget)
    let (events, reader) = try TraceFiles.read(bytes, isSeekable: isSeekable)
    #expect(events.map(\.content) == contents)
    #expect(events.map(\.sequence) == (0..<UInt64(contents.count)).map { $0 })
    #expect(
      events.map(\.timeMicroseconds) == contents.indices.map { TraceFiles.firstTime + Int64($0) })
    #expect(events.map(\.session) == contents.indices.map { UInt32($0 % 3 + 1) })
    #expect(!events.contains { $0.isSuspect })
    #expect(reader.findings.isEmpty, "\(reader.findings)")
    #expect(reader.isClosed)
  }

  @Test func `the samples cover every kind`() {
    let kinds = Set(
      SampleEvents.contents.map {
        Event(sequence: 0, timeMicroseconds: 0, session: 0, content: $0).kind
      })
    #expect(kinds == Set(Event.Kind.allCases))
  }

  @Test func `a file header comes back as it was written`() throws {
    let header = TraceHeader(metadata: [
      TraceHeader.Metadata("tool", "tracetool 0.1"), TraceHeader.Metadata("", "ä"),
    ])
    let (events, reader) = try TraceFiles.read(TraceFiles.trace(of: [], header: header))
    #expect(events.isEmpty)
    #expect(reader.header == header)
    #expect(reader.header?["tool"] == "tracetool 0.1")
  }

  @Test(arguments: [true, false])
  func `a flushed trace without an index is complete and says that it is not closed`(
    isSeekable: Bool
  ) throws {
    let contents = SampleEvents.contents
    let bytes = try TraceFiles.trace(of: contents, chunkSizeTarget: 100, isClosed: false)
    let (events, reader) = try TraceFiles.read(bytes, isSeekable: isSeekable)
    #expect(events.map(\.content) == contents)
    #expect(reader.findings.map(\.code) == [.notClosed])
    #expect(!reader.isClosed && !reader.isDamaged)
  }

  @Test func `the same events give the same bytes`() throws {
    let contents = SampleEvents.contents
    #expect(
      try TraceFiles.trace(of: contents, chunkSizeTarget: 64)
        == TraceFiles.trace(of: contents, chunkSizeTarget: 64))
  }
}
