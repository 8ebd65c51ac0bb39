import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

@Suite struct SelectionTests {
  /// 300 notes in chunks of about ten, a session for each hundred, a commit at 250.
  static func trace(isClosed: Bool = true) throws -> [UInt8] {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 350
    for index in 0..<300 {
      let commit = LocalCommit(clientVersion: 1, changeset: [])
      try writer.append(
        timeMicroseconds: Int64(index), session: UInt32(index / 100 + 1),
        content: index == 250 ? .localCommit(commit) : .note(Note(text: "\(index)")))
    }
    if isClosed { try writer.finish() } else { try writer.flush() }
    return sink.bytes
  }

  static let selections: [TraceSelection] = [
    .everything,
    TraceSelection(sequences: 17...17),
    TraceSelection(sequences: 95...105, sessions: [2]),
    TraceSelection(times: 40...44),
    TraceSelection(times: 400...500),
    TraceSelection(sessions: [3]),
    TraceSelection(sessions: [9]),
    TraceSelection(kinds: [.localCommit]),
    TraceSelection(sequences: 299...1000, kinds: [.note]),
  ]

  @Test(arguments: selections, [true, false])
  func `a selection gives the same events with and without an index`(
    selection: TraceSelection, isClosed: Bool
  ) throws {
    let bytes = try Self.trace(isClosed: isClosed)
    let all = try TraceFiles.read(bytes).events
    let expected = all.filter { selection.contains($0) }
    for isSeekable in [true, false] {
      let (events, _) = try TraceFiles.read(bytes, isSeekable: isSeekable, selection: selection)
      #expect(events == expected)
    }
  }

  @Test func `with an index only the chunks that are wanted are decompressed`() throws {
    let bytes = try Self.trace()
    let (events, reader) = try TraceFiles.read(
      bytes, selection: TraceSelection(kinds: [.localCommit]))
    #expect(events.map(\.sequence) == [250])
    #expect(reader.recordsSize > 0 && reader.recordsSize <= 350)
    #expect(reader.findings.isEmpty)
  }

  @Test func `a loss is told to those who may want what is missing`() throws {
    var bytes = try Self.trace()
    let entry = try #require(try TraceReader(MemorySource(bytes)).index?.entries[3])
    bytes[Int(entry.end) - 1] ^= 1
    let wanted = TraceSelection(
      sequences: entry.chunks.sequences.first...entry.chunks.sequences.last, sessions: [1])
    #expect(try TraceFiles.read(bytes, selection: wanted).events.map(\.kind) == [.loss])
    let others = TraceSelection(sequences: 200...210)
    #expect(
      try TraceFiles.read(bytes, selection: others).events.map(\.kind).contains(.loss) == false)
  }

  @Test(arguments: [true, false], [1, 1000])
  func `a recorded loss is told whatever its time`(isClosed: Bool, entriesMax: Int) throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 1
    writer.index.entriesMax = entriesMax
    let loss = Loss(firstSequence: 1, recordCount: 1, reason: "busy")
    for time: Int64 in 0..<30 {
      try writer.append(
        timeMicroseconds: time, session: 0,
        content: time == 10 ? .loss(loss) : .note(Note(text: "x")))
    }
    if isClosed { try writer.finish() } else { try writer.flush() }
    for isSeekable in [true, false] {
      let (events, _) = try TraceFiles.read(
        sink.bytes, isSeekable: isSeekable, selection: TraceSelection(times: 20...21))
      #expect(events.map(\.timeMicroseconds) == [10, 20, 21])
    }
  }

  @Test(arguments: [2, 3, 16])
  func `an index too small for all chunks still finds everything`(entriesMax: Int) throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 1
    writer.index.entriesMax = entriesMax
    for index in 0..<100 {
      try writer.append(
        timeMicroseconds: Int64(index), session: UInt32(index), content: .note(Note(text: "x")))
    }
    try writer.finish()
    let (events, reader) = try TraceFiles.read(
      sink.bytes, selection: TraceSelection(sequences: 42...43))
    #expect(events.map(\.sequence) == [42, 43])
    #expect(try #require(reader.index).entries.count <= entriesMax)
    #expect(try TraceVerification(MemorySource(sink.bytes)).info.findings.isEmpty)
    #expect(try TraceInfo(MemorySource(sink.bytes)).chunkCount == 100)
  }
}
