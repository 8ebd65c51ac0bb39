import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

/// Files whose checksums are right and whose numbers are not.
@Suite struct HostileFileTests {
  /// A file of a header and what a forger puts behind it.
  private func forge(_ chunks: [(ChunkHeader, [UInt8])]) -> [UInt8] {
    var header: [UInt8] = []
    TraceHeader().encode(into: &header)
    var bytes = Frame.encode(.header, body: header)
    for (var chunk, data) in chunks {
      chunk.traceDigest = XXH64.digest(header)
      chunk.dataFrameSize = chunk.dataFrameSize == 0 ? UInt64(data.count) : chunk.dataFrameSize
      chunk.dataFrameDigest = XXH64.digest(data)
      var body: [UInt8] = []
      chunk.encode(into: &body)
      bytes += Frame.encode(.chunk, body: body) + data
    }
    return bytes
  }

  private func chunk(
    first: UInt64 = 0, count: UInt64 = 1, recordsSize: UInt64, dataFrameSize: UInt64 = 0
  ) -> ChunkHeader {
    ChunkHeader(
      traceDigest: 0, requiredFeatureCount: 0, chunkNumber: 0, recordCount: count,
      sequences: SequenceRange(first: first, last: first &+ count &- 1),
      times: TimeRange(first: 0, last: 0), dataFrameSize: dataFrameSize, recordsSize: recordsSize,
      dataFrameDigest: 0)
  }

  private func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    Array(try ZstdCodec().makeCompressor().frame(bytes))
  }

  private func note(_ sequence: UInt64) -> [UInt8] {
    let record = Record(
      Event(
        sequence: sequence, timeMicroseconds: 0, session: 0, content: .note(Note(text: "n"))))
    var bytes: [UInt8] = []
    record.head.encode(into: &bytes)
    return bytes + record.body
  }

  @Test func `a sound forgery is read, so the others fail for what they say`() throws {
    let records = note(0)
    let bytes = forge([(chunk(recordsSize: UInt64(records.count)), try compressed(records))])
    let (events, reader) = try TraceFiles.read(bytes)
    #expect(events.map(\.kind) == [.note])
    #expect(reader.findings.map(\.code) == [.notClosed])
  }

  @Test func `a frame that holds more than it announces is refused`() throws {
    let bomb = try compressed([UInt8](repeating: 0, count: 1 << 24))
    #expect(bomb.count < 4096)
    let bytes = forge([(chunk(recordsSize: 29), bomb)])
    let (events, reader) = try TraceFiles.read(bytes)
    #expect(events.map(\.kind) == [.loss])
    #expect(reader.decompressor.output.count < 1 << 18)
  }

  @Test(arguments: [TraceLimit.chunkSizeMax + 1, 1 << 40, UInt64.max])
  func `a chunk above the limit is refused before memory is reserved`(size: UInt64) throws {
    let bytes = forge([(chunk(recordsSize: size), try compressed(note(0)))])
    let (events, reader) = try TraceFiles.read(bytes)
    #expect(events.map(\.kind) == [.loss])
    #expect(reader.decompressor.output.isEmpty)
    #expect(reader.findings[0].reason.contains("size of a chunk"), "\(reader.findings)")
  }

  @Test func `an empty frame that announces the largest chunk costs no memory`() throws {
    let bytes = forge([(chunk(recordsSize: TraceLimit.chunkSizeMax), try compressed(note(0)))])
    let reader = try TraceReader(MemorySource(bytes))
    #expect { try reader.next() } throws: { ($0 as? DecodingFailure)?.memoryDemand != nil }
    #expect(reader.decompressor.output.count <= 1 << 16)
    let patient = try TraceReader(MemorySource(bytes), memory: .unlimited)
    #expect(try patient.next()?.kind == .loss)
    #expect(patient.decompressor.output.count <= 1 << 16)
  }

  @Test(arguments: [2, 1 << 32, UInt64.max])
  func `a count that the chunk has no room for is refused`(count: UInt64) throws {
    let records = note(0)
    let bytes = forge([
      (chunk(count: count, recordsSize: UInt64(records.count)), try compressed(records))
    ])
    let (events, reader) = try TraceFiles.read(bytes)
    #expect(events.map(\.kind) == [.loss], "\(reader.findings)")
  }

  @Test func `a number that no writer gives is refused`() throws {
    let records = note(TraceLimit.sequenceMax)
    let header = chunk(first: TraceLimit.sequenceMax, recordsSize: UInt64(records.count))
    let (events, _) = try TraceFiles.read(forge([(header, try compressed(records))]))
    #expect(events.map(\.kind) == [.loss])
  }

  @Test func `a data frame said to be larger than the file is lost alone`() throws {
    let (first, second) = (note(0), note(1))
    let bytes = forge([
      (chunk(recordsSize: UInt64(first.count), dataFrameSize: 1 << 27), try compressed(first)),
      (chunk(first: 1, recordsSize: UInt64(second.count)), try compressed(second)),
    ])
    let (events, _) = try TraceFiles.read(bytes)
    #expect(events.map(\.kind) == [.loss, .note])
    #expect(events.map(\.sequence) == [0, 1])
  }

  @Test func `chunks that come again are read once`() throws {
    let records = note(0)
    let one = (chunk(recordsSize: UInt64(records.count)), try compressed(records))
    let (events, reader) = try TraceFiles.read(forge([one, one]))
    #expect(events.count == 1)
    #expect(reader.findings.map(\.code) == [.repeatedChunk, .notClosed])
  }

  @Test func `records whose numbers are not those of the header are not believed`() throws {
    let records = note(7)
    let bytes = forge([(chunk(recordsSize: UInt64(records.count)), try compressed(records))])
    let (events, reader) = try TraceFiles.read(bytes)
    #expect(events.map(\.kind) == [.loss])
    #expect(reader.findings[0].reason.contains("record 7 where record 0 is next"))
  }

  @Test func `a trace inside a record does not pass for the trace around it`() throws {
    let inner = try TraceFiles.trace(
      of: [.note(Note(text: "inner"))],
      header: TraceHeader(metadata: [TraceHeader.Metadata("inner", "yes")]))
    var noise = SeededNumbers(seed: 1)
    let outer: [Event.Content] = [
      .note(Note(text: "outer")),
      .unknown(UnknownRecord(recordType: 0x9000, bytes: noise.bytes(600) + inner)),
      .note(Note(text: "after")),
    ]
    var bytes = try TraceFiles.trace(of: outer, chunkSizeTarget: 1)
    let magic = bytes.indices.filter { bytes[$0...].starts(with: Frame.magic) }
    #expect(magic.count > 6, "zstd keeps the inner trace as it is")
    // The second chunk's header is the third frame.
    let start = magic[2] + Frame.prefixSize
    bytes[start] ^= 1
    for isSeekable in [true, false] {
      let (events, _) = try TraceFiles.read(bytes, isSeekable: isSeekable)
      #expect(events.map(\.kind).last == .note && events.count == 3)
      #expect(!events.contains { $0.content == .note(Note(text: "inner")) })
    }
  }

  @Test(
    arguments: [
      [(200, 1)], [(9, 5)], [], [(5, 0x8000_0000_0000_0000), (10, 0x8000_0000_0000_0000)],
      [(200, 0x8000_0000_0000_0000), (201, 0x8000_0000_0000_0001)],
    ] as [[(UInt16, UInt64)]])
  func `an index that lies is found out`(counts: [(UInt16, UInt64)]) throws {
    let bytes = try TraceFiles.trace(of: [.note(Note(text: "n"))])
    let reader = try TraceReader(MemorySource(bytes))
    var index = try #require(reader.index)
    index.entries[0].counts = counts.map { RecordTypeCount(recordType: $0, count: $1) }
    let forged = try replaceIndex(of: bytes, by: index)
    let verification = try TraceVerification(MemorySource(forged))
    #expect(verification.info.findings.map(\.code) == [.damagedIndex])
    #expect(verification.info.recordCount == 1)
    #expect(try TraceInfo(MemorySource(forged)).kindCounts.map(\.count) == [1])
  }

  @Test func `a trailer that ends before the last record is found out`() throws {
    let bytes = try TraceFiles.trace(of: [.note(Note(text: "n"))])
    var trailer = try #require(try TraceReader(MemorySource(bytes)).closing)
    trailer.nextSequence = 0
    var body: [UInt8] = []
    trailer.encode(into: &body)
    let forged = Array(bytes.dropLast(TraceTrailer.frameSize)) + Frame.encode(.trailer, body: body)
    let verification = try TraceVerification(MemorySource(forged))
    #expect(verification.info.findings.map(\.code) == [.damagedIndex])
  }

  private func replaceIndex(of bytes: [UInt8], by index: TraceIndex) throws -> [UInt8] {
    let trailer = try #require(try TraceReader(MemorySource(bytes)).closing)
    var body: [UInt8] = []
    index.encode(into: &body)
    let frame = Frame.encode(.index, body: body)
    var closing: [UInt8] = []
    TraceTrailer(
      traceDigest: trailer.traceDigest, indexOffset: trailer.indexOffset,
      indexSize: UInt64(frame.count), indexDigest: XXH64.digest(frame),
      nextSequence: trailer.nextSequence
    ).encode(into: &closing)
    return bytes[..<Int(trailer.indexOffset)] + frame + Frame.encode(.trailer, body: closing)
  }

  @Test(arguments: 0..<64)
  func `noise behind a header is refused, or read in the order of the records`(seed: UInt64) throws
  {
    var noise = SeededNumbers(seed: seed)
    var bytes = try TraceFiles.trace(of: [.note(Note(text: "n"))])
    for _ in 0..<8 {
      let from = Int(noise.next() % UInt64(bytes.count))
      let to = min(bytes.count, from + Int(noise.next() % 40))
      bytes.replaceSubrange(from..<to, with: noise.bytes(Int(noise.next() % 40)))
    }
    for mode in [TraceReader.Mode.normal, .salvage] {
      for isSeekable in [true, false] {
        do {
          let (events, _) = try TraceFiles.read(bytes, mode: mode, isSeekable: isSeekable)
          let sequences = events.map(\.sequence)
          #expect(zip(sequences, sequences.dropFirst()).allSatisfy(<))
        } catch {
          #expect(error is DecodingFailure, "\(error)")
        }
      }
    }
  }

  @Test(arguments: ["other", ""], [true, false])
  func `of traces written one behind the other the first is read, and the rest told of`(
    name: String, isSeekable: Bool
  ) throws {
    let first = try TraceFiles.trace(of: SampleEvents.contents, chunkSizeTarget: 200)
    let metadata = name.isEmpty ? [] : [TraceHeader.Metadata(name, "")]
    let second = try TraceFiles.trace(
      of: [.note(Note(text: "second"))], header: TraceHeader(metadata: metadata))
    let (events, reader) = try TraceFiles.read(first + second, isSeekable: isSeekable)
    #expect(events.map(\.content) == SampleEvents.contents)
    #expect(reader.isDamaged)
    #expect(reader.findings.first?.code == .foreignFrame, "\(reader.findings)")
    let words = name.isEmpty ? "the header comes again" : "part of another trace"
    #expect(reader.findings.first?.reason == "\(words); not read")
  }

  @Test func `a damaged file header is replaced by the index's copy`() throws {
    let header = TraceHeader(metadata: [TraceHeader.Metadata("source", "capture")])
    var bytes = try TraceFiles.trace(of: [.note(Note(text: "n"))], header: header)
    bytes[30] ^= 1
    #expect(try TraceFiles.read(bytes).reader.header == header)
    let (events, streamed) = try TraceFiles.read(bytes, isSeekable: false)
    #expect(events.count == 1)
    #expect(streamed.header == header, "known once the index has passed by")
    #expect(streamed.findings.map(\.code) == [.damagedHeader])
  }

  @Test func `a damaged header does not hide that features are required`() throws {
    var needy = chunk(recordsSize: 33)
    needy.requiredFeatureCount = 2
    var bytes = forge([(needy, try compressed(note(0)))])
    bytes[26] ^= 1
    let failure = #expect(throws: DecodingFailure.self) { try TraceFiles.read(bytes) }
    #expect(failure?.description.contains("2 required features") == true, "\(failure as Any)")
  }
}
