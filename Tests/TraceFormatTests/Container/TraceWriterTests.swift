import Foundation
import TestSupport
import Testing
import TraceCompression

@testable import TraceFormat

@Suite struct TraceWriterTests {
  private func note(_ sequence: UInt64) -> Event {
    Event(sequence: sequence, timeMicroseconds: 0, session: 0, content: .note(Note(text: "n")))
  }

  private func loss(_ sequence: UInt64, of count: UInt64?) -> Event {
    let loss = Loss(firstSequence: sequence, recordCount: count, reason: "dropped")
    return Event(sequence: sequence, timeMicroseconds: 0, session: 0, content: .loss(loss))
  }

  @Test func `numbers without gaps are demanded`() throws {
    let writer = try TraceWriter(to: MemorySink())
    try writer.append(note(0))
    #expect(throws: TraceWriteFailure.unexpectedSequence(expected: 1, found: 3)) {
      try writer.append(note(3))
    }
    #expect(throws: TraceWriteFailure.unexpectedSequence(expected: 1, found: 0)) {
      try writer.append(note(0))
    }
    try writer.append(note(1))
  }

  @Test func `a loss stands for the records it counts`() throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 1
    try writer.append(loss(0, of: 10))
    #expect(writer.nextSequence == 10)
    try writer.append(loss(10, of: nil))
    try writer.append(loss(11, of: 0))
    try writer.append(note(12))
    #expect(throws: TraceWriteFailure.self) { try writer.append(loss(13, of: .max)) }
    try writer.finish()
    let (events, reader) = try TraceFiles.read(sink.bytes)
    #expect(events.map(\.sequence) == [0, 10, 11, 12])
    #expect(reader.findings.isEmpty)
  }

  @Test func `a chunk ends before the record that would make it too large`() throws {
    let size = UInt64(RecordHead.size + 5)
    for (target, expected) in [(2 * size - 1, 6), (2 * size, 3), (2 * size + 1, 3)] {
      let bytes = try TraceFiles.trace(
        of: (0..<6).map { _ in .note(Note(text: "n")) }, chunkSizeTarget: target)
      #expect(try TraceInfo(MemorySource(bytes)).chunkCount == UInt64(expected), "\(target)")
    }
  }

  @Test func `a record above the limit is refused`() throws {
    let writer = try TraceWriter(to: MemorySink())
    #expect(writer.recordSizeMax == TraceLimit.chunkSizeMax)
    writer.recordSizeMax = 100
    func append(ofSize size: Int) throws {
      let bytes = [UInt8](repeating: 0, count: size - RecordHead.size)
      try writer.append(
        timeMicroseconds: 0, session: 0,
        content: .unknown(UnknownRecord(recordType: 0x9000, bytes: bytes)))
    }
    try append(ofSize: 99)
    try append(ofSize: 100)
    #expect(throws: TraceWriteFailure.recordTooLarge(size: 101, limit: 100)) {
      try append(ofSize: 101)
    }
  }

  @Test func `a record above the limit becomes a loss, and the next is kept`() throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.recordSizeMax = 500
    let texts = ["a", String(repeating: "b", count: 1000), "c"]
    let reasons = try texts.map { text in
      try writer.appendOrLose(
        Event(
          sequence: writer.nextSequence, timeMicroseconds: 5, session: 2,
          content: .note(Note(text: text))))
    }
    try writer.finish()
    #expect(reasons.map { $0 == nil } == [true, false, true])
    let (events, reader) = try TraceFiles.read(sink.bytes)
    #expect(events.map(\.kind) == [.note, .loss, .note] && reader.findings.isEmpty)
    guard case .loss(let loss) = events[1].content else { return }
    #expect(loss.recordCount == 1 && loss.firstSequence == events[1].sequence)
    #expect(loss.reason.contains("at most 500 are accepted"))
  }

  @Test func `a record larger than a chunk is a chunk of its own`() throws {
    let body = [UInt8](repeating: 7, count: 100_000)
    let large = Event.Content.unknown(UnknownRecord(recordType: 0x8000, bytes: body))
    let small = Event.Content.note(Note(text: "n"))
    let bytes = try TraceFiles.trace(of: [small, large, small], chunkSizeTarget: 5_000)
    #expect(try TraceFiles.read(bytes).events.map(\.content) == [small, large, small])
    #expect(try TraceInfo(MemorySource(bytes)).chunkCount == 3)
  }

  /// A disk that is full after some bytes.
  private final class FullDisk: ByteSink {
    var room: Int
    init(room: Int) { self.room = room }
    func write(_ bytes: [UInt8]) throws {
      guard bytes.count <= room else {
        throw FileFailure(operation: "write", path: "disk", code: 28, reason: "no space left")
      }
      room -= bytes.count
    }
    func synchronize() {}
  }

  /// A disk that takes a part of what it has no room for.
  private final class HalfDisk: ByteSink {
    private let room: Int
    private(set) var bytes: [UInt8] = []
    init(room: Int) { self.room = room }
    func write(_ bytes: [UInt8]) throws {
      self.bytes += bytes.prefix(room - self.bytes.count)
      guard self.bytes.count < room else {
        throw FileFailure(operation: "write", path: "disk", code: 28, reason: "no space left")
      }
    }
    func synchronize() {}
    func takeBack(toBytes size: UInt64) { bytes.removeSubrange(Int(size)...) }
  }

  @Test func `a full disk is reported at once and closes the writer`() throws {
    let writer = try TraceWriter(to: FullDisk(room: 100))
    try writer.append(note(0))
    #expect(throws: FileFailure.self) { try writer.flush() }
    #expect(throws: TraceWriteFailure.closed) { try writer.append(note(1)) }
    #expect(throws: TraceWriteFailure.closed) { try writer.finish() }
  }

  @Test(arguments: [0, 60, 400, 2000])
  func `what a full disk has taken in part is taken back`(room: Int) throws {
    let sink = HalfDisk(room: room)
    var whole = 0
    #expect(throws: FileFailure.self) {
      let writer = try TraceWriter(to: sink)
      for number in 0..<100 {
        whole = sink.bytes.count
        try writer.append(note(UInt64(number)))
        try writer.flush()
      }
    }
    #expect(sink.bytes.count == whole)
    guard whole > 0 else { return }
    let (events, reader) = try TraceFiles.read(sink.bytes)
    #expect(reader.findings.filter(\.isDamage).isEmpty)
    #expect(room < 1000 || events.count > 2)
  }

  @Test func `a file of which nothing was taken is removed, and a device stays`() throws {
    try TemporaryFolder.with { folder in
      let sink = try FileSink(path: folder.path("a"))
      try sink.write([1, 2, 3])
      sink.takeBack(toBytes: 2)
      #expect(try folder.read("a") == [1, 2])
      sink.takeBack(toBytes: 0)
      #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
      try FileSink(path: "/dev/null", replacing: true).takeBack(toBytes: 0)
      #expect(FileManager.default.fileExists(atPath: "/dev/null"))
    }
  }

  @Test func `nothing can follow the end`() throws {
    let writer = try TraceWriter(to: MemorySink())
    try writer.finish()
    #expect(throws: TraceWriteFailure.closed) { try writer.append(note(0)) }
    #expect(throws: TraceWriteFailure.closed) { try writer.flush() }
    #expect(throws: TraceWriteFailure.closed) { try writer.finish() }
  }

  @Test(arguments: [-5 as Int32, 1, 3, 19])
  func `every compression level gives the same records`(level: Int32) throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink, compressionLevel: level)
    for content in SampleEvents.contents {
      try writer.append(timeMicroseconds: 0, session: 0, content: content)
    }
    try writer.finish()
    #expect(try TraceFiles.read(sink.bytes).events.map(\.content) == SampleEvents.contents)
  }

  @Test(arguments: [true, false])
  func `writer and reader hold one chunk, whatever the size of the trace`(
    isSeekable: Bool
  ) throws {
    let sink = MemorySink()
    let writer = try TraceWriter(to: sink)
    writer.chunkSizeTarget = 1 << 14
    var noise = SeededNumbers(seed: 3)
    let changeset = noise.bytes(1 << 12)
    for version in 0..<UInt64(600) {
      let commit = LocalCommit(clientVersion: version, changeset: changeset)
      try writer.append(timeMicroseconds: 0, session: 0, content: .localCommit(commit))
      #expect(writer.chunk.bytes.count <= 1 << 14)
    }
    try writer.finish()
    #expect(sink.bytes.count > 1 << 19)
    let reader = try TraceReader(MemorySource(sink.bytes, isSeekable: isSeekable))
    var count = 0
    while try reader.next() != nil {
      count += 1
      #expect(reader.window.buffer.count < 1 << 18)
      #expect(reader.decompressor.output.count <= 1 << 16)
    }
    #expect(count == 600)
  }
}
